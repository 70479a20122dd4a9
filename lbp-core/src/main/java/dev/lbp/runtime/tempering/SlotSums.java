package dev.lbp.runtime.tempering;

import dev.lbp.internal.Rounding;
import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;
import java.util.List;

/**
 * Sums of observables at each slot of one chain's ladder, over all scans: a cell for each slot and observable. Memory
 * is 0.5 KB a cell, whatever the number of scans.
 *
 * <p>Sums are kept in batches of consecutive scans, for the errors: when {@value #BATCHES} batches are full, neighbours
 * are joined, and batches have twice the length from then on. A batch must be long compared with the round trip of a
 * replica, so there are half as many as {@link LadderSums} has. Values are added relative to the first one of their
 * cell, so that a small variance of large numbers keeps its digits.
 */
public final class SlotSums {

    /**
     * The largest number of batches. It is even, because neighbours are joined in pairs when all are full. After this
     * many scans at least half of them are full.
     */
    static final int BATCHES = 32;

    /** With 8 batches the error has a relative error of {@code 1 / sqrt(2 * 7)}, 27 %. */
    private static final int LEAST_BATCHES = 8;

    private final int cells;

    /** What is subtracted from the values of each cell: the first value, or 0 if that is not finite; NaN before. */
    private final double[] shifts;

    /** Sums of {@code A - shift} and its square: cell i of batch j at index j cells + i. */
    private final double[] sums;

    private final double[] squares;

    /** The scans of a full batch: a power of 2. */
    private long batchLength = 1;

    private int fullBatches;

    /** The scans in the current batch, which comes after the full ones. */
    private long inBatch;

    SlotSums(int cells) {
        this.cells = cells;
        shifts = new double[cells];
        Arrays.fill(shifts, Double.NaN);
        sums = new double[BATCHES * cells];
        squares = new double[BATCHES * cells];
    }

    /**
     * Adds the values of one scan, one for each cell. A value that is not finite makes the figures of its cell NaN.
     */
    void add(double[] values) {
        int batch = fullBatches * cells;
        for (int i = 0; i < cells; i++) {
            if (Double.isNaN(shifts[i])) {
                shifts[i] = Double.isFinite(values[i]) ? values[i] : 0.0;
            }
            double value = values[i] - shifts[i]; // a sum of squares far from 0 would lose the digits of the variance
            sums[batch + i] += value;
            squares[batch + i] += value * value;
        }
        inBatch++;
        if (inBatch == batchLength) {
            closeBatch();
        }
    }

    /** Begins the next batch. If all batches are full, joins neighbours first. */
    private void closeBatch() {
        inBatch = 0;
        fullBatches++;
        if (fullBatches == BATCHES) {
            LadderSums.join(sums, BATCHES);
            LadderSums.join(squares, BATCHES);
            fullBatches = BATCHES / 2;
            batchLength *= 2;
        }
    }

    /** The number of scans of a full batch; the last one includes the scans of the current batch. */
    private long scans(int batch) {
        return batchLength + (batch == fullBatches - 1 ? inBatch : 0);
    }

    /** The sum of a cell over a full batch; the last one includes the scans of the current batch, which is not full. */
    private double batchSum(double[] all, int batch, int cell) {
        double sum = all[batch * cells + cell];
        return batch == fullBatches - 1 ? sum + all[fullBatches * cells + cell] : sum;
    }

    /**
     * The figures of one cell over all chains, weighted by their scans.
     *
     * <p>With n_j scans and mean m_j in batch j of B, n and m over all batches, the error is that of a weighted mean,
     * {@code error^2 = B / (B - 1) sum_j (n_j / n)^2 (m_j - m)^2}. The deviations are from the mean of all chains, so
     * chains that disagree have a large error.
     *
     * @param chains at least one, in the order of their indices
     * @param between whether each chain counts as one batch
     */
    static Figures pooled(List<SlotSums> chains, int cell, boolean between) {
        double scans = 0.0;
        double sum = 0.0;
        int batches = 0;
        double shift = chains.get(0).shifts[cell];
        // the mean: chains have shifts of their own, so sums are brought to the first chain's shift
        for (SlotSums chain : chains) {
            batches += chain.fullBatches;
            for (int j = 0; j < chain.fullBatches; j++) {
                scans += chain.scans(j);
                sum += chain.batchSum(chain.sums, j, cell) + chain.scans(j) * (chain.shifts[cell] - shift);
            }
        }
        double mean = shift + sum / scans;
        double deviations = 0.0; // the sum of (A - mean)^2 over all scans
        double ofMeans = 0.0; // the sum of (n_j (m_j - mean))^2 over batches, or over chains if `between`
        for (SlotSums chain : chains) {
            double gap = chain.shifts[cell] - mean;
            for (int j = 0; j < chain.fullBatches; j++) {
                deviations += chain.batchSum(chain.squares, j, cell)
                        + gap * (2.0 * chain.batchSum(chain.sums, j, cell) + chain.scans(j) * gap);
            }
            ofMeans = chain.addSquares(ofMeans, mean, cell, between);
        }
        double units = between ? chains.size() : batches;
        double error = Math.sqrt(units / (units - 1.0) * ofMeans) / scans;
        boolean unknown = !between && batches < LEAST_BATCHES || Rounding.hides(error, mean, scans);
        return new Figures(mean, deviations / (scans - 1.0), unknown ? Double.NaN : error);
    }

    /** {@code total} plus (n_j (m_j - mean))^2 of each batch, or, if {@code whole}, of all batches together as one. */
    private double addSquares(double total, double mean, int cell, boolean whole) {
        double squares = total;
        double ofChain = 0.0;
        for (int j = 0; j < fullBatches; j++) {
            double ofBatch = batchSum(sums, j, cell) + scans(j) * (shifts[cell] - mean);
            ofChain += ofBatch;
            squares += whole ? 0.0 : ofBatch * ofBatch;
        }
        return whole ? squares + ofChain * ofChain : squares;
    }

    /**
     * Figures of an observable at a slot.
     *
     * @param error the standard error of the mean; NaN with fewer than {@value #LEAST_BATCHES} batches, or if rounding
     *     hides it
     */
    record Figures(double mean, double variance, double error) {}

    /** Writes or reads all. A reader must have the same number of cells. */
    void transcribe(Transcript transcript) {
        for (double[] values : List.of(shifts, sums, squares)) {
            transcript.of(values, values.length);
        }
        batchLength = transcript.of(batchLength);
        fullBatches = transcript.of(fullBatches);
        inBatch = transcript.of(inBatch);
    }
}
