package dev.lbp.runtime.engine.metropolis;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.runtime.engine.step.FlipWeights;
import java.util.Arrays;

/**
 * The flip weights of one state whose number of ones is fixed, at the slots of {@link SubsetIndex}. A vacant slot has
 * weight 0.
 *
 * @param ones the weights of the ones
 * @param zeros the weights of the zeros
 */
public record SubsetTables(WeightTable ones, WeightTable zeros) {

    /** Tables whose weights are all 0. */
    static SubsetTables of(SubsetIndex subset) {
        return new SubsetTables(WeightTable.of(subset.ones(), null), WeightTable.of(subset.zeros(), null));
    }

    /** Tables whose weights are all 0, for a single draw between changes of weights. */
    public static SubsetTables forSingleDraws(SubsetIndex subset) {
        return new SubsetTables( // null: all slots may be drawn
                WeightTable.forSingleDraws(subset.ones(), null), WeightTable.forSingleDraws(subset.zeros(), null));
    }

    /** Tables whose weights are all 1. */
    static SubsetTables equal(SubsetIndex subset) {
        SubsetTables tables = of(subset);
        double[] equal = new double[Math.max(subset.ones(), subset.zeros())];
        Arrays.fill(equal, 1.0);
        tables.ones.load(equal);
        tables.zeros.load(equal);
        return tables;
    }

    /**
     * Replaces all weights.
     *
     * @param ratios the log-ratios of the {@code n} free sites, by position
     * @param weights receives the weights by position; at least as long as both tables together, and 0 from {@code n}
     *     on
     */
    void load(SubsetIndex subset, FlipWeights weight, double[] ratios, int n, double[] weights) {
        LogRatios.check(ratios, 0, n);
        weight.weights(ratios, 0, n, weights);
        ones.load(weights, 0);
        zeros.load(weights, subset.ones());
        checkTotals(weight, ratios, n);
    }

    /**
     * Throws if the total is NaN or infinite. The message names a bad log-ratio if one of the {@code n} that changed
     * last is bad, else the weight function.
     */
    void checkTotals(FlipWeights weight, double[] ratios, int n) {
        if (!(ones.total() + zeros.total() <= Double.MAX_VALUE)) {
            LogRatios.check(ratios, 0, n);
            throw weight.failure(ratios, n);
        }
    }

    /** Saves both tables for {@link #rollback}. */
    public void save() {
        ones.save();
        zeros.save();
    }

    public void rollback() {
        ones.rollback();
        zeros.rollback();
    }

    public void transcribe(Transcript transcript) {
        ones.transcribe(transcript);
        zeros.transcribe(transcript);
    }
}
