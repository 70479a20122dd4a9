package dev.lbp.runtime.record;

import dev.lbp.internal.Transcript;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Batches of a quantity of every site along one chain: draws are cut into batches of b, and of a site are kept the sum over its
 * complete batches, and the sum of squares of their own sums. A site is looked at when it changes for the first time in a batch:
 * the batches it has slept through have b times its value. So a change costs O(1), a step without changes nothing, and memory is
 * 16 bytes per site, 24 if the first batch begins after the first draw.
 *
 * <p>Source: batch means as in {@link dev.lbp.diagnostics.MonteCarloError#batchMeans}.
 */
public final class MarginalBatches {

    /**
     * Of the draws asked for, per chain; up to twice as many if there are under 1,000 draws. Four chains then give the error to
     * {@code 1 / sqrt(2 * 127)}, 6 %; more batches would be shorter, and nearer to the correlation time of slow sites, which
     * they would not show.
     */
    static final int BATCHES = 32;

    private int length;

    /** The first draw of the first batch. */
    private int origin;

    /** The sum of a site before that draw; null for zeros. */
    private double @Nullable [] base;

    /** The first draw of the present batch. */
    private int start;

    /** The sum of a site before the batch of its last change, and the squares of these batches. */
    private final double[] sums;

    private final double[] squares;

    /**
     * Batches from the first draw on.
     *
     * @param length draws in a batch, at least 1
     */
    MarginalBatches(int dimension, int length) {
        this.length = length;
        sums = new double[dimension];
        squares = new double[dimension];
    }

    /**
     * Batches from a later draw on.
     *
     * @param sumsBefore of every site over the draws before {@code origin}
     */
    MarginalBatches(int length, int origin, double[] sumsBefore) {
        this(sumsBefore.length, length);
        this.origin = origin;
        start = origin;
        base = sumsBefore;
        System.arraycopy(sumsBefore, 0, sums, 0, sums.length);
    }

    int dimension() {
        return sums.length;
    }

    int length() {
        return length;
    }

    /** The first draw of the present batch: a site that has not changed since then is to be {@link #close closed} first. */
    int start() {
        return start;
    }

    /** Is told of the number of draws, after each. */
    void drawn(int draws) {
        if (draws - start == length) {
            start = draws;
        }
    }

    /**
     * Closes the batch of a site's last change, and those after it that are complete; none if the change came after {@link #start}.
     *
     * @param value the site's value since that change
     * @param since the draw of the change
     * @param sumThen the sum of the site before that draw
     */
    void close(int site, double value, int since, double sumThen) {
        int from = Math.max(since, origin);
        if (from >= start) {
            return;
        }
        int end = origin + ((from - origin) / length + 1) * length;
        double first = sumThen + value * (end - since) - sums[site];
        double asleep = value * length;
        int asleepFor = (start - end) / length;
        squares[site] += first * first + asleepFor * asleep * asleep;
        sums[site] = sumThen + value * (start - since);
    }

    void transcribe(Transcript transcript) {
        length = transcript.of(length); // of a run that is resumed with more draws, that of the run as it began
        origin = transcript.of(origin);
        start = transcript.of(start);
        if (origin > 0) {
            base = base == null ? new double[sums.length] : base;
            transcript.of(base, base.length);
        }
        transcript.of(sums, sums.length);
        transcript.of(squares, squares.length);
    }

    /** The number of complete batches. */
    int count() {
        return (start - origin) / length;
    }

    /** The sum of a site over its complete batches. */
    private double sum(int site) {
        return base == null ? sums[site] : sums[site] - base[site];
    }

    /**
     * What the batches of all chains say of each site.
     *
     * @param errors standard errors of the mean; NaN where all batch means are equal, or there are under two
     * @param fRatios variance between chains over variance within; NaN where all batch means are equal, or there is no variance
     *     of one of the two kinds because there are too few chains or batches
     */
    record Analysis(double[] errors, double[] fRatios) {}

    /**
     * Analysis of variance of the batch means of a quantity of each site. With s^2 the sample variance of the m batch means of all
     * chains about their common mean, the standard error is {@code sqrt(s^2 b / n)}, n the draws of all chains. The variance is
     * put together from those within chains and between them, which keeps its digits where sites hardly vary; the F ratio is
     * that between chains over that within, each per degree of freedom.
     *
     * @param levels of each chain and site, what is to be added to the quantity, [chains][N]
     */
    static Analysis analysis(List<MarginalBatches> chains, double[][] levels, long draws) {
        double[] errors = new double[levels[0].length];
        double[] fRatios = new double[errors.length];
        for (int i = 0; i < errors.length; i++) {
            double length = chains.get(0).length;
            double batches = 0.0;
            double mean = 0.0;
            double within = 0.0;
            double between = 0.0;
            int groups = 0;
            for (int c = 0; c < levels.length; c++) {
                MarginalBatches chain = chains.get(c);
                int count = chain.count();
                if (count > 0) {
                    double sum = chain.sum(i);
                    double off = levels[c][i] + sum / (count * length) - mean;
                    // Exactly 0 if all batches are alike, since both products are then the same number.
                    within += (count * chain.squares[i] - sum * sum) / (count * length * length);
                    between += off * off * batches * count / (batches + count);
                    batches += count;
                    mean += off * count / batches;
                    groups++;
                }
            }
            double deviations = within + between;
            errors[i] = deviations > 0.0 ? Math.sqrt(deviations / (batches - 1.0) * length / draws) : Double.NaN;
            // 0 / 0 where nothing varies, or where one chain or one batch per chain leaves no degree of freedom
            fRatios[i] = between / (groups - 1.0) / (within / (batches - groups));
        }
        return new Analysis(errors, fRatios);
    }
}
