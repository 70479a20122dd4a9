package dev.lbp.internal;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** States as arrays of bytes: random ones, checks, and conversions from and to INDArrays. */
public final class States {

    private States() {}

    /** Independent fair bits. */
    public static byte[] random(int dimension, UniformRandomProvider rng) {
        byte[] state = new byte[dimension];
        long bits = 0L;
        for (int i = 0; i < dimension; i++) {
            if ((i & 63) == 0) {
                bits = rng.nextLong();
            }
            state[i] = (byte) (bits & 1L);
            bits >>>= 1;
        }
        return state;
    }

    /** A uniform state among those with {@code ones} ones; independent fair bits if {@code ones} is 0. */
    public static byte[] random(int dimension, int ones, UniformRandomProvider rng) {
        if (ones == 0) {
            return random(dimension, rng);
        }
        byte[] state = new byte[dimension];
        int[] sites = sites(dimension);
        for (int k = 0; k < ones; k++) { // the first steps of a Fisher-Yates shuffle
            int drawn = k + rng.nextInt(dimension - k);
            state[sites[drawn]] = 1;
            sites[drawn] = sites[k];
        }
        return state;
    }

    /** Flips the first {@code n} of {@code sites} in a state. */
    public static void flip(byte[] state, int[] sites, int n) {
        for (int k = 0; k < n; k++) {
            state[sites[k]] ^= 1;
        }
    }

    /** Copies of the caller's states, [count][N] of zeros and ones. */
    public static byte[][] checked(String name, byte[][] states, int dimension) {
        byte[][] copies = new byte[Check.notNull(name, states).length][];
        Arrays.setAll(copies, c -> checked(name, c, states[c], dimension));
        return copies;
    }

    /** Checks that there are rows, each of N zeros and ones. Unlike {@link #checked} it makes no copy of large data. */
    public static void checkRows(String name, byte[][] rows, int dimension) {
        Check.atLeast(1, name + ".length", Check.notNull(name, rows).length);
        for (int k = 0; k < rows.length; k++) {
            String row = name + "[" + k + "]";
            Check.length(dimension, row, Check.notNull(row, rows[k]).length);
            Check.binary(row, rows[k]);
        }
    }

    /** Checks that a caller's state is N zeros and ones, and copies it. Messages name it {@code array[row]}. */
    public static byte[] checked(String array, int row, byte[] state, int dimension) {
        return checked(array + "[" + row + "]", state, dimension);
    }

    /** Checks that a state is N zeros and ones, and copies it. */
    public static byte[] checked(String name, byte[] state, int dimension) {
        Check.length(dimension, name, Check.notNull(name, state).length);
        Check.binary(name, state);
        return state.clone();
    }

    /** The states as an array of the given type, [chains, N]. */
    public static INDArray array(byte[][] states, DataType type) {
        return Nd4j.createFromArray(states).castTo(type);
    }

    /**
     * Checks that a user's function has not changed the state that it received.
     *
     * @param state a copy from before the call
     * @throws IllegalStateException if the two differ
     */
    public static void checkUnchanged(byte[] state, byte[] given) {
        int site = Arrays.mismatch(state, given);
        if (site >= 0) {
            throw new IllegalStateException("must not be written to: state[" + site + "]=" + given[site]);
        }
    }

    /** The sites 0 .. N - 1. */
    public static int[] sites(int n) {
        return IntStream.range(0, n).toArray();
    }

    /** Checks that an array is open and has shape [rows, {@code columns}]. */
    public static void checkShape(INDArray states, int columns) {
        Check.notNull("states", states);
        Check.that(!states.wasClosed(), "not be closed: states");
        Check.that(states.rank() == 2, "have rank 2", "states.rank", states.rank());
        Check.that(states.size(1) == columns, "have " + columns + " columns", "states.columns", states.size(1));
    }

    /** The rows of a [chains, N] array of zeros and ones, of any type and order. */
    public static byte[][] binaryRows(INDArray states, int dimension) {
        checkShape(states, dimension);
        // One copy: toDoubleMatrix() would make an INDArray of each row.
        double[] values =
                states.castTo(DataType.DOUBLE).dup('c').reshape(states.length()).toDoubleVector();
        byte[][] rows = new byte[values.length / dimension][dimension];
        for (int c = 0; c < rows.length; c++) {
            for (int i = 0; i < dimension; i++) {
                double value = values[c * dimension + i];
                if (value != 0.0 && value != 1.0) {
                    throw new IllegalArgumentException("must be 0 or 1: states[" + c + "][" + i + "]=" + value);
                }
                rows[c][i] = (byte) value;
            }
        }
        return rows;
    }
}
