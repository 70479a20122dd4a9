package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.internal.WholeFile;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a selection found: the probability of each variable and of models, and coefficients and predictions averaged
 * over models. It is exact if all models were enumerated. Else it comes from draws of a Markov chain, and its errors
 * are those of this simulation, not the uncertainty of the data, which is in the probabilities themselves. Of a
 * logistic regression it is an approximation in either case, {@link #isApproximate}.
 */
public final class SelectionResult {

    private final Problem problem;
    private final VisitedModels models;
    private final ModelAverage average;
    private final @Nullable SampleResult run;
    private final List<Variable> inclusion;

    /**
     * The probability that a variable is in the model.
     *
     * @param probability in [0, 1], the posterior inclusion probability (PIP)
     * @param error its standard error: 0 if exact; NaN if a sampled one never changed
     */
    public record Variable(String name, double probability, double error) {}

    /**
     * One model.
     *
     * @param variables that are in, beside those that are always in
     * @param probability if exact the posterior probability; else the part that the model has of the probability of all
     *     models drawn, which is too large if many others were not drawn
     * @param frequency the part of draws at this model; NaN if exact
     * @param rSquared the part of the response's variance that the model explains, beyond the variables that are always
     *     in; in a logistic regression that of the linear regression on 0 and 1
     */
    public record Model(List<String> variables, double probability, double frequency, double rSquared) {
        /** Copies the list. */
        public Model {
            variables = List.copyOf(variables);
        }
    }

    /**
     * A coefficient in the units of the data, averaged over models. It is 0 in a model without its variable. In a
     * logistic regression it is a log-odds ratio after one Newton step, too near to 0 if the effect is strong.
     *
     * @param column the variable, or {@code factor=level}
     * @param mean posterior mean
     * @param sd posterior standard deviation; NaN if the evidence has no variances
     * @param meanIfIn mean over the models that have the variable; NaN if none has
     * @param sdIfIn standard deviation over these models; NaN if there are none
     */
    public record Coefficient(String column, double mean, double sd, double meanIfIn, double sdIfIn) {}

    /**
     * A prediction averaged over models.
     *
     * @param mean of the response
     * @param sdOfMean standard deviation of the expected response, from coefficients and models
     * @param sd standard deviation of one new response: also has the noise
     */
    public record Prediction(double mean, double sdOfMean, double sd) {}

    /**
     * @param run null if the models were enumerated
     */
    SelectionResult(Problem problem, VisitedModels models, @Nullable SampleResult run) {
        this.problem = problem;
        this.models = models;
        this.run = run;
        this.average = new ModelAverage(problem.model());
        models.forEach(average);
        this.inclusion = run == null ? exactInclusion() : sampledInclusion(run);
    }

    private List<Variable> exactInclusion() {
        return IntStream.range(0, problem.names().size())
                .mapToObj(site -> new Variable(problem.names().get(site), average.inclusion(site), 0.0))
                .toList();
    }

    private List<Variable> sampledInclusion(SampleResult sample) {
        SampleResult.Conditionals conditionals = sample.conditionals().orElseThrow();
        return IntStream.range(0, problem.names().size())
                .mapToObj(site -> new Variable(
                        problem.names().get(site),
                        conditionals.marginals()[site],
                        conditionals.errors()[site]))
                .toList();
    }

    /** The number of variables and how the models were found. Computes nothing. */
    @Override
    public String toString() {
        return inclusion.size() + (inclusion.size() == 1 ? " variable" : " variables") + ", "
                + (run == null ? "all models enumerated" : "sampled by " + run);
    }

    /** Whether all models were enumerated. */
    public boolean isExact() {
        return run == null;
    }

    /** Whether models are those of an approximation: true for a logistic regression. */
    public boolean isApproximate() {
        return problem.response().isLogistic();
    }

    /** The run of the chains, with its traces, diagnostics and verdict; empty if exact. */
    public Optional<SampleResult> run() {
        return Optional.ofNullable(run);
    }

    /** The inclusion probabilities of all candidates, in the order of the data. */
    public List<Variable> inclusion() {
        return inclusion;
    }

    /**
     * The inclusion probability of one variable.
     *
     * @throws IllegalArgumentException if it is no candidate
     */
    public Variable inclusion(String variable) {
        return inclusion.stream()
                .filter(one -> one.name().equals(variable))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be a candidate: variable=" + variable));
    }

    /**
     * The models of highest probability, in descending order; fewer if fewer are known.
     *
     * @param top in [1, 1000]
     */
    public List<Model> models(int top) {
        Check.that(top >= 1 && top <= 1_000, "be in [1, 1000]", "top", top);
        Fit fit = new Fit(problem.model().gram, problem.model().lambda);
        return models.best().stream()
                .limit(top)
                .map(known -> {
                    problem.model().load(fit, known.sites());
                    List<String> variables = new ArrayList<>();
                    for (int site : known.sites()) {
                        variables.add(problem.names().get(site));
                    }
                    return new Model(variables, known.probability(), known.frequency(), 1.0 - fit.rss());
                })
                .toList();
    }

    /**
     * Sets of columns that no model has all of, since one is a combination of the others and of the variables that are
     * always in, to rounding errors. Each set has as few columns as possible. Sets among the first 40 columns are
     * named, in descending order of their probability.
     *
     * @return empty if there are none
     */
    public List<List<String>> collinear() {
        return CollinearSets.of(problem, inclusion);
    }

    /** The probability of each model size, from 0 to the number of candidates. */
    public double[] sizes() {
        return average.sizes();
    }

    /** The coefficients of all candidates, in the order of the data; a factor has one for each level but the first. */
    public List<Coefficient> coefficients() {
        return IntStream.range(0, problem.design().names.length)
                .mapToObj(this::coefficient)
                .toList();
    }

    private Coefficient coefficient(int column) {
        double unit = problem.design().unscaled(column, 1.0);
        double in = average.columnInclusion(column);
        double mean = average.mean(column);
        double square = average.meanSquare(column);
        double meanIfIn = in > 0.0 ? mean / in : Double.NaN;
        return new Coefficient(
                problem.design().names[column],
                mean * unit,
                Math.sqrt(Math.max(square - mean * mean, 0.0)) * unit,
                meanIfIn * unit,
                in > 0.0 ? Math.sqrt(Math.max(square / in - meanIfIn * meanIfIn, 0.0)) * unit : Double.NaN);
    }

    /**
     * Predicts the response at new observations.
     *
     * @param x [rows][variables], finite: all columns of the data in their order, those that are always in included
     * @throws IllegalStateException if the data are a table with factors, or the regression is logistic
     */
    public List<Prediction> predict(double[][] x) {
        return predictor().predict(problem.newData().of(x));
    }

    /**
     * Predicts the response at new observations.
     *
     * @param table with all columns of the data; the response need not be there
     * @throws IllegalArgumentException if a column is missing, or a factor has a level that the data have not
     * @throws IllegalStateException if the regression is logistic
     */
    public List<Prediction> predict(Table table) {
        return predictor().predict(problem.newData().of(table));
    }

    private Predictor predictor() {
        if (isApproximate()) {
            throw new IllegalStateException(
                    "must be linear to predict: one Newton step gives no probabilities; fit a logistic"
                            + " regression to the variables of the most probable models");
        }
        return new Predictor(problem, models);
    }

    Problem problem() {
        return problem;
    }

    /**
     * Tables of the variables and models of highest probability, for a human reader; with the verdict of the run if
     * sampled.
     */
    public String summary() {
        return summary(10);
    }

    /**
     * As {@link #summary()}.
     *
     * @param top the number of models, in [1, 1000]
     */
    public String summary(int top) {
        return SelectionSummary.of(this, top);
    }

    /**
     * Writes a page for a browser: plots of the inclusion probabilities and of model sizes, an image of models by
     * variables, tables, and the verdict of the chains if it was sampled.
     *
     * @throws IllegalArgumentException if the path is not that of a file in a directory that exists
     * @throws IOException if it cannot be written; an earlier file then stays as it was
     */
    public void report(Path file) throws IOException {
        WholeFile.check("file", Check.notNull("file", file));
        WholeFile.replace(file, new SelectionReport(this).html());
    }

    /**
     * Writes {@code inclusion.csv}, {@code coefficients.csv} and {@code models.csv}, comma-separated values (RFC 4180).
     * Files of these names are replaced.
     *
     * @param directory made with its parents if it does not exist
     * @throws IOException if a file cannot be written
     */
    public void exportCsv(Path directory) throws IOException {
        SelectionFiles.write(this, Check.notNull("directory", directory));
    }
}
