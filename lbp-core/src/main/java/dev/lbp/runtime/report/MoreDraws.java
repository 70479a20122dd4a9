package dev.lbp.runtime.report;

import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.diagnostics.RHat;
import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.internal.html.Numbers;
import java.util.List;
import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * How many more draws a run needs to be called mixed, if it is only too short. Let its chains have m halves with an
 * effective sample size of w each. If the chains agree, the variance between the means of halves, over that within, is
 * a chi-square of m - 1 degrees of freedom over {@code (m - 1) w}. R-hat is the square root of (n - 1)/n plus this
 * ratio, for halves of n draws. So the ratio is compared with w first, where w is that of each chain by itself: a
 * larger ratio is a difference between chains, which more draws need not end. If it is not larger, the effective sample
 * size grows with the number of draws, and R-hat approaches 1.
 */
final class MoreDraws {

    /** The level of the test that R-hat is no larger than short chains that agree may have. */
    private static final double FALSE_ALARM = 1e-3;

    /** The probability that some R-hat of the longer run is too large by chance. */
    private static final double FAILURE = 0.05;

    /**
     * The least effective sample size of a half-chain, averaged over these. With fewer, the estimates are too bad for a
     * forecast (Gelman et al., <i>Bayesian Data Analysis</i>, 3rd edition, 2013, section 11.5).
     */
    private static final double LEAST_OF_HALF = 5.0;

    private MoreDraws() {}

    /**
     * The number of draws that each chain needs in addition, rounded up to two digits; empty if nothing shows that more
     * draws would be enough.
     *
     * @param traces the names of the traces whose R-hat or effective sample size is not sufficient, at least one
     */
    static OptionalInt needed(ReportedRun result, List<String> traces) {
        double growth = 1.0;
        for (String name : traces) {
            double required = result.<Double>ofDraws(
                    name,
                    (trace, every) -> every == 1 // only if all draws are in memory
                            ? growth(
                                    trace,
                                    result.statistics(name),
                                    result.traces().size())
                            : Double.NaN,
                    () -> Double.NaN);
            growth = Math.max(growth, required); // NaN if one of them is
        }
        double more = roundedUp((growth - 1.0) * result.draws());
        return more >= 1.0 && result.draws() + more <= Integer.MAX_VALUE
                ? OptionalInt.of((int) more)
                : OptionalInt.empty();
    }

    /**
     * The factor by which a run must be longer; NaN if its chains differ by more than their length explains, or are too
     * short to tell.
     *
     * @param trace all draws, [chains][draws]
     * @param statistics of the trace, R-hat and effective sample size not NaN
     * @param traces the number of traces of the run
     */
    static double growth(double[][] trace, TraceStatistics statistics, int traces) {
        int halves = 2 * trace.length;
        int draws = trace[0].length / 2;
        double squared = statistics.rHat() * statistics.rHat();
        double betweenOverWithin = squared - (draws - 1.0) / draws; // the variances between means and within halves
        double mostByChance = quantile(halves - 1, FALSE_ALARM);
        double bulk = statistics.bulkSample();
        // whether the means differ by chance, given the effective sample size within each chain
        boolean agree = betweenOverWithin * EffectiveSampleSize.tfp(trace) / 2.0 <= mostByChance;
        double[][] distances = RHat.distancesToMedian(trace);
        if (!agree && RHat.of(distances) >= statistics.rHat()) {
            agree = betweenOverWithin * EffectiveSampleSize.tfp(distances) / 2.0 <= mostByChance;
            bulk = EffectiveSampleSize.bulk(distances);
        }
        if (!agree || !(bulk >= LEAST_OF_HALF * halves)) {
            return Double.NaN;
        }
        double excess = Verdict.LARGEST_R_HAT * Verdict.LARGEST_R_HAT - 1.0;
        // R-hat is the larger of two, of centres and of spreads
        double sample =
                Math.max(Verdict.SMALLEST_SAMPLE, halves * quantile(halves - 1, FAILURE / (2.0 * traces)) / excess);
        // a run longer by this factor has the sample that it needs, and a small R-hat^2 - 1, which falls as 1 / length
        return Math.max(sample / bulk, (squared - 1.0) / excess);
    }

    /** The value that a chi-square over its degrees of freedom exceeds with the given probability. */
    private static double quantile(int degrees, double probability) {
        return ChiSquaredDistribution.of(degrees).inverseSurvivalProbability(probability) / degrees;
    }

    private static double roundedUp(double value) {
        double unit = Math.pow(10.0, Math.max(0.0, Math.floor(Math.log10(value)) - 1.0));
        return unit * Math.ceil(value / unit);
    }

    /** The sentence of verdicts: "About 4,000 more draws of each chain would be enough, 5,000 in all." */
    static String sentence(ReportedRun result, int more) {
        return Numbers.format(
                "About %,d more draws%s would be enough, %,d in all.",
                more, result.chains() == 1 ? "" : " of each chain", result.draws() + more);
    }
}
