package dev.lbp.runtime.report;

import dev.lbp.internal.html.Numbers;
import dev.lbp.result.TemperingResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The words of summaries, verdicts and reports about parallel tempering.
 *
 * @param scaleName the name of the scale: "scale R"
 * @param beta the inverse temperature of the target
 */
record TemperingText(TemperingResult result, String scaleName, double beta) {

    /** With fewer restarts a chain has seen too few states from the reference to tell how much each mode weighs. */
    static final long FEWEST_RESTARTS = 10;

    /** If the swaps of a pair of slots have a lower acceptance, too few replicas pass the pair. */
    static final double LEAST_SWAPS = 0.1;

    /** Two estimates of log Z that are further apart, in standard errors of their difference, contradict each other. */
    static final double MOST_ERRORS = 4.0;

    /**
     * Where a pair accepts swaps of whole states at a lower rate, the ratios of its stepping stones vary by a factor of
     * {@code exp(2.8)} or more: a mean needs thousands of independent draws.
     */
    private static final double LEAST_OVERLAP = 0.05;

    /** A number of replicas that differs from the advised one by at most this part of it needs no advice. */
    private static final double CLOSE = 0.1;

    private static final int MOST_DECIMALS = 6;

    /**
     * The line of a summary: "tempering: 14 replicas, R 95 to 3.5, swaps accepted 0.34 to 0.60, barrier 8.3 (about 18
     * replicas would be best), 36 round trips of 138 expected; log Z 310.44 +- 0.15".
     */
    String line() {
        return "tempering: " + result.replicas() + " replicas" + (result.twins() ? " and their twins" : "") + scales()
                + ", swaps accepted " + swaps() + ", barrier " + rounded(result.barrier()) + advice() + ", "
                + roundTrips() + "; " + result.logZName() + " " + logZ();
    }

    /**
     * "36 round trips of 138 expected"; "36 round trips" if parts of states are exchanged: theory is for whole states.
     */
    String roundTrips() {
        long made = result.roundTrips();
        String trips = made + (made == 1 ? " round trip" : " round trips");
        return result.twins() || result.exchangesParts()
                ? trips
                : trips + " of " + rounded(result.expectedRoundTrips()) + " expected";
    }

    /** The scales of the hottest slot that moves and of the coldest; empty if all slots have the same scale or none. */
    private String scales() {
        double[] scales = result.scales();
        double hottest = scales[1]; // slot 0 draws from the reference, without a scale
        double coldest = scales[scales.length - 1];
        boolean differ = DoubleStream.of(scales).anyMatch(scale -> Double.isFinite(scale) && scale != hottest);
        return differ ? ", " + symbol() + " " + rounded(hottest) + " to " + rounded(coldest) : "";
    }

    /** The symbol of the scale: "R". */
    String symbol() {
        return scaleName.substring(scaleName.lastIndexOf(' ') + 1);
    }

    /** The least and the largest rate of exchanges of states, then of parts of states if pairs exchange parts. */
    private String swaps() {
        String whole = range(DoubleStream.of(result.swapAcceptance()));
        // NaN stands for a pair of slots that exchanges whole states
        DoubleStream parts = DoubleStream.of(result.exchangedShares()).filter(share -> !Double.isNaN(share));
        return result.exchangesParts() ? whole + ", parts exchanged " + range(parts) : whole;
    }

    /** "0.34 to 0.60". */
    private static String range(DoubleStream values) {
        DoubleSummaryStatistics of = values.summaryStatistics();
        String least = rounded(of.getMin());
        String most = rounded(of.getMax());
        return least.equals(most) ? least : least + " to " + most;
    }

    /** What follows the barrier: that it is only a lower bound, or the advised replicas if the run has others. */
    private String advice() {
        int best = result.advisedReplicas();
        if (closedPairs().length > 0) { // a pair without exchanges counts only 1 in it, and may need far more
            return " or more";
        }
        return Math.abs(best - result.replicas()) <= CLOSE * best ? "" : " (about " + best + " replicas would be best)";
    }

    /** log Z and its standard error with two digits of the error, or the least error that the draws can show. */
    String logZ() {
        double error = result.logZError();
        if (!Double.isFinite(result.logZ()) || Double.isNaN(error)) {
            return Numbers.plain(result.logZ(), 3) + ", without an error";
        }
        double shown = Math.max(error, result.logZResolution());
        int decimals = 1 - (int) Math.floor(Math.log10(shown));
        String format = "%." + Math.min(Math.max(decimals, 0), MOST_DECIMALS) + "f";
        return error < shown
                ? Numbers.format(format + ", error below %.2g, 1 / draws", result.logZ(), shown)
                : Numbers.format(format + " +- " + format, result.logZ(), error);
    }

    /** A sentence on states that log Z cannot know of; empty if its error is larger than the share of one draw. */
    Optional<String> limits() {
        return result.logZError() < result.logZResolution()
                ? Optional.of(Numbers.format(
                        "log Z is of the states that replicas met: a state that none of %,d draws of the reference and"
                                + " of each slot met is not in it, however probable.",
                        Math.round(1.0 / result.logZResolution())))
                : Optional.empty();
    }

    /** The inverse temperatures of the slots. */
    double[] betas() {
        return DoubleStream.of(result.betas()).map(share -> share * beta).toArray();
    }

    /** The inverse temperature of the target, in words. */
    String targetBeta() {
        return beta == Math.rint(beta) ? Numbers.count((long) beta) : Numbers.text(beta);
    }

    /** The reasons to doubt that replicas travelled enough, and that log Z is right: a sentence each. */
    List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        if (result.fewestRestarts() < FEWEST_RESTARTS) {
            doubts.add(fewRestarts());
        }
        int[] closed = closedPairs();
        if (closed.length > 0) {
            doubts.add(fewExchanges(closed));
        }
        double apart = Math.abs(result.forwardLogZ() - result.backwardLogZ());
        double errors = apart / result.steppingStonesError();
        if (stonesJudge() && (errors > MOST_ERRORS || !Double.isFinite(apart))) {
            doubts.add(Numbers.format(
                    "Stepping stones up the ladder give log Z %s, and down the ladder %s, %s errors apart, above %.0f: take more"
                            + " replicas, or more draws.",
                    Numbers.plain(result.forwardLogZ(), 3),
                    Numbers.plain(result.backwardLogZ(), 3),
                    !Double.isFinite(apart) ? "infinitely many" : Verdict.text(errors, MOST_ERRORS, 1),
                    MOST_ERRORS));
        }
        return doubts;
    }

    /** A sentence on the worst of the closed pairs. */
    private String fewExchanges(int... closed) {
        int worst = IntStream.of(closed)
                .boxed()
                .min(Comparator.comparingDouble(result::exchangeRate))
                .orElseThrow();
        boolean whole = Double.isNaN(result.exchangedShares()[worst]); // else the pair exchanges parts of states
        return Numbers.format(
                whole
                        ? "Swaps between beta %s and %s are accepted at a rate of %s, below %s%s: take more replicas, or more"
                                + " warm-up."
                        : "Exchanges between beta %s and %s move a share of %s of what differs, below %s%s: take more"
                                + " replicas, or more warm-up.",
                rounded(betas()[worst]),
                rounded(betas()[worst + 1]),
                Verdict.text(result.exchangeRate(worst), LEAST_SWAPS, 2),
                LEAST_SWAPS,
                others(closed.length, "pair"));
    }

    /** What follows a statement about one of {@code count}: ", and 2 other pairs too"; empty if there is only one. */
    private static String others(long count, String thing) {
        return count == 1 ? "" : ", and " + (count - 1) + " other " + thing + (count == 2 ? "" : "s") + " too";
    }

    /**
     * Whether stepping stones can show that slots contradict each other. Pairs that exchange parts may hardly overlap
     * as a whole; their stones then differ though draws and Bennett's log Z are right.
     */
    private boolean stonesJudge() {
        return !result.exchangesParts()
                || DoubleStream.of(result.swapAcceptance()).skip(firstPair()).allMatch(rate -> rate >= LEAST_OVERLAP);
    }

    /** The first pair whose rate of exchanges counts: that of pair 0 is at most the share of possible draws. */
    private int firstPair() {
        return drawsImpossible() ? 1 : 0;
    }

    /** The pairs k of slots k and k + 1 whose rate of exchanges is below {@link #LEAST_SWAPS}. */
    private int[] closedPairs() {
        return IntStream.range(firstPair(), result.replicas() - 1)
                .filter(k -> !(result.exchangeRate(k) >= LEAST_SWAPS))
                .toArray();
    }

    /** Whether the reference draws impossible states, which no exchange accepts. */
    private boolean drawsImpossible() {
        return result.meanLogProb()[0] == Double.NEGATIVE_INFINITY;
    }

    /** Advice that would make replicas travel faster, a sentence each. None is a reason against mixing. */
    List<String> remarks() {
        double rate = result.exchangeRate(0);
        return drawsImpossible() && rate < LEAST_SWAPS
                ? List.of(Numbers.format(
                        "Most draws of the reference are impossible: exchanges with it are accepted at a rate of %s. A reference"
                                + " with logits near the possible states, or fewer forbidden states, would give more restarts.",
                        Verdict.text(rate, LEAST_SWAPS, 2)))
                : List.of();
    }

    private String fewRestarts() {
        long[] restarts = result.restarts();
        long fewest = result.fewestRestarts();
        int chain = 0;
        while (restarts[chain] != fewest) {
            chain++;
        }
        long few =
                LongStream.of(restarts).filter(count -> count < FEWEST_RESTARTS).count();
        return Numbers.format(
                "%s from the reference to beta %s in chain %d, below %d%s: take more draws.",
                fewest == 0 ? "No replica came" : "Only " + Numbers.count(fewest, "replica") + " came",
                targetBeta(),
                chain,
                FEWEST_RESTARTS,
                others(few, "chain"));
    }

    /** The value to two significant digits if it rounds to less than 10, else to a whole number. */
    static String rounded(double value) {
        double size = Math.abs(value); // %.2g would write 120 as 1.2e+02
        return Numbers.format(size >= 9.95 || size == 0.0 ? "%.0f" : "%.2g", value);
    }
}
