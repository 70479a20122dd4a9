package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.step.StepKind;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The scale and the acceptance over warm-up, in at most {@link #BINS} bins per chain, and the averages that {@link
 * ScaleShare} and {@link #settled} need. Each chain writes to its own rows.
 */
public final class WarmUpTrace {

    /** The largest number of bins; a plot has no room for more. */
    public static final int BINS = 500;

    private static final int QUARTERS = 4;

    /** Largest factor between the geometric means of R in the third and the fourth quarter of a settled warm-up. */
    private static final double SETTLED_RATIO = 1.05;

    /**
     * Largest factor that may be put down to chance. The frozen scale is the mean over the third and the fourth
     * quarter, so it is at most 10 percent off, which costs about 4 percent of the speed ({@code s^2 2 Phi(-0.562 s^3)}
     * with s = 1.1 and 0.9; Roberts and Rosenthal 1998). Larger noise needs more steps.
     */
    private static final double CHANCE_RATIO = 1.2;

    /** The significance level: the probability that a scale without drift changes by more than {@link #chance}. */
    private static final double LEVEL = 0.05;

    private final boolean adaptive;
    private boolean allowsChance;
    private final int steps;
    private final int bins;
    /** The number of recorded steps of each chain. */
    private final int[] taken;
    /** Sums over the steps of a bin, [chains][bins]: of log R, of min(1, alpha) of moves, and of steps. */
    private final double[][] logScale;

    private final double[][] acceptance;
    private final int[][] count;

    /** The moves among the steps of {@link #count}; the same array if all steps are moves. */
    private int[][] proposals;

    /** Sums of log R over each quarter of warm-up, and the number of its steps, [chains][4]. */
    private final double[][] quarter;

    private final int[][] quarterCount;
    /** Sum of log R over the last half of warm-up, and the number of its steps, of each chain. */
    private final double[] lastHalf;

    private final int[] lastHalfCount;

    /**
     * The trace of chains whose steps are all moves. Until {@link #allowsChance} is called, a change of the scale
     * counts as unsettled even if chance may explain it.
     *
     * @param adaptive whether the scale adapts
     */
    public WarmUpTrace(int chains, int steps, boolean adaptive) {
        this.adaptive = adaptive;
        this.steps = steps;
        this.bins = Math.min(BINS, steps);
        taken = new int[chains];
        logScale = new double[chains][bins];
        acceptance = new double[chains][bins];
        count = new int[chains][bins];
        proposals = count; // one array: every step is a move
        quarter = new double[chains][QUARTERS];
        quarterCount = new int[chains][QUARTERS];
        lastHalf = new double[chains];
        lastHalfCount = new int[chains];
    }

    /**
     * The trace of {@code steps} steps of chains that have the same kinds of steps. Only the acceptance of moves is
     * recorded.
     */
    public static WarmUpTrace of(List<? extends ChainState<?>> chains, int steps) {
        ChainState<?> first = chains.get(0);
        WarmUpTrace trace = new WarmUpTrace(chains.size(), steps, first.scale.adapting());
        // if all steps are moves, the counts of moves are those of steps
        trace.proposals = first.hasOtherKinds() ? new int[chains.size()][trace.bins] : trace.count;
        return trace;
    }

    /** Sets whether a scale also counts as settled if chance explains its change; returns this. */
    public WarmUpTrace allowsChance(boolean allows) {
        allowsChance = allows;
        return this;
    }

    /** Records a step after the chain has taken it. */
    public void record(ChainState<?> chain) {
        int c = chain.index;
        int t = taken[c]++;
        int bin = (int) ((long) t * bins / steps);
        double log = Math.log(chain.scale.value());
        logScale[c][bin] += log;
        count[c][bin]++;
        boolean move = chain.kind == StepKind.MOVE;
        if (move) {
            acceptance[c][bin] += chain.acceptanceProbability;
        }
        if (move && proposals != count) { // if all steps are moves, both are one array
            proposals[c][bin]++;
        }
        int q = (int) ((long) t * QUARTERS / steps);
        quarter[c][q] += log;
        quarterCount[c][q]++;
        if (2L * t >= steps) {
            lastHalf[c] += log;
            lastHalfCount[c]++;
        }
    }

    /** Writes or reads the rows of the chains of a span. */
    public void transcribe(Transcript transcript, ChainSpan span) {
        for (int c = span.first(); c < span.end(); c++) {
            taken[c] = transcript.of(taken[c]);
            transcript.of(logScale[c], bins);
            transcript.of(acceptance[c], bins);
            transcript.of(count[c], bins);
            if (proposals != count) {
                transcript.of(proposals[c], bins);
            }
            transcript.of(quarter[c], QUARTERS);
            transcript.of(quarterCount[c], QUARTERS);
            lastHalf[c] = transcript.of(lastHalf[c]);
            lastHalfCount[c] = transcript.of(lastHalfCount[c]);
        }
    }

    /** The mean of log R of a chain over the last half; NaN if the chain has not reached it. */
    double meanLogScale(int chain) {
        return lastHalf[chain] / lastHalfCount[chain];
    }

    /** Whether the scale adapts. */
    public boolean adapts() {
        return adaptive;
    }

    /**
     * Whether the scale changed by at most 5 % from the third quarter to the fourth; true for a fixed scale. If chance
     * may explain a change, also true for a change of at most 20 % that is not larger than {@link #chance}.
     */
    public boolean settled() {
        if (!adaptive) {
            return true;
        }
        double change = Math.abs(quarterMean(3) - quarterMean(2));
        return change <= Math.log(SETTLED_RATIO)
                || allowsChance && change <= Math.min(Math.log(CHANCE_RATIO), chance());
    }

    /**
     * The change of the mean of log R that a scale without drift exceeds with probability {@link #LEVEL}, by Student's
     * t test on the changes of the chains, which adapt independently. A drift moves all chains, so it adds nothing to
     * their spread. 0 for one chain, whose spread is not known.
     */
    private double chance() {
        int chains = quarter.length;
        if (chains < 2) {
            return 0.0;
        }
        double[] change = new double[chains];
        Arrays.setAll(change, c -> quarter[c][3] / quarterCount[c][3] - quarter[c][2] / quarterCount[c][2]);
        double mean = Arrays.stream(change).average().orElseThrow();
        double squares = Arrays.stream(change).map(x -> (x - mean) * (x - mean)).sum();
        double error = Math.sqrt(squares / (chains - 1) / chains);
        return error * TDistribution.of(chains - 1).inverseSurvivalProbability(LEVEL / 2.0);
    }

    /** The means of scale and acceptance over all chains, bin by bin. */
    public SampleResult.WarmUp result() {
        double[] scales = means(logScale, count);
        for (int b = 0; b < bins; b++) {
            scales[b] = Math.exp(scales[b]);
        }
        return new SampleResult.WarmUp(scales, means(acceptance, proposals), steps, settled());
    }

    /** The mean of log R over quarter {@code q} of warm-up, 0 to 3, and all chains. */
    private double quarterMean(int q) {
        double sum = 0.0;
        long n = 0;
        for (int c = 0; c < quarter.length; c++) {
            sum += quarter[c][q];
            n += quarterCount[c][q];
        }
        return sum / n;
    }

    /**
     * The mean of each bin over all chains. A bin without a step has the mean of the bin before it, or NaN if there is
     * none.
     */
    private double[] means(double[][] sums, int[][] counts) {
        double[] means = new double[bins];
        for (int b = 0; b < bins; b++) {
            double sum = 0.0;
            int n = 0;
            for (int c = 0; c < sums.length; c++) {
                sum += sums[c][b];
                n += counts[c][b];
            }
            means[b] = n == 0 && b > 0 ? means[b - 1] : sum / n;
        }
        return means;
    }
}
