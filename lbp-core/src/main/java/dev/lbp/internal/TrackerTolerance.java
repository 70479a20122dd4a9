package dev.lbp.internal;

import java.util.Optional;

/** How much the numbers of a tracker may differ from those of a new one at the same state: by rounding alone. */
public final class TrackerTolerance {

    /** After few flips, relative to 1 plus the size of the numbers. Rounding of single precision is below it. */
    public static final double FEW_FLIPS = 1e-6;

    /** After any number of flips. Larger errors of a log-probability change what is sampled. */
    private static final double LARGEST = 1e-3;

    /** A log-ratio may be a difference of log-probabilities. Of their rounding errors this share is in both. */
    private static final double OF_DIFFERENCE = 0.1;

    private TrackerTolerance() {}

    /** The tolerance after some steps and flips: rounding errors add up as a random walk does. */
    public static double after(double changes) {
        return Math.min(LARGEST, FEW_FLIPS * Math.sqrt(1.0 + changes));
    }

    /**
     * Whether two numbers differ by at most {@code tolerance (1 + |scale|)}, or not at all. An infinite one is close to
     * itself alone.
     */
    public static boolean close(double expected, double actual, double tolerance, double scale) {
        return expected == actual
                || Math.abs(expected - actual) <= Math.min(Double.MAX_VALUE, tolerance * (1.0 + Math.abs(scale)));
    }

    /**
     * What is wrong if two scores of a state differ by more than rounding; empty if they do not. Their sums may be in
     * single precision.
     *
     * @param again the second one, computed while no other call ran
     */
    public static Optional<String> faultOfScores(double before, double again) {
        return close(again, before, LARGEST, again)
                ? Optional.empty()
                : Optional.of("must depend on the state alone: logProb=" + before
                        + ", of the same state scored again, with no other call at the time, " + again
                        + ": do its calls share an array or a counter between threads"
                        + " (EnergyModels.perChain makes a function for each chain),"
                        + " or does it draw random numbers, or count?");
    }

    /**
     * Whether two log-ratios of one flip or move in one state differ by rounding alone.
     *
     * @param changes the steps and flips of the chain
     * @param scale the size of the largest log-ratio, as sums near 0 have the rounding of their terms
     * @param logProb that of the state
     */
    public static boolean closeRatios(double expected, double actual, double changes, double scale, double logProb) {
        return close(expected, actual, after(changes), scale)
                || close(expected, actual, Math.max(FEW_FLIPS, OF_DIFFERENCE * after(changes)), logProb);
    }
}
