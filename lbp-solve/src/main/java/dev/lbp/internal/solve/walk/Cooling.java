package dev.lbp.internal.solve.walk;

import dev.lbp.internal.solve.Sizes;

/**
 * Temperatures that fall by a constant factor, so that each order of magnitude gets the same number of steps. The scale
 * of a model's log-ratios is not known and may differ between sites.
 *
 * @param hot the first temperature
 * @param cold the last temperature
 */
record Cooling(double hot, double cold) {

    /** The first temperature, as a share of the largest log-ratio. */
    private static final double HOT = 0.25;

    /** The last temperature, as a share of a small log-ratio at a local optimum. */
    private static final double COLD = 0.1;

    /** The quantile of log-ratios that counts as small. */
    private static final double SMALL = 0.05;
    /** The largest temperature, so that its products with random numbers are finite. */
    private static final double LARGEST = 1e300;

    /**
     * Chooses temperatures for a model.
     *
     * @param anywhere log-ratios of moves at random states
     * @param optimum log-ratios of moves at a local optimum
     */
    static Cooling of(Sizes anywhere, Sizes optimum) {
        double hot = Math.min(LARGEST, HOT * anywhere.quantile(1.0, 1.0 / HOT)); // 1 if there are no log-ratios
        double cold = COLD * optimum.quantile(SMALL, hot);
        return new Cooling(hot, Math.min(hot, cold));
    }

    /**
     * The temperature of a sweep.
     *
     * @param sweep 0 to sweeps - 1
     * @param sweeps at least 2
     */
    double temperature(long sweep, long sweeps) {
        return hot * Math.pow(cold / hot, sweep / (sweeps - 1.0));
    }
}
