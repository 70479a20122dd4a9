package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import java.util.List;

/**
 * For every site, the average over draws of {@code P(x_i = 1 | the others)}, which may change at any draw.
 *
 * <p>At a change of a site's value, the class adds the old value minus the first one, for all draws since the last
 * change. So a change of one site costs O(1), a draw without changes costs nothing, and a site with a constant value
 * has a sum of exactly 0. A change of all sites at once costs one pass over four arrays.
 */
final class ConditionalMeans {

    /**
     * An error below this part of the average is rounding: a conditional probability that is the same in every state
     * differs by an ulp where the site itself is 1 and where it is 0.
     */
    static final double ROUNDING = 1e-15;

    /** For each site: the value at the first draw, and the current value. */
    private final double[] first;

    private final double[] value;

    /** For each site, the first draw that {@link #sum} does not count, if that is later than {@link #sinceAll}. */
    private final int[] since;

    /** The last draw that set all sites: {@link #sum} counts the draws before it. */
    private int sinceAll;

    /** Whether some sites may have changed after draw {@link #sinceAll}, so that their sums reach further. */
    private boolean uneven;

    /** For each site, the sum of (value - first) over the draws counted so far. */
    private final double[] sum;

    private final GrowingBatches batches;

    ConditionalMeans(int dimension, GrowingBatches batches) {
        this.first = new double[dimension];
        this.value = new double[dimension];
        this.since = new int[dimension];
        this.sum = new double[dimension];
        this.batches = batches;
    }

    /** Sets the values of the first draw to the current values. */
    void begin() {
        System.arraycopy(value, 0, first, 0, first.length);
    }

    /** Sets the value of a site from a draw on. */
    void set(int site, double now, int draw) {
        if (now != value[site]) {
            addUpTo(site, draw);
            value[site] = now;
        }
    }

    /** Sets the value of every site to {@code |bases[i] - offsets[i]|} from a draw on. */
    void setAll(double[] bases, double[] offsets, int draw) {
        double draws = draw - sinceAll;
        if (uneven || batches.behind(sinceAll)) { // sums reach to different draws, or a batch has ended
            for (int i = 0; i < value.length; i++) {
                addUpTo(i, draw);
            }
            draws = 0.0; // the sums count them now
        }
        for (int i = 0; i < value.length; i++) {
            sum[i] += (value[i] - first[i]) * draws;
            value[i] = Math.abs(bases[i] - offsets[i]);
        }
        sinceAll = draw;
        uneven = false;
    }

    /** Updates the number of draws. Must be called after each draw. */
    void drawn(int draws) {
        batches.drawn(draws);
    }

    /** Counts the draws before {@code draw} in the sum of a site, at its current value. */
    private void addUpTo(int site, int draw) {
        double excess = value[site] - first[site];
        int from = Math.max(since[site], sinceAll);
        if (batches.behind(from)) {
            batches.close(site, excess, from, sum[site]);
        }
        sum[site] += excess * (draw - from);
        since[site] = draw;
        uneven = true;
    }

    /** Switches to the longer batches if enough of them are complete, after {@code made} draws. */
    void growBatches(int made) {
        for (int i = 0; i < sum.length; i++) {
            addUpTo(i, made);
        }
        batches.lengthenBatches(made, i -> sum[i]);
    }

    /** Writes or reads all. Instead of {@link #sinceAll}, files have its effect on {@link #since}. */
    void transcribe(Transcript transcript) {
        for (int i = 0; i < since.length; i++) {
            since[i] = Math.max(since[i], sinceAll);
        }
        transcript.of(first, first.length);
        transcript.of(value, value.length);
        transcript.of(since, since.length);
        transcript.of(sum, sum.length);
        batches.transcribe(transcript);
        if (transcript.isReading()) {
            sinceAll = Arrays.stream(since).min().orElseThrow();
            uneven = true;
        }
    }

    /** The average over the draws of all chains, with its error. */
    static SampleResult.Conditionals pooled(List<ConditionalMeans> chains, int[] draws) {
        double[] means = new double[chains.get(0).first.length];
        long total = Arrays.stream(draws).asLongStream().sum();
        for (int i = 0; i < means.length; i++) {
            double level = chains.get(0).first[i];
            double excess = 0.0;
            for (int c = 0; c < draws.length; c++) {
                ConditionalMeans chain = chains.get(c);
                chain.addUpTo(i, draws[c]);
                excess += (chain.first[i] - level) * draws[c] + chain.sum[i];
            }
            means[i] = level + excess / total;
        }
        double[][] levels = chains.stream().map(chain -> chain.first).toArray(double[][]::new);
        List<MarginalBatches> batches =
                chains.stream().map(chain -> chain.batches.batches()).toList();
        double[] errors = MarginalBatches.analysis(batches, /* cellsPerSite= */ 1, levels, total)
                .errors();
        for (int i = 0; i < means.length; i++) {
            errors[i] = errors[i] <= ROUNDING * means[i] ? Double.NaN : errors[i];
        }
        return new SampleResult.Conditionals(means, errors);
    }
}
