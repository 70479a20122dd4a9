package dev.lbp.internal.bytes;

import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.core.RandomProviderDefaultState;

/**
 * Writes the state of objects, or reads it. An object passes its fields one by one:
 * {@code steps = transcript.of(steps)} and {@code transcript.of(weights, n)}. A writer stores each value and returns it
 * unchanged. A reader returns the stored value, and fills arrays with stored values. So one method describes the state
 * for writing and for reading, and the two cannot differ.
 *
 * <p>Doubles keep their bits. An error of the stream is thrown as {@link java.io.UncheckedIOException}.
 */
public interface Transcript {

    /** Whether the values are read; else they are written. */
    boolean isReading();

    boolean of(boolean value);

    int of(int value);

    long of(long value);

    double of(double value);

    String of(String value);

    /** A whole array of any length. A writer returns {@code values}, a reader a new array. */
    byte[] of(byte[] values);

    /** The first n values of an array. */
    void of(byte[] values, int n);

    /** The first n values of an array. */
    void of(int[] values, int n);

    /** The first n values of an array. */
    void of(long[] values, int n);

    /** The first n values of an array. */
    void of(double[] values, int n);

    /** The first n values of an array. */
    void of(float[] values, int n);

    /** The state of a generator. */
    default void of(RestorableUniformRandomProvider generator) {
        RandomProviderDefaultState state = (RandomProviderDefaultState) generator.saveState();
        generator.restoreState(new RandomProviderDefaultState(of(state.getState())));
    }

    /** Every value of every row. */
    default void of(double[][] rows) {
        for (double[] row : rows) {
            of(row, row.length);
        }
    }
}
