package dev.lbp.internal.select.average;

import java.util.BitSet;
import java.util.List;

/**
 * The models that an analysis knows: all of them, or those that chains have drawn.
 *
 * @param <F> the fit of a model
 */
public interface VisitedModels<F> {

    /**
     * One model among those of highest probability.
     *
     * @param sites the variables that are in, in ascending order
     * @param logProb the unnormalised log-probability
     */
    record Known(int[] sites, double logProb) {}

    /** Calls the visitor with every model once, always in the same order. */
    void forEach(Visitor<F> visitor);

    /** The logarithm of the sum of all these models' unnormalised probabilities. */
    double logTotal();

    /** The models of highest log-probability, at most 1,000, in descending order. */
    List<Known> best();

    /** The variables of a model given by its bits. */
    static int[] sites(long bits) {
        return BitSet.valueOf(new long[] {bits}).stream().toArray();
    }

    /**
     * Receives models.
     *
     * @param <F> the fit of a model
     */
    interface Visitor<F> {

        /**
         * @param fit of the model; valid during the call
         * @param logWeight the logarithm of its probability, up to a constant
         */
        void visit(F fit, double logWeight);
    }
}
