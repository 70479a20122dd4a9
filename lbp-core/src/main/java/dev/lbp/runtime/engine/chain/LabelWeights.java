package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.runtime.engine.step.FlipWeights;
import org.jspecify.annotations.Nullable;

/**
 * The weights of all labels in the current state of a chain: {@code w_m = g(e^d_m)}, 0 for an illegal label. A weight
 * depends only on the log-ratio d_m of its label, so a state has the same weights after every path to it.
 *
 * <p>Weights are computed in chunks, so that the memory besides the table does not grow with the number of labels.
 */
public final class LabelWeights {

    /** Gives the log-ratios of labels (moves, or flips of sites) in the current state of a tracker. */
    @FunctionalInterface
    public interface Source {

        /** Writes the log-ratios of the first {@code n} labels to {@code out}; -Infinity marks an illegal label. */
        void logRatios(int[] labels, int n, double[] out);
    }

    /** The arrays of a chunk are 20 KB and stay in the first-level cache. */
    private static final int CHUNK = 1024;

    public final WeightTable table;
    private final FlipWeights weight;
    private final int labels;

    /** The labels that may be drawn, ascending; null for all. */
    private final int @Nullable [] free;

    private final int[] chunk;
    private final double[] ratios;
    private final double[] weights;

    /**
     * @param labels the number of labels
     * @param free the labels that may be drawn, ascending, or null for all; the others have weight 0 in every state
     */
    public LabelWeights(int labels, int @Nullable [] free, FlipWeights weight) {
        this.table = WeightTable.forSingleDraws(labels, free);
        this.weight = weight;
        this.labels = labels;
        this.free = free;
        this.chunk = new int[Math.min(CHUNK, count())];
        this.ratios = new double[chunk.length];
        this.weights = new double[chunk.length];
    }

    /** The number of labels that may be drawn. */
    public int count() {
        return free == null ? labels : free.length;
    }

    /** The label at an index of the ascending list of labels that may be drawn. */
    public int label(int at) {
        return free == null ? at : free[at];
    }

    /** Recomputes the weights of all labels. */
    public void load(Source source) {
        double[] fresh = new double[labels];
        for (int from = 0; from < count(); from += chunk.length) {
            int n = fillChunk(from);
            weighChunk(source, n);
            for (int k = 0; k < n; k++) {
                fresh[chunk[k]] = weights[k];
            }
        }
        table.load(fresh);
    }

    /**
     * Recomputes the weights of labels whose log-ratio has changed.
     *
     * @param touched the labels; all of them may be drawn
     * @param count the number of these labels, or {@code ALL_MOVES}
     */
    public void update(Source source, int[] touched, int count) {
        boolean all = count == TouchedSites.ALL;
        int end = all ? count() : count;
        for (int from = 0; from < end; from += chunk.length) {
            int n = Math.min(chunk.length, end - from);
            if (all) {
                fillChunk(from);
            } else {
                System.arraycopy(touched, from, chunk, 0, n);
            }
            double ceiling = weighChunk(source, n);
            table.replace(chunk, weights, n, ceiling);
        }
    }

    /**
     * Compares every weight with its recomputed value. They differ if a label was not reported as touched.
     *
     * @throws IllegalStateException with the first label whose weight differs
     */
    public void check(Source source) {
        for (int from = 0; from < count(); from += chunk.length) {
            int n = fillChunk(from);
            weighChunk(source, n);
            for (int k = 0; k < n; k++) {
                double stored = table.weight(chunk[k]);
                if (stored != weights[k] && !(Math.abs(stored / weights[k] - 1.0) <= LocalChain.LOOSE)) {
                    throw new IllegalStateException(
                            "must tell every label whose log-ratio or legality a move changes: touched, label "
                                    + chunk[k]);
                }
            }
        }
    }

    /** Writes or reads the table. */
    public void transcribe(Transcript transcript) {
        table.transcribe(transcript);
    }

    /**
     * Fills the chunk with labels that may be drawn, from index {@code from} of their list on. Returns their number.
     */
    private int fillChunk(int from) {
        int n = Math.min(chunk.length, count() - from);
        for (int k = 0; k < n; k++) {
            chunk[k] = label(from + k);
        }
        return n;
    }

    /** Computes the weights of the first {@code n} labels of the chunk. Returns the largest. */
    private double weighChunk(Source source, int n) {
        source.logRatios(chunk, n, ratios);
        LogRatios.check(ratios, 0, n);
        weight.weights(ratios, 0, n, weights);
        if (weight.form() == null) {
            checkForNaN(n);
        }
        return FlipWeightKernels.chosen().largest(/* states= */ null, weights, 0, n); // null: the values as they are
    }

    /** Checks the weights of a user's function for NaN; the weight functions of this library return none. */
    private void checkForNaN(int n) {
        for (int k = 0; k < n; k++) {
            if (Double.isNaN(weights[k])) {
                throw weight.failure(ratios, n);
            }
        }
    }
}
