package dev.lbp.diagnostics;

import java.util.Arrays;
import java.util.Objects;

/** The shape of {@code double[chains][draws]}: its check, the two halves of every chain, and what makes it unusable. */
final class Traces {

    private Traces() {}

    /**
     * Checks that there is a chain and that all chains have the same number of draws, which may be 0.
     *
     * @return the number of draws of each chain
     * @throws IllegalArgumentException if there is no chain or the rows differ in length
     */
    static int checkedDraws(double[][] traces) {
        Objects.requireNonNull(traces, "traces");
        if (traces.length == 0) {
            throw new IllegalArgumentException("must have at least one chain: traces.length=0");
        }
        int draws = Objects.requireNonNull(traces[0], "traces[0]").length;
        for (int j = 1; j < traces.length; j++) {
            if (Objects.requireNonNull(traces[j], "a row of traces").length != draws) {
                throw new IllegalArgumentException(
                        "must be " + draws + " as in traces[0]: traces[" + j + "].length=" + traces[j].length);
            }
        }
        return draws;
    }

    /** Whether there are values, all finite, and at least two differ; anything else has no diagnostics. */
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
     * neither, so that all halves have the length {@code floor(draws / 2)}. Splitting makes a drift within one chain
     * visible as a difference between two.
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
        double[] values = new double[Math.multiplyExact(traces.length, draws)];
        for (int j = 0; j < traces.length; j++) {
            for (int t = 0; t < draws; t++) {
                values[j * draws + t] = traces[j][t] + 0.0; // -0.0 + 0.0 is 0.0
            }
        }
        Arrays.sort(values);
        return values;
    }
}
