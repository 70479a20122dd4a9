package dev.lbp.runtime.record;

import dev.lbp.internal.Transcript;

/**
 * Sums of the coordinates of one chain over its draws, with batches: of {@code u = x - r}, {@code u^2} and {@code u + u^2}, r
 * a point that all chains share. From the last one follows the covariance of the first two. Near the draws r keeps the digits
 * of the variances. A point that stays costs nothing.
 */
final class CoordinateMoments {

    /** u, u^2 and u + u^2. */
    static final int SUMS = 3;

    private final double[] reference;
    private final double[] values;

    /** The sums over the draws before {@link #moved}, when the chain came to its present point. */
    private final double[] totals;

    private int moved;

    /** The sums over the draws before {@link #since}, a later draw if batches were closed: other bits, by another order. */
    private final double[] sums;

    private int since;
    private final GrowingBatches batches;

    /**
     * @param reference r, which may be set until the first draw
     * @param batches of {@link #SUMS} cells a coordinate
     */
    CoordinateMoments(double[] reference, GrowingBatches batches) {
        this.reference = reference;
        this.values = new double[SUMS * reference.length];
        this.totals = new double[SUMS * reference.length];
        this.sums = new double[SUMS * reference.length];
        this.batches = batches;
    }

    double[] reference() {
        return reference;
    }

    /**
     * Moves to another point.
     *
     * @param draws the number of draws made
     */
    void moveTo(double[] point, int draws) {
        close(draws);
        for (int cell = 0; cell < values.length; cell++) {
            totals[cell] += values[cell] * (draws - moved);
        }
        moved = draws;
        int d = reference.length;
        for (int i = 0; i < d; i++) {
            double u = point[i] - reference[i];
            values[i] = u;
            values[d + i] = u * u;
            values[2 * d + i] = u + u * u;
        }
    }

    /** Adds the draws since the last call, all of them at the present point, to the batches. */
    private void close(int draws) {
        boolean behind = batches.behind(since);
        for (int cell = 0; cell < values.length; cell++) {
            if (behind) {
                batches.close(cell, values[cell], since, sums[cell]);
            }
            sums[cell] += values[cell] * (draws - since);
        }
        since = draws;
    }

    /** Updates the number of draws. Must be called after each draw. */
    void drawn(int draws) {
        batches.drawn(draws);
    }

    /** The sum of a cell over all draws. */
    double sum(int cell, int draws) {
        return totals[cell] + values[cell] * (draws - moved);
    }

    /** Closes all complete batches, and returns the batches. */
    MarginalBatches closedBatches(int draws) {
        close(draws);
        return batches.batches();
    }

    /** Switches to longer batches if there are enough, after {@code made} draws. */
    void growBatches(int made) {
        close(made);
        batches.grow(made, cell -> sums[cell]);
    }

    void transcribe(Transcript transcript) {
        transcript.of(values, values.length);
        transcript.of(totals, totals.length);
        moved = transcript.of(moved);
        transcript.of(sums, sums.length);
        since = transcript.of(since);
        batches.transcribe(transcript);
    }
}
