package dev.lbp.select;

import dev.lbp.result.SamplingListener;
import dev.lbp.target.LocalEnergyModel;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A selection whose settings and data have been checked against each other.
 *
 * @param <F> the fit of a model
 */
interface Regression<F> {

    Facts facts();

    /** The models as a target of samplers. */
    LocalEnergyModel model();

    /** Where each variable's columns begin; at the end the number of columns. */
    int firstColumn(int site);

    F newFit();

    /**
     * Fits the model of some variables.
     *
     * @param sites ascending
     * @return its unnormalised log-probability; negative infinity if it is impossible
     */
    double load(F fit, int[] sites);

    /** A view of the coefficients of one model after another. */
    Moments<F> newMoments();

    /** A coefficient in the units of the data. */
    double unscaled(int column, double coefficient);

    /** The part of the response that a model explains, R^2. */
    double explained(F fit);

    /**
     * Sets of columns that no model has all of.
     *
     * @param probabilities of the variables
     */
    List<List<String>> collinear(double[] probabilities);

    /** For each row the mean of the response, the standard deviation of this mean, and that of one response. */
    double[][] predict(NewData.Rows rows, VisitedModels<F> models);

    /** The largest number of candidates whose models are all enumerated, where the caller sets none. */
    int enumerateUpTo();

    /** All models. */
    VisitedModels<F> enumerate(@Nullable SamplingListener listener, Workers workers);

    /**
     * Refuses to have evidences sampled.
     *
     * @param models their number
     * @throws IllegalArgumentException unless they are integrals that Laplace's method approximates
     */
    void checkExactEvidence(int models);

    /** Samples the evidence of models, see {@link EvidenceSampler}. */
    List<EvidenceSampler.Ratio> sampleEvidence(List<int[]> sites, long seed, Workers workers, BooleanSupplier stops);

    /**
     * The coefficients of a model that is loaded, for scaled columns and response.
     *
     * @param <F> the fit of a model
     */
    interface Moments<F> {

        void load(F fit);

        /** The number of candidates' columns in the model. */
        int size();

        /** One of them, m from 0; ascending if the regression has them so. */
        int column(int m);

        double mean(int m);

        /** The mean of the squared coefficient. */
        double square(int m);
    }
}
