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

    /**
     * The standard deviation of a column; in a linear regression, of its residual on the columns that are always in.
     */
    double deviation(int column);

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
     * @throws IllegalStateException as {@link #survival} does
     */
    default double lastFollowUp() {
        throw new IllegalStateException("must be a regression of survival times");
    }

    /** The dispersion of counts around their means under some models; null if the response is no count. */
    default @Nullable Dispersion dispersion(VisitedModels<F> models) {
        return null;
    }

    /** What compares predictions with responses. */
    Measures measures();

    /** The largest number of candidates whose models are all enumerated, where the caller sets none. */
    int enumerateUpTo();

    /** All models. */
    VisitedModels<F> enumerate(Progress progress, Workers workers);

    /**
     * Checks that {@link #sampleEvidence} can be called.
     *
     * @param models the number of models
     * @throws IllegalArgumentException unless they are integrals that Laplace's method approximates
     */
    void checkExactEvidence(int models);

    /** Samples the evidence of models, see {@code EvidenceSampler}. */
    List<EvidenceRatio> sampleEvidence(List<int[]> sites, long seed, Workers workers, BooleanSupplier stops);

    /**
     * A ratio of evidences.
     *
     * @param log its logarithm
     * @param error the standard error of it
     */
    record EvidenceRatio(double log, double error) {}

    /** Receives the progress of an enumeration. */
    interface Progress {

        void models(long done, long total);
    }

    /** The threads of a selection. */
    interface Workers {

        /** Does work for each number from {@code from} to {@code to - 1}, and returns when all of it is done. */
        void each(int from, int to, IntConsumer work);
    }

    /** Moments of every coefficient given which of the other variables are in. Used by one thread. */
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

        /** Computes the moments given each other variable of a model, which is possible. */
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
