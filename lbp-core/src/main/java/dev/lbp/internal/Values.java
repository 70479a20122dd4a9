package dev.lbp.internal;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** Checks of states whose sites have whole numbers from 0 to {@code values - 1}. */
public final class Values {

    private Values() {}

    /** Draws N independent values, each uniform. */
    public static int[] random(int dimension, int values, UniformRandomProvider rng) {
        return random(dimension, site -> values, rng);
    }

    /** Draws N independent values, each uniform among those that its site has. */
    public static int[] random(int dimension, IntUnaryOperator values, UniformRandomProvider rng) {
        return IntStream.range(0, dimension)
                .map(i -> rng.nextInt(values.applyAsInt(i)))
                .toArray();
    }

    /**
     * Checks a state, and returns a copy.
     *
     * @param name the name of the array, for the message
     * @param dimension the number of sites N
     * @param values the number of values of a site
     * @throws IllegalArgumentException if it does not have N values, or names the first one that is out of range
     */
    public static int[] checked(String name, int[] state, int dimension, int values) {
        Check.length(dimension, name, Check.notNull(name, state).length);
        for (int i = 0; i < state.length; i++) {
            if (state[i] < 0 || state[i] >= values) {
                throw new IllegalArgumentException(
                        "must be in [0, values - 1=" + (values - 1) + "]: " + name + "[" + i + "]=" + state[i]);
            }
        }
        return state.clone();
    }

    /**
     * Checks that a user's function has not changed the state that it received.
     *
     * @param state a copy from before the call
     * @throws IllegalStateException if the two differ
     */
    public static void checkUnchanged(int[] state, int[] given) {
        int site = Arrays.mismatch(state, given);
        if (site >= 0) {
            throw new IllegalStateException("must not be written to: state[" + site + "]=" + given[site]);
        }
    }

    /**
     * Decodes the state in a row of one-hot cells.
     *
     * @param cells [rows * N C], row after row; for each site, one of its C cells is 1
     */
    public static int[] ofCells(double[] cells, int row, int dimension, int values) {
        int[] state = new int[dimension];
        int from = row * dimension * values;
        for (int k = 0; k < dimension * values; k++) {
            if (cells[from + k] == 1.0) {
                state[k / values] = k % values;
            }
        }
        return state;
    }
}
