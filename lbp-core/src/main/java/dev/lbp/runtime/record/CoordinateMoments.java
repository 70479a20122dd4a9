package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.space.Space;

/**
 * Records the moments of the coordinates of one chain: the sums over its draws, with batches, of {@code u = x - r},
 * {@code u^2} and {@code u + u^2}, where all chains share the point r. The variance of {@code u + u^2} gives the
 * covariance of {@code u} and {@code u^2}. An r near the draws saves the digits of the variances. A draw at the
 * previous point costs nothing. An accepted step changes all coordinates, so distances are Euclidean.
 *
 * @param <S> the array of a state
 */
final class CoordinateMoments<S> extends SiteRecord<S> {

    private final Space<S> space;
    private final int sites;

    /** The sum of the squared distances of steps. */
    private double squaredJumps;

    private final double[] values;

    /** The sums over the draws before {@link #moved}, when the chain came to its present point. */
    private final double[] totals;

    private int moved;

    /**
     * The sums over the draws before {@link #since}, for batches. They are added in another order, so their bits
     * differ.
     */
    private final double[] sums;

    private int since;
    private final GrowingBatches batches;

    /**
     * @param state the chain's own array
     * @param reference r, which may still change until the first draw
     * @param batches of {@link Space#MOMENTS} cells per coordinate
     */
    CoordinateMoments(S state, S reference, Space<S> space, GrowingBatches batches) {
        super(state, reference, /* frequencies= */ null);
        this.space = space;
        this.sites = space.sites();
        this.values = new double[Space.MOMENTS * sites];
        this.totals = new double[Space.MOMENTS * sites];
        this.sums = new double[Space.MOMENTS * sites];
        this.batches = batches;
    }

    @Override
    void begin() {
        moveTo(state, 0);
    }

    /** Adds the squared distance of a step that has moved, and counts the draws at the point that it left. */
    @Override
    void step(ChainState<S> chain, int draws) {
        if (chain.flips > 0) {
            squaredJumps += chain.squaredJump();
            moveTo(state, draws);
        }
    }

    /** The Euclidean distance of the state to the point r. */
    @Override
    double distance() {
        double sum = 0.0;
        for (int i = 0; i < sites; i++) {
            double u = offset(state, i);
            sum += u * u;
        }
        return Math.sqrt(sum);
    }

    @Override
    double jumpSum(long sites) {
        return squaredJumps;
    }

    /**
     * Moves to another point.
     *
     * @param draws the number of draws made
     */
    void moveTo(S point, int draws) {
        close(draws);
        for (int cell = 0; cell < values.length; cell++) {
            totals[cell] += values[cell] * (draws - moved);
        }
        moved = draws;
        for (int i = 0; i < sites; i++) {
            double u = offset(point, i);
            values[i] = u;
            values[sites + i] = u * u;
            values[2 * sites + i] = u + u * u;
        }
    }

    private double offset(S point, int i) {
        return space.element(point, i) - origin(i);
    }

    /** The coordinate i of r. */
    double origin(int i) {
        return space.element(reference, i);
    }

    int sites() {
        return sites;
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

    @Override
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

    @Override
    void lengthenBatches(int made) {
        close(made);
        batches.lengthenBatches(made, cell -> sums[cell]);
    }

    @Override
    int batchPause() {
        return batches.pause();
    }

    @Override
    void transcribeMore(Transcript transcript) {
        squaredJumps = transcript.of(squaredJumps);
        transcript.of(values, values.length);
        transcript.of(totals, totals.length);
        moved = transcript.of(moved);
        transcript.of(sums, sums.length);
        since = transcript.of(since);
        batches.transcribe(transcript);
    }
}
