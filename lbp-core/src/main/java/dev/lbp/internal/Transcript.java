package dev.lbp.internal;

/**
 * Writes the state of objects, or reads it back. An object tells it what it consists of, field by field: {@code steps =
 * transcript.of(steps)} and {@code transcript.of(weights, n)}. A writer takes down what it is given and gives it back; a reader
 * gives what was taken down, and fills arrays with it. So one description of a state serves both, and they cannot differ.
 *
 * <p>Doubles keep their bits. What goes wrong with the stream is thrown as {@link java.io.UncheckedIOException}.
 */
public interface Transcript {

    /** Whether what is given is replaced by what was written before. */
    boolean isReading();

    boolean of(boolean value);

    int of(int value);

    long of(long value);

    double of(double value);

    String of(String value);

    /** An array as a whole, of any length; the value given by a writer, another by a reader. */
    byte[] of(byte[] values);

    /** The first n values of an array. */
    void of(byte[] values, int n);

    /** The first n values of an array. */
    void of(int[] values, int n);

    /** The first n values of an array. */
    void of(long[] values, int n);

    /** The first n values of an array. */
    void of(double[] values, int n);

    /** Every value of every row. */
    default void of(double[][] rows) {
        for (double[] row : rows) {
            of(row, row.length);
        }
    }

    /** Every value of every row. */
    default void of(int[][] rows) {
        for (int[] row : rows) {
            of(row, row.length);
        }
    }
}
