package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Batches of a quantity of every site along one chain. A batch has b draws. For each site, the class keeps the sum over
 * the complete batches and the sum of squares of the batch sums. It updates a site at the site's first change in a
 * batch: each batch without a change sums to b * value. So a change costs O(1), and a step without changes costs
 * nothing. Memory is 16 bytes per site, 24 if the first batch begins after the first draw.
 *
 * <p>Source: batch means as in {@link dev.lbp.diagnostics.MonteCarloError#batchMeans}.
 */
final class MarginalBatches {

    /**
     * The number of batches per chain for the requested draws; up to twice as many for under 1,000 draws. With four
     * chains, the standard error has a relative error of {@code 1 / sqrt(2 * 127)}, 6 %. More batches would be shorter
     * and closer to the correlation time of slow sites, and would miss that correlation.
     */
    static final int BATCHES = 32;

    private int length;

    /** The first draw of the first batch. */
    private int origin;

    /** The sum of each site before draw {@link #origin}; null for zeros. */
    private double @Nullable [] base;

    /** The first draw of the current batch. */
    private int start;

    /**
     * For each site, the sum before the batch of its last change, and the sum of squares of the sums of these batches.
     */
    private final double[] sums;

    private final double[] squares;

    /**
     * Makes batches that begin at the first draw.
     *
     * @param length draws in a batch, at least 1
     */
    MarginalBatches(int dimension, int length) {
        this.length = length;
        sums = new double[dimension];
        squares = new double[dimension];
    }

    /**
     * Makes batches that begin at a later draw.
     *
     * @param sumsBefore the sum of every site over the draws before {@code origin}
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

    /**
     * The first draw of the current batch. A site that has not changed since then must be {@link #close closed} before
     * its next change.
     */
    int start() {
        return start;
    }

    /** The number of draws after which {@value #BATCHES} batches are complete, at most 2^31 - 1. */
    int full() {
        return (int) Math.min(Integer.MAX_VALUE, origin + (long) BATCHES * length);
    }

    /** Updates the number of draws. Must be called after each draw. */
    void drawn(int draws) {
        if (draws - start == length) {
            start = draws;
        }
    }

    /**
     * Closes the batch of a site's last change, and the complete batches after it. Does nothing if the change came at
     * {@link #start} or later.
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
        int endOfBatch = origin + ((from - origin) / length + 1) * length; // of the batch of the change
        double sumOfBatch = sumThen + value * (endOfBatch - since) - sums[site];
        double unchanged = value * length; // the sum of each complete batch after it
        int unchangedBatches = (start - endOfBatch) / length;
        squares[site] += sumOfBatch * sumOfBatch + unchangedBatches * unchanged * unchanged;
        sums[site] = sumThen + value * (start - since);
    }

    /** Writes or reads all sums; those before the first batch only if it begins after the first draw. */
    void transcribe(Transcript transcript) {
        length = transcript.of(length); // a run resumed for more draws keeps the length that it began with
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

    /** The sum of a site over its complete batches: without the draws before {@link #origin}. */
    private double sum(int site) {
        return base == null ? sums[site] : sums[site] - base[site];
    }

    /**
     * The analysis of the batches of all chains.
     *
     * @param errors standard errors of the mean of each cell; NaN where all batch means are equal, or there are under
     *     two
     * @param fRatios for each site, variance between chains over variance within; NaN where all batch means are equal,
     *     or where one of the two variances is undefined because there are too few chains or batches
     */
    record Analysis(double[] errors, double[] fRatios) {}

    /**
     * Analyses the variance of the batch means of a quantity, for each cell. The standard error is {@code sqrt(s^2 b /
     * n)}: s^2 is the sample variance of the m batch means of all chains about their common mean, and n is the number
     * of draws of all chains. s^2 is computed from the sums of squares within chains and between chains, which keeps
     * its digits where cells hardly vary. The F ratio is the variance between chains over that within chains, each per
     * degree of freedom.
     *
     * <p>A site may have several cells, the indicators of its values. Its F ratio then has the sums over these cells:
     * the squared distance between frequencies of all values takes the place of the squared difference.
     *
     * @param cellsPerSite the cells of a site, which are next to each other
     * @param levels the constant that is added to the quantity of each chain and cell, [chains][cells]; null for zeros
     */
    static Analysis analysis(List<MarginalBatches> chains, int cellsPerSite, double @Nullable [][] levels, long draws) {
        double[] errors = new double[chains.get(0).dimension()];
        double[] fRatios = new double[errors.length / cellsPerSite];
        double length = chains.get(0).length;
        double batches = chains.stream().mapToLong(MarginalBatches::count).sum();
        long groups = chains.stream().filter(chain -> chain.count() > 0).count();
        for (int site = 0; site < fRatios.length; site++) {
            double withinSite = 0.0;
            double betweenSite = 0.0;
            for (int i = site * cellsPerSite; i < (site + 1) * cellsPerSite; i++) {
                Deviations cell = new Deviations(length);
                for (int c = 0; c < chains.size(); c++) {
                    cell.add(chains.get(c), i, levels == null ? 0.0 : levels[c][i]);
                }
                double all = cell.within + cell.between;
                errors[i] = all > 0.0 ? Math.sqrt(all / (batches - 1.0) * length / draws) : Double.NaN;
                withinSite += cell.within;
                betweenSite += cell.between;
            }
            // 0 / 0 where nothing varies, or where one chain or one batch per chain leaves no degree of freedom
            fRatios[site] = betweenSite / (groups - 1.0) / (withinSite / (batches - groups));
        }
        return new Analysis(errors, fRatios);
    }

    /** The squared deviations of a cell's batch means, within chains and between them, chain by chain. */
    private static final class Deviations {

        private final double length;
        private double within;
        private double between;
        private double batches;
        private double mean;

        Deviations(double length) {
            this.length = length;
        }

        /** Adds a chain's mean and squares to those of the earlier chains. */
        void add(MarginalBatches chain, int cell, double level) {
            int count = chain.count();
            if (count > 0) {
                double sum = chain.sum(cell);
                double deviation = level + sum / (count * length) - mean;
                // If all batches are equal, rounding may make the difference negative, which would hide that chains
                // differ.
                within += Math.max(count * chain.squares[cell] - sum * sum, 0.0) / (count * length * length);
                between += deviation * deviation * batches * count / (batches + count);
                batches += count;
                mean += deviation * count / batches;
            }
        }
    }
}
