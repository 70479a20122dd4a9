package dev.lbp.internal.select.average;

import dev.lbp.internal.select.data.NewData;
import dev.lbp.internal.select.prior.Combination;
import dev.lbp.internal.select.prior.PosteriorPart;
import dev.lbp.result.SamplingListener;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A selection whose settings and data have been checked against each other.
 *
 * @param <F> the fit of a model
 */
public interface Regression<F> {

    SelectionFacts facts();

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

    /** The coefficients that all models have; empty if the regression is an approximation. */
    List<Term> terms();

    /** A coefficient in the units of the data. */
    double unscaled(int column, double coefficient);

    /** The standard deviation of a column, of what the columns that are always in leave of it if it is linear. */
    double deviation(int column);

    /** The log-prior of one model of a size, up to a constant; negative infinity if it is impossible. */
    double logPrior(int size);

    /** The prior probability of each model size, 0 to p. */
    default double[] priorSizes() {
        int p = facts().names().size();
        double[] logs = new double[p + 1];
        double logChoices = 0.0; // of the binomial coefficient p over size
        WeightedSums sum = new WeightedSums(0);
        for (int size = 0; size <= p; size++) {
            logs[size] = logChoices + logPrior(size);
            if (logs[size] > Double.NEGATIVE_INFINITY) {
                sum.weigh(logs[size]);
            }
            logChoices += Math.log((double) (p - size) / (size + 1));
        }
        return Arrays.stream(logs).map(log -> Math.exp(log - sum.logTotal())).toArray();
    }

    /** The log-evidence of the model without candidates, up to the constant of all models. */
    double emptyLogEvidence();

    /** Conditional moments of coefficients; null if the regression cannot tell them without a fit of each model. */
    @Nullable Conditionals newConditionals();

    /** The part of the response that a model explains, R^2. */
    double explained(F fit);

    /**
     * Sets of columns that no model has all of.
     *
     * @param probabilities of the variables
     */
    List<List<String>> collinear(double[] probabilities);

    /**
     * Predicts the response of rows.
     *
     * @param level of intervals, in (0, 1)
     */
    List<RowForecast> predict(NewData.Rows rows, VisitedModels<F> models, double level);

    /** Means of the response of rows. */
    double[] fitted(NewData.Rows rows, VisitedModels<F> models);

    /** What the mean of a prediction is, in a word. */
    String predicted();

    /**
     * For each row the probability of surviving each time.
     *
     * @throws IllegalStateException if the response is no survival time
     */
    default double[][] survival(NewData.Rows rows, VisitedModels<F> models, double[] times) {
        throw new IllegalStateException("must be a regression of survival times");
    }

    /** What compares predictions with responses. */
    Measures measures();

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

    /** Samples the evidence of models, see {@code EvidenceSampler}. */
    List<EvidenceRatio> sampleEvidence(List<int[]> sites, long seed, Workers workers, BooleanSupplier stops);

    /** Moments of every coefficient given which of the other variables are in. Used by one thread. */
    interface Conditionals {

        /** Computes the moments given each other variable of a model, which is possible. */
        void load(int[] sites);

        /** [columns], the probability that a coefficient is in; not a copy. */
        double[] inclusion();

        /** [columns], its mean, with 0 if it is not in; not a copy. */
        double[] mean();

        /** [columns], the mean of its square; not a copy. */
        double[] square();
    }

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

        /** The coefficient of one of them. */
        Combination coefficient(int m);

        /** A coefficient that all models have. */
        Combination term(Term term);

        double mean(Combination of);

        /** The mean of the square. */
        double square(Combination of);

        /** The distribution of all coefficients. */
        Supplier<PosteriorPart[]> parts();
    }
}
