package dev.lbp;

import java.util.List;

/**
 * Batch means of every site of one chain: draws are cut into batches of b, and of a site are kept the sum and the sum of squares
 * of the numbers n_j of ones in its complete batches. A site is looked at when it changes for the first time in a batch: the
 * batches it has slept through have 0 or b ones. So a flip costs O(1), a step that flips nothing costs nothing, and memory is
 * 12 bytes per site.
 *
 * <p>Source: batch means as in {@link dev.lbp.diagnostics.MonteCarloError#batchMeans}.
 */
final class MarginalBatches {

    /**
     * Of the draws asked for, per chain; up to twice as many if there are under 1,000 draws, fewer if a run ends early. Four
     * chains then give the error to {@code 1 / sqrt(2 * 127)}, 6 %; more batches would be shorter, and nearer to the
     * correlation time of slow sites, of which they say too little.
     */
    static final int BATCHES = 32;

    private final int length;

    /** The first draw of the present batch. */
    private int start;

    /** The ones of a site before the batch of its last change, and the squares of these batches. */
    private final int[] ones;

    private final long[] squares;

    MarginalBatches(int dimension, int draws) {
        length = Math.max(1, draws / BATCHES);
        ones = new int[dimension];
        squares = new long[dimension];
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
     * Closes the batch of a site's last change, and those after it that are complete.
     *
     * @param value the site's value since that change
     * @param since the draw of the change, before {@link #start}
     * @param onesThen the ones of the site before that draw
     */
    void close(int site, int value, int since, int onesThen) {
        int end = (since / length + 1) * length;
        long first = onesThen + value * (end - since) - ones[site];
        long sleptThrough = (start - end) / length;
        squares[site] += first * first + value * sleptThrough * length * length;
        ones[site] = onesThen + value * (start - since);
    }

    /**
     * Standard errors of the marginals by the batches of all chains: with s^2 the sample variance of the m batch means about
     * their common mean, {@code sqrt(s^2 b / n)}, n the draws of all chains.
     *
     * @return N values; NaN where all batch means are equal, or there are under two
     */
    static double[] errors(int dimension, List<ChainRecorder> recorders) {
        double[] sums = new double[dimension];
        double[] squares = new double[dimension];
        double batches = 0.0;
        double draws = 0.0;
        int length = 1;
        for (ChainRecorder recorder : recorders) {
            MarginalBatches chain = recorder.closedBatches();
            for (int i = 0; i < dimension; i++) {
                sums[i] += chain.ones[i];
                squares[i] += chain.squares[i];
            }
            length = chain.length;
            batches += chain.start / length;
            draws += recorder.draws();
        }
        double[] errors = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            // m^2 s^2 (m - 1) / m, of counts: exactly 0 if they are equal, since both products are then the same
            // number.
            double deviations = batches * squares[i] - sums[i] * sums[i];
            errors[i] = deviations > 0.0
                    ? Math.sqrt(deviations / (batches * (batches - 1.0) * length * draws))
                    : Double.NaN;
        }
        return errors;
    }
}
