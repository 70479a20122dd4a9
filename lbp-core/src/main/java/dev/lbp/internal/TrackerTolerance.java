package dev.lbp.internal;

import java.util.Optional;

/** The largest differences, by rounding, between the numbers of a tracker and of a new one at the same state. */
public final class TrackerTolerance {

    /** The tolerance after few flips, relative to 1 plus the size of the numbers. Single precision stays below it. */
    public static final double FEW_FLIPS = 1e-6;

    /**
     * The largest tolerance, however many flips there were. Larger errors of a log-probability would change the
     * distribution.
     */
    private static final double LARGEST = 1e-3;

    /**
     * The tolerance of a log-ratio that is a difference of log-probabilities, as a share of a log-probability's
     * tolerance.
     */
    private static final double OF_DIFFERENCE = 0.1;

    private TrackerTolerance() {}

    /** The tolerance after some steps and flips: rounding errors add up as a random walk does. */
    public static double after(double changes) {
        return Math.min(LARGEST, FEW_FLIPS * Math.sqrt(1.0 + changes));
    }

    /**
     * Whether two numbers differ by at most {@code tolerance (1 + |scale|)}. An infinite number is close only to
     * itself.
     */
    public static boolean close(double expected, double actual, double tolerance, double scale) {
        // the limit of the tolerance is finite, so that an infinite scale does not excuse an infinite difference
        return expected == actual
                || Math.abs(expected - actual) <= Math.min(Double.MAX_VALUE, tolerance * (1.0 + Math.abs(scale)));
    }

    /**
     * The words for two scores of a state that differ by more than rounding, perhaps in single precision; empty if they
     * do not.
     *
     * @param again the second score, computed while no other call ran
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
     * Whether two log-ratios of one flip or move in one state differ by rounding alone. How a model computes them is
     * not known, so either of two tolerances will do. If they are sums of their own terms, rounding is relative to the
     * largest log-ratio. If they are differences of log-probabilities, it is relative to the log-probability, with
     * a tenth of the tolerance, but at least {@link #FEW_FLIPS}.
     *
     * @param changes the number of steps and flips of the chain
     * @param scale the size of the largest log-ratio: a sum near 0 has the rounding of its terms
     * @param logProb the log-probability of the state
     */
    public static boolean closeRatios(double expected, double actual, double changes, double scale, double logProb) {
        return close(expected, actual, after(changes), scale)
                || close(expected, actual, Math.max(FEW_FLIPS, OF_DIFFERENCE * after(changes)), logProb);
    }
}
