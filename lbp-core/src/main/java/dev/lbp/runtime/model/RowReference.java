package dev.lbp.runtime.model;

import dev.lbp.internal.bytes.Transcript;

/**
 * A reference of a batched model, whose states are rows of a batch.
 *
 * @param <S> the array of a state
 */
public interface RowReference<S> extends Reference<S> {

    /** Whether all log-ratios of the reference are 0. */
    boolean isFair();

    /** Adds {@code share} times the log-ratios of the reference to those of a model, in the cells of a row. */
    void addRatios(double share, S state, double[] row);

    /** A new array of a state. */
    S newState();

    /** Copies one array to another. */
    void copy(S from, S to);

    /** Whether two states are equal. */
    boolean same(S one, S other);

    /** Reads a state from a row of a model's input. */
    void read(BatchModel batch, int row, S state);

    /** Writes a state to a row of a model's input. */
    void write(BatchModel batch, int row, S state);

    /** Writes or reads a state. */
    void transcribe(Transcript transcript, S state);
}
