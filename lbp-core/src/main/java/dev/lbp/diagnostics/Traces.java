package dev.lbp.diagnostics;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Helpers for traces {@code double[chains][draws]}: the check of the shape, the two halves of every chain, the sorted
 * values.
 */
final class Traces {

    /**
     * The most draws of a chain: autocovariances pad a chain to twice its length and then to a power of two, the length
     * of an array.
     */
    private static final int MOST_DRAWS = 1 << 29;

    private Traces() {}

    /**
     * Checks that there is a chain and that all chains have the same number of draws, which may be 0.
     *
     * @return the number of draws of each chain
     * @throws IllegalArgumentException if there is no chain, the rows differ in length, or there are too many draws
     */
    static int checkedDraws(double[][] traces) {
        Check.atLeast(1, "traces.length", Check.notNull("traces", traces).length);
        int draws = Check.notNull("traces[0]", traces[0]).length;
        for (int j = 1; j < traces.length; j++) {
            String row = "traces[" + j + "]";
            int length = Check.notNull(row, traces[j]).length;
            Check.that(length == draws, "be " + draws + " as in traces[0]", row + ".length", length);
        }
        Check.that(draws <= MOST_DRAWS, "be <= 2^29", "draws", draws);
        Memory.checkLength((double) traces.length * draws, "traces.length=" + traces.length + ", draws=" + draws);
        return draws;
    }

    /** Whether there are values, all finite, and at least two differ. All other traces have no diagnostics. */
    static boolean vary(double[]... traces) {
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (double[] trace : traces) {
            for (double x : trace) {
                if (!Double.isFinite(x)) {
                    return false;
                }
                min = Math.min(min, x);
                max = Math.max(max, x);
            }
        }
        return min < max;
    }

    /**
     * The first halves of all chains, then the second halves. With an odd number of draws the middle one belongs to
     * neither, so that all halves have the length {@code floor(draws / 2)}. After the split, a drift within one chain
     * appears as a difference between two.
     */
    static double[][] split(double[][] traces) {
        int chains = traces.length;
        int draws = traces[0].length;
        int half = draws / 2;
        double[][] halves = new double[2 * chains][half];
        for (int j = 0; j < chains; j++) {
            System.arraycopy(traces[j], 0, halves[j], 0, half);
            System.arraycopy(traces[j], draws - half, halves[chains + j], 0, half);
        }
        return halves;
    }

    /** All values in ascending order; -0.0 counts as 0.0, so that the two are ties. */
    static double[] sorted(double[][] traces) {
        int draws = traces[0].length;
        double[] values = new double[traces.length * draws];
        for (int j = 0; j < traces.length; j++) {
            for (int t = 0; t < draws; t++) {
                values[j * draws + t] = traces[j][t] + 0.0; // makes -0.0 0.0, which a sort would put apart
            }
        }
        Arrays.sort(values);
        return values;
    }

    /** The values of a function of each draw. */
    static double[][] map(double[][] traces, DoubleUnaryOperator function) {
        return Arrays.stream(traces)
                .map(trace -> Arrays.stream(trace).map(function).toArray())
                .toArray(double[][]::new);
    }
}
