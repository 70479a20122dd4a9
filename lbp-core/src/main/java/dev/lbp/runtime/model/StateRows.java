package dev.lbp.runtime.model;

import dev.lbp.internal.bytes.Transcript;
import java.lang.reflect.Array;
import java.util.function.IntFunction;

/**
 * The operations on states that are rows of a batch, for one type of array.
 *
 * @param make makes an array of a number of sites
 * @param read reads a state from a row of a model's input
 * @param write writes a state to a row of a model's input
 * @param transcribe writes or reads a state
 * @param <S> the array of a state
 */
public record StateRows<S>(IntFunction<S> make, Row<S> read, Row<S> write, Transcribed<S> transcribe) {

    public static final StateRows<byte[]> BITS = new StateRows<>(
            byte[]::new,
            BatchModel::readRow,
            BatchModel::writeRow,
            (transcript, state) -> transcript.of(state, state.length));

    public static final StateRows<int[]> VALUES = new StateRows<>(
            int[]::new,
            BatchModel::readRow,
            BatchModel::writeRow,
            (transcript, state) -> transcript.of(state, state.length));

    public static final StateRows<double[]> REALS = new StateRows<>(
            double[]::new,
            BatchModel::readRow,
            BatchModel::writeRow,
            (transcript, point) -> transcript.of(point, point.length));

    /** Reads or writes a state in a row of a model's input. */
    public interface Row<S> {
        void move(BatchModel batch, int row, S state);
    }

    /** Writes or reads a state. */
    public interface Transcribed<S> {
        void of(Transcript transcript, S state);
    }

    /** Copies one array to another. */
    void copy(S from, S to) {
        System.arraycopy(from, 0, to, 0, Array.getLength(to));
    }
}
