package dev.lbp.select;

import dev.lbp.RunSlice;
import dev.lbp.internal.Check;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.data.NewData;
import dev.lbp.internal.select.data.Predictors;
import dev.lbp.internal.select.data.Response;
import dev.lbp.internal.select.data.RowValues;
import dev.lbp.internal.select.data.ZScores;
import dev.lbp.internal.select.glm.GlmProblem;
import dev.lbp.internal.select.glm.GlmResponse;
import dev.lbp.internal.select.linear.LinearFit;
import dev.lbp.internal.select.linear.Problem;
import dev.lbp.result.RunPart;
import dev.lbp.select.data.Table;
import dev.lbp.target.LocalEnergyModel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Bayesian variable selection in linear regression, {@code y = constant + X beta + noise} with normal noise: which
 * columns of X belong in it, with which probability? Also in regressions of yes and no, counts and survival times. Each
 * setting has a default and returns this object. Not thread-safe.
 */
public final class VariableSelection extends ResponseSettings {

    /**
     * The largest number of enumerations of a cross-validation that leaves out each row in closed form. Between two of
     * them it can be interrupted.
     */
    private static final int MOST_PASSES = 20;

    private VariableSelection(
            Predictors predictors, @Nullable Table table, @Nullable Response response, @Nullable GlmResponse glm) {
        super(predictors, table, response, glm);
    }

    @Override
    VariableSelection self() {
        return this;
    }

    /**
     * A linear regression from arrays. The columns are called x1, x2, .. unless {@link #names} gives other names.
     *
     * @param x [n][p], finite; copied. A column for the constant must not be there
     * @param y [n], the response, finite; copied
     * @throws IllegalArgumentException if the arrays are not as above, or n is less than 3
     */
    public static VariableSelection linear(double[][] x, double[] y) {
        rows(x, "y", y); // checks that there are as many; its result is not needed
        Response response = Response.linear(y);
        return new VariableSelection(Predictors.of(x, response.count()), null, response, null); // no table, no GLM
    }

    /**
     * A linear regression from a table. All columns but the response are candidates. A factor is one variable: the
     * indicators of its levels, but for the first level, enter together.
     *
     * @param response the column that is explained
     * @throws IllegalArgumentException if the table has no such column of numbers, no other column, or too few rows
     */
    public static VariableSelection linear(Table table, String response) {
        Response y = Response.linear(table, response);
        return new VariableSelection(Predictors.of(table, response), table, y, null);
    }

    /**
     * A linear regression from z-scores of regressions of one column each and the columns' correlations, with the
     * result of {@link #linear(double[][], double[])} for columns and a response of standard deviation 1, but for
     * predictions. If other variables were in the p regressions, regress them out of the columns before you correlate
     * these, and subtract their number from n.
     *
     * @param z [p], finite: estimate / standard error of each column
     * @param correlations [p][p] of the same rows: symmetric, no eigenvalue below -1e-8; not changed
     * @param rows n, the number of observations, at least 3
     * @throws IllegalArgumentException if the statistics are not as above, or would explain more than all of the
     *     response; if memory does not suffice
     */
    public static VariableSelection summary(double[] z, double[][] correlations, int rows) {
        double[][] columns = ZScores.columns(z, correlations, rows);
        Predictors predictors = Predictors.ofColumns(Arrays.copyOf(columns, z.length));
        return new VariableSelection(predictors, null, Response.summary(columns[z.length], rows), null);
    }

    /**
     * A logistic regression, {@code log(P(y = 1) / P(y = 0)) = constant + X beta}, from arrays.
     *
     * <p>The evidence of each model is that of Laplace's method at the mode of its coefficients, which Newton's method
     * finds; the constant and the variables that are always in have a flat prior. Chains propose by score and Wald
     * tests, and accept by the evidence, so they are exact for it. Up to 15 candidates all models are enumerated.
     * {@link #gPrior} is in units of the information of the model without variables, {@link #localGPrior} and priors of
     * g in those of each model. The same holds for {@link #probit}, {@link #poisson}, {@link #negativeBinomial} and
     * {@link #cox}.
     *
     * @param y [n], each 0 or 1, both present; copied
     * @throws IllegalArgumentException if the arrays are not as above, or n is less than 3
     */
    public static VariableSelection logistic(double[][] x, double[] y) {
        return ofArrays(x, GlmResponse.binary(GlmResponse.Family.LOGISTIC, rows(x, "y", y)));
    }

    /**
     * {@link #logistic(double[][], double[])} from a table, whose other columns are candidates.
     *
     * @param response the column that is explained, each value 0 or 1, both present
     */
    public static VariableSelection logistic(Table table, String response) {
        return ofTable(table, GlmResponse.binary(GlmResponse.Family.LOGISTIC, RowValues.of(table, response)), response);
    }

    /**
     * A logistic regression of successes in trials. The result is that of {@link #logistic(double[][], double[])} with
     * a row for each trial, but a row of many trials costs no more than one trial.
     *
     * @param successes [n], whole numbers from 0 to those of the trials; copied
     * @param trials [n], whole numbers from 1 to 1e12; copied
     * @throws IllegalArgumentException if the arrays are not as above, if all trials end alike, or n is less than 3
     */
    public static VariableSelection binomial(double[][] x, double[] successes, double[] trials) {
        return ofArrays(x, GlmResponse.binomial(rows(x, "successes", successes), rows(x, "trials", trials)));
    }

    /** {@link #binomial(double[][], double[], double[])} from a table, whose columns these are. */
    public static VariableSelection binomial(Table table, String successes, String trials) {
        GlmResponse of = GlmResponse.binomial(RowValues.of(table, successes), RowValues.of(table, trials));
        return ofTable(table, of, successes, trials);
    }

    /**
     * A probit regression, {@code P(y = 1) = Phi(constant + X beta)}, with the normal distribution function Phi; the
     * rest of {@link #logistic(double[][], double[])} holds for it.
     */
    public static VariableSelection probit(double[][] x, double[] y) {
        return ofArrays(x, GlmResponse.binary(GlmResponse.Family.PROBIT, rows(x, "y", y)));
    }

    /** {@link #probit(double[][], double[])} from a table. */
    public static VariableSelection probit(Table table, String response) {
        return ofTable(table, GlmResponse.binary(GlmResponse.Family.PROBIT, RowValues.of(table, response)), response);
    }

    /**
     * A Poisson regression of counts, {@code log E(y) = constant + X beta}. What
     * {@link #logistic(double[][], double[])} says of evidence and chains holds for it.
     *
     * @param y [n], whole numbers from 0 to 1e12, not all the same; copied
     * @throws IllegalArgumentException if the arrays are not as above, or n is less than 3
     */
    public static VariableSelection poisson(double[][] x, double[] y) {
        return ofArrays(x, GlmResponse.poisson(rows(x, "y", y)));
    }

    /** {@link #poisson(double[][], double[])} from a table. */
    public static VariableSelection poisson(Table table, String response) {
        return ofTable(table, GlmResponse.poisson(RowValues.of(table, response)), response);
    }

    /**
     * A negative binomial regression, {@code log E(y) = constant + X beta}: counts of mean mu have the variance
     * {@code mu + mu^2 / size}, which is larger than that of {@link #poisson(double[][], double[])}.
     *
     * @param size in [1e-6, 1e300]
     */
    public static VariableSelection negativeBinomial(double[][] x, double[] y, double size) {
        return ofArrays(x, GlmResponse.negativeBinomial(rows(x, "y", y), size));
    }

    /** {@link #negativeBinomial(double[][], double[], double)} with a size that is estimated in each model. */
    public static VariableSelection negativeBinomial(double[][] x, double[] y) {
        return ofArrays(x, GlmResponse.negativeBinomial(rows(x, "y", y)));
    }

    /** {@link #negativeBinomial(double[][], double[])} from a table. */
    public static VariableSelection negativeBinomial(Table table, String response) {
        return ofTable(table, GlmResponse.negativeBinomial(RowValues.of(table, response)), response);
    }

    /** {@link #negativeBinomial(double[][], double[], double)} from a table. */
    public static VariableSelection negativeBinomial(Table table, String response, double size) {
        return ofTable(table, GlmResponse.negativeBinomial(RowValues.of(table, response), size), response);
    }

    /**
     * Cox's regression of survival times, {@code hazard = e^(X beta)} times an unknown function of time, by the
     * partial likelihood with Breslow's formula for ties, or {@link #efronTies}. Priors count events as observations.
     * What {@link #logistic(double[][], double[])} says of evidence and chains holds for it.
     *
     * @param times [n], finite and >= 0; copied
     * @param events [n], 1 if the time ends with the event, 0 if it is censored, at least one 1; copied
     * @throws IllegalArgumentException if the arrays are not as above, or n is less than 3
     */
    public static VariableSelection cox(double[][] x, double[] times, double[] events) {
        return ofArrays(x, GlmResponse.survival(rows(x, "times", times), rows(x, "events", events)));
    }

    /**
     * {@link #cox(double[][], double[], double[])} from a table.
     *
     * @param times the column of times
     * @param events the column of 0 and 1
     */
    public static VariableSelection cox(Table table, String times, String events) {
        GlmResponse made = GlmResponse.survival(RowValues.of(table, times), RowValues.of(table, events));
        return ofTable(table, made, times, events);
    }

    /** The values under their name for messages. Checks that there is a value for each row of x. */
    private static RowValues rows(double[][] x, String name, double[] values) {
        Check.asMany("x has rows", Check.notNull("x", x).length, name, Check.notNull(name, values).length);
        return RowValues.of(name, values);
    }

    private static VariableSelection ofArrays(double[][] x, GlmResponse response) {
        return new VariableSelection(Predictors.of(x, response.count()), null, null, response);
    }

    private static VariableSelection ofTable(Table table, GlmResponse response, String... used) {
        return new VariableSelection(Predictors.of(table, used), table, null, response);
    }

    /**
     * The posterior distribution of models as a target for any sampler of local models. Site i is candidate variable i,
     * in the order of the data.
     *
     * @throws IllegalArgumentException if a column or the response is constant, or explained by variables that are
     *     always in; if two columns are the same up to scale and shift; if fewer than 3 observations are left by the
     *     variables that are always in; if all prior probability is on models with more columns than the data can tell
     *     apart; if the products of all pairs of columns do not fit into the heap
     */
    public LocalEnergyModel model() {
        return problem().model();
    }

    /**
     * Whether {@link #run} enumerates all models, so that settings of chains have no use. Counts those that
     * {@link #heredity} allows, and throws as {@link #run} does if they cannot be counted.
     */
    public boolean enumerates() {
        int most = sampling.enumerateUpTo(glm == null ? Problem.ENUMERATED : GlmProblem.ENUMERATED);
        return models().margins().hasAtMost(most);
    }

    /**
     * Enumerates all models if they are few, see {@link #enumerateUpTo}; else samples them.
     *
     * <p>If the calling thread is interrupted, the chains end after their present step. The result then holds the draws
     * until then, and the thread's interrupt flag is set.
     *
     * @throws IllegalArgumentException for the reasons of {@link #model}, and if a model fits the response exactly
     *     under a prior whose evidence is then infinite
     * @throws IllegalStateException if all models are enumerated, and an evidence of the caller is NaN or +Infinity, or
     *     -Infinity for all
     * @throws dev.lbp.result.RunException if a run of chains fails for another reason
     */
    @Override
    public SelectionResult run() {
        return sampling.run(problem());
    }

    /**
     * Continues chains that {@code sampling(run -> run.checkpoint(file))} saved, as {@link dev.lbp.Run#resume} does.
     * Only threads, listener, checkpoints and, without {@link #untilPipError}, a larger number of draws may differ.
     *
     * @param checkpoint the file
     * @throws IllegalArgumentException as {@link #run} does, and if all models are enumerated
     * @throws dev.lbp.result.RunException as {@link dev.lbp.Run#resume} does, also if the file is of other data
     */
    public SelectionResult resume(Path checkpoint) {
        Check.notNull("checkpoint", checkpoint);
        return sampling.resume(problem(), checkpoint);
    }

    /**
     * Some of the chains, to be carried out alone, on this machine or another; see {@link dev.lbp.Run#part}. The chains
     * need nothing of each other, so {@link RunSlice#draw()} does warm-up and draws. A {@link RunSlice} fails as
     * {@link #run} does; its {@link dev.lbp.result.RunException} has the cause if a model fits the response exactly.
     *
     * @param first the number of the first chain, at least 0
     * @param count the number of chains, at least 1
     * @throws IllegalArgumentException as {@link dev.lbp.Run#part} and {@link #run} do, and if models are enumerated
     */
    public RunSlice part(int first, int count) {
        return sampling.part(problem(), first, count);
    }

    /**
     * Makes the result of {@link #run} from all parts, bit for bit but for times; see {@link dev.lbp.Run#merge}.
     *
     * @param parts all parts with their draws, in any order
     * @throws IllegalArgumentException as {@link dev.lbp.Run#merge} and {@link #part} do
     */
    public SelectionResult merge(Collection<RunPart> parts) {
        return sampling.merge(problem(), parts);
    }

    /**
     * Checks new rows before the run: a missing column, or a level of a factor that the data have not, is refused as by
     * {@link SelectionResult#predict(Table)}.
     */
    public void checkPredictable(Table rows) {
        if (response != null && response.isSummary()) {
            throw new IllegalStateException("must have rows to predict: z-scores tell neither means nor units");
        }
        NewData.like(predictors, always, offset().source()).of(rows);
    }

    /**
     * Cross-validation: leaves each part of the rows out in turn, runs the selection on the others with the same
     * settings, and scores its predictions of this part. The parts are random, by {@link #seed}; of yes and no, or of
     * events and censored times, each has as many as the others.
     *
     * <p>An interrupt ends it; the present fold then does not count. The listener receives {@code drawsProgress}, with
     * the number of folds for that of steps. A linear regression whose models are enumerated needs no run for each row
     * that is left out, except under {@link #ridge}, {@link #globalEmpiricalBayes}, a known variance of the noise, an
     * evidence of the caller, or where models fit a row whatever its response is, or all rows but one exactly.
     *
     * @param folds the number of parts, in [2, n]; n leaves out one row after another
     * @return scores for {@link SelectionResult#with(LogScores)}
     * @throws IllegalArgumentException as {@link #run} does, also if the rows without a fold do not suffice, as where a
     *     column is then constant; the message names the fold
     * @throws IllegalStateException if the data are z-scores, or the regression is approximate
     */
    public LogScores crossValidate(int folds) {
        GlmResponse family = glm;
        if (family != null) {
            return new CrossValidation<>(
                            folds,
                            1, // fold at once
                            sampling,
                            rows -> glm(predictors.rows(rows), family.rows(rows)),
                            GlmProblem::logScores)
                    .of(family.classes(), family.survival() != null); // of survival times a fold has one score
        }
        Response linear = Objects.requireNonNull(response);
        if (linear.kind() != Response.Kind.ROWS) {
            throw new IllegalStateException("must have rows, and not be approximate, to be cross-validated");
        }
        // If each fold is one row, the fits of all rows may suffice, without a run for each fold.
        boolean mayBeClosed = folds == linear.count() && enumerates() && linear.variance() == null;
        LogScores closed = mayBeClosed ? closed(linear) : null;
        return closed != null
                ? closed
                : new CrossValidation<>(
                                folds,
                                1,
                                sampling,
                                rows -> linear(predictors.rows(rows), linear.rows(rows)),
                                Problem::logScores)
                        .of(new double[linear.count()], false);
    }

    /**
     * The scores of each row by all others, in closed form from fits of all rows; null where only fits without the row
     * have them.
     */
    private @Nullable LogScores closed(Response linear) {
        Problem whole = linear(predictors, linear);
        if (!whole.tellsLeftOut(prior)) {
            return null;
        }
        try {
            LogScores closed = new CrossValidation<LinearFit, Problem>(
                            linear.count(),
                            1 + linear.count() / MOST_PASSES, // folds at once
                            sampling,
                            rows -> whole,
                            (kept, all, heldOut, models) -> all.leftOut(prior, heldOut, models))
                    .of(new double[linear.count()], false); // all rows are of one class; a score for each row
            return closed.scores().stream().anyMatch(score -> Double.isNaN(score.elpd())) ? null : closed;
        } catch (IllegalArgumentException e) {
            return null; // fits without the rows of a fold then fail, with a message that names the fold
        }
    }

    @Override
    public void checkPrior() {
        prior.check(response != null, response != null && response.variance() != null);
    }

    private Regression<?> problem() {
        if (table != null) {
            predictors.checkReferences(table);
        }
        return glm != null ? glm(predictors, glm) : linear(predictors, Objects.requireNonNull(response));
    }

    private GlmProblem glm(Predictors of, GlmResponse y) {
        return sampling.onThreads(() -> GlmProblem.of(of, y, always, prior, models(), duplicates));
    }

    private Problem linear(Predictors of, Response y) {
        return sampling.onThreads(() -> Problem.of(of, y, always, prior, models(), duplicates));
    }
}
