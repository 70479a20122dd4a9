package dev.lbp.internal.select.average;

import dev.lbp.internal.select.data.NewData;
import dev.lbp.internal.select.prior.Combination;
import dev.lbp.internal.select.prior.PosteriorPart;
import dev.lbp.select.data.Prediction;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
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
    SubsetModel model();

    /** Room for the fit of one model after another. */
    F newFit();

    /**
     * Fits the model of some variables.
     *
     * @param sites ascending
     * @return its unnormalised log-probability; negative infinity if it is impossible
     */
    double load(F fit, int[] sites);

    /** Makes an object that tells the coefficients of one model after another. */
    Moments<F> newMoments();

    /**
     * The coefficients that all models have: of the constant and of variables that are always in. Empty if a linear
     * regression approximates another one, whose coefficients it does not tell.
     */
    List<Term> terms();

    /** A coefficient in the units of the data. */
    double unscaled(int column, double coefficient);

    /**
     * The standard deviation of a column; in a linear regression, of its residual on the columns that are always in.
     */
    double deviation(int column);

    /** The log-evidence of the model without candidates, up to the constant of all models. */
    double emptyLogEvidence();

    /** Makes conditional moments of coefficients; null if the regression needs a fit of each model for them. */
    @Nullable Conditionals newConditionals();

    /** The part of the response's variance that a model explains, R^2. */
    double explained(F fit);

    /**
     * Sets of columns such that no model can have all columns of a set, since they explain each other.
     *
     * @param probabilities of the variables
     */
    List<List<String>> collinear(double[] probabilities);

    /**
     * Predicts the response of rows.
     *
     * @param level of intervals, in (0, 1)
     */
    List<Prediction> predict(NewData.Rows rows, VisitedModels<F> models, double level);

    /** Means of the response of rows. */
    double[] fitted(NewData.Rows rows, VisitedModels<F> models);

    /**
     * For each row the probability of surviving each time.
     *
     * @throws IllegalStateException if the response is no survival time
     */
    default double[][] survival(NewData.Rows rows, VisitedModels<F> models, double[] times) {
        throw new IllegalStateException("must be a regression of survival times");
    }

    /**
     * The longest survival time of the data.
     *
     * @throws IllegalStateException if the response is no survival time
     */
    default double lastFollowUp() {
        throw new IllegalStateException("must be a regression of survival times");
    }

    /** The dispersion of counts around their means under some models; null if the response is no count. */
    default @Nullable Dispersion dispersion(VisitedModels<F> models) {
        return null;
    }

    /** The measures of how well predictions agree with responses of this kind. */
    Measures measures();

    /** At most 2 to this power models are all enumerated, where the caller sets no power. */
    int enumerateUpTo();

    /** Computes all models. */
    VisitedModels<F> enumerate(Progress progress, Workers workers);

    /**
     * Checks that {@link #sampleEvidence} can be called.
     *
     * @param models the number of models
     * @throws IllegalArgumentException unless the evidence is an integral that Laplace's method approximates
     */
    void checkExactEvidence(int models);

    /**
     * Estimates exact evidence / Laplace's approximation of models, by importance sampling.
     *
     * @param sites the variables of each model, ascending
     * @param stops is asked now and then; if it is true, the sampling ends
     * @return the ratios of the first models, as many as were sampled
     */
    List<EvidenceRatio> sampleEvidence(List<int[]> sites, long seed, Workers workers, BooleanSupplier stops);

    /**
     * A ratio of evidences.
     *
     * @param log the logarithm of the ratio
     * @param error the standard error of {@code log}
     */
    record EvidenceRatio(double log, double error) {}

    /** Receives the progress of an enumeration. */
    interface Progress {

        void models(long done, long total);
    }

    /** Runs work on the threads of a selection. */
    interface Workers {

        /** Does work for each number from {@code from} to {@code to - 1}, and returns when all of it is done. */
        void each(int from, int to, IntConsumer work);
    }

    /** For each coefficient, its moments given which of the other variables are in. For one thread. */
    abstract class Conditionals {

        /** By column, the probability that its coefficient is in. */
        public final double[] inclusion;

        /** By column, the mean of its coefficient, with 0 if it is not in. */
        public final double[] mean;

        /** By column, the mean of the coefficient's square. */
        public final double[] square;

        protected Conditionals(int columns) {
            this.inclusion = new double[columns];
            this.mean = new double[columns];
            this.square = new double[columns];
        }

        /**
         * Computes the moments of each coefficient given the other variables of a model.
         *
         * @param sites the model, which is possible
         */
        public abstract void load(int[] sites);
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

        /** The number of the model's column m, counted from 0; in the order in which the fit has the columns. */
        int column(int m);

        /** The coefficient of the model's column m. */
        Combination coefficient(int m);

        /** A coefficient that all models have, in the loaded model. */
        Combination term(Term term);

        /** The posterior mean of a combination of coefficients. */
        double mean(Combination of);

        /** The posterior mean of the square of a combination of coefficients. */
        double square(Combination of);

        /** A function that computes the mixture that is the posterior distribution of the coefficients. */
        Supplier<PosteriorPart[]> parts();
    }
}
