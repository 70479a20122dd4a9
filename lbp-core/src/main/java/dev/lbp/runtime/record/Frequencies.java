package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import java.util.function.IntUnaryOperator;

/**
 * For each indicator of one chain, the number of draws in which it was 1, with batches of these numbers. An indicator
 * is called a cell: for bits the value of a site, for whole numbers whether a site has a given value. A cell is
 * updated when its value changes, so a draw without changes costs nothing.
 */
final class Frequencies {

    /**
     * The number of draws before {@link #since} where a cell was 1. From that draw on, the cell has its current value.
     */
    private final int[] ones;

    private final int[] since;
    private final GrowingBatches batches;
    private final IntUnaryOperator values;

    /**
     * @param values gives the current value of a cell
     */
    Frequencies(int cells, GrowingBatches batches, IntUnaryOperator values) {
        this.ones = new int[cells];
        this.since = new int[cells];
        this.batches = batches;
        this.values = values;
    }

    /**
     * Counts the draws since a cell's last change.
     *
     * @param value the value of the cell in all of these draws
     * @param draws the number of draws made
     */
    void count(int cell, int value, int draws) {
        int from = since[cell];
        if (batches.behind(from)) {
            batches.close(cell, value, from, ones[cell]);
        }
        ones[cell] += value * (draws - from);
        since[cell] = draws;
    }

    /**
     * Adds the draws since the last call, which were counted elsewhere. Must be called at the end of each batch.
     *
     * @param times the number of these draws where the cell was 1
     * @param draws the number of draws made
     */
    void add(int cell, int times, int draws) {
        ones[cell] += times;
        since[cell] = draws;
        if (batchEnds(draws)) {
            // as if the cell had changed to 0 at the last draw, so that only the sum of its ones counts
            batches.close(cell, 0.0, draws - 1, ones[cell]);
        }
    }

    /** Whether a batch ends at the last draw made. */
    boolean batchEnds(int draws) {
        return batches.behind(draws - 1);
    }

    /** Updates the number of draws. Must be called after each draw. */
    void drawn(int draws) {
        batches.drawn(draws);
    }

    /** The number of draws where a cell was 1. */
    long ones(int cell, int draws) {
        return ones[cell] + (long) values.applyAsInt(cell) * (draws - since[cell]);
    }

    /** Closes all complete batches of every cell, and returns the batches. */
    MarginalBatches closedBatches(int draws) {
        for (int cell = 0; cell < ones.length; cell++) {
            count(cell, values.applyAsInt(cell), draws);
        }
        return batches.batches();
    }

    /** Switches to the longer batches if enough of them are complete, after {@code made} draws. */
    void growBatches(int made) {
        closedBatches(made);
        batches.lengthenBatches(made, cell -> ones[cell]);
    }

    /** The number of draws after which {@link #growBatches} must be called; 2^31 - 1 for never. */
    int batchPause() {
        return batches.pause();
    }

    void transcribe(Transcript transcript) {
        transcript.of(ones, ones.length);
        transcript.of(since, since.length);
        batches.transcribe(transcript);
    }
}
