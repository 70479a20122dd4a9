package dev.lbp.cli.sample;

import dev.lbp.cli.instance.Instance;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The moments of an instance's couplings.
 *
 * @param sites the number of sites
 * @param pairs the number of couplings
 * @param means of their first to fourth powers
 * @param simple whether each pair is listed once, with no zero, and no site has a field
 */
record Couplings(int sites, int pairs, double[] means, boolean simple) {

    private static final int POWERS = 4;

    /** A test of fewer couplings would take +-1 for normal. */
    private static final int LEAST = 500;

    /** A right test fails with probability 6e-7 each of two times. */
    private static final double ERRORS = 5.0;

    static Couplings of(Instance instance) {
        double[] weights = IntStream.range(0, instance.weights().length)
                .filter(k -> instance.from()[k] != instance.to()[k])
                .mapToDouble(k -> instance.weights()[k])
                .toArray();
        double[] means = new double[POWERS];
        boolean simple = weights.length == instance.weights().length && weights.length > 0 && instance.repeated() == 0;
        for (double weight : weights) {
            simple &= weight != 0.0;
            for (int p = 0; p < POWERS; p++) {
                means[p] += Math.pow(weight, p + 1) / weights.length;
            }
        }
        return new Couplings(instance.sites(), weights.length, means, simple);
    }

    /** The mean square. */
    double square() {
        return means[1];
    }

    /**
     * Whether all couplings together look like normal numbers of mean 0: their mean and their kurtosis are within
     * {@value #ERRORS} standard errors of 0 and 3. That of +-J is 1, and of uniform numbers 1.8.
     */
    static boolean looksNormal(List<Couplings> all) {
        double count = all.stream().mapToInt(Couplings::pairs).sum();
        double[] moments = new double[POWERS];
        for (Couplings one : all) {
            for (int p = 0; p < POWERS; p++) {
                moments[p] += one.means[p] * one.pairs / count;
            }
        }
        double kurtosis = moments[3] / (moments[1] * moments[1]);
        return all.stream().allMatch(Couplings::simple)
                && count >= LEAST
                && Math.abs(moments[0]) <= ERRORS * Math.sqrt(moments[1] / count)
                && Math.abs(kurtosis - 3.0) <= ERRORS * Math.sqrt(24.0 / count);
    }
}
