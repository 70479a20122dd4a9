package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.internal.WholeFile;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a selection found: the probability of each variable and of models, and coefficients and predictions averaged
 * over models. It is exact if all models were enumerated. Else it comes from draws of a Markov chain, and its errors
 * are those of this simulation, not the uncertainty of the data, which is in the probabilities themselves. In a
 * regression that is not linear the evidence of a model is that of Laplace's method.
 */
public final class SelectionResult {

    private final Regression<?> regression;
    private final Facts facts;
    private final List<VisitedModels.Known> best;
    private final ModelAverage<?> average;
    private final ToDoubleFunction<int[]> explained;
    private final Function<NewData.Rows, double[][]> predictions;
    private final @Nullable SampleResult run;
    private final List<Variable> inclusion;
    private final @Nullable ExactEvidence exactEvidence;

    /**
     * The probability that a variable is in the model.
     *
     * @param probability in [0, 1], the posterior inclusion probability (PIP)
     * @param error its standard error: 0 if exact; NaN if a sampled one never changed
     * @param averaged if sampled, whether it is an average of conditional probabilities over draws; else it is the
     *     share of draws that have the variable. In a regression that is not linear that of the smaller error is taken
     */
    public record Variable(String name, double probability, double error, boolean averaged) {}

    /**
     * One model.
     *
     * @param variables that are in, beside those that are always in
     * @param probability if exact the posterior probability; else the part that the model has of the probability of all
     *     models drawn, which is too large if many others were not drawn
     * @param frequency the part of draws at this model; NaN if exact
     * @param rSquared the part of the response's variance that the model explains, beyond the variables that are always
     *     in; in a regression that is not linear that of the likelihood ratio, {@code 1 - exp(-2 (l - l0) / n)}, and in
     *     an approximate one that of the linear regression on 0 and 1
     */
    public record Model(List<String> variables, double probability, double frequency, double rSquared) {
        /** Copies the list. */
        public Model {
            variables = List.copyOf(variables);
        }
    }

    /**
     * A coefficient in the units of the data, averaged over models. It is 0 in a model without its variable. In a
     * logistic regression it is a log-odds ratio, in regressions of counts and of survival times the logarithm of a
     * ratio of rates. In an {@link VariableSelection#approximate} regression it is too near to 0 if the effect is
     * strong.
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
     * @param mean of the response: a probability in a logistic or probit regression; in a regression of survival times
     *     the hazard, as a multiple of that of a row of average columns
     * @param sdOfMean standard deviation of the expected response, from coefficients and models
     * @param sd standard deviation of one new response: also has the noise; in a regression of survival times
     *     nothing is known of it, and it is that of the mean
     */
    public record Prediction(double mean, double sdOfMean, double sd) {}

    private <F> SelectionResult(
            Regression<F> regression,
            VisitedModels<F> models,
            @Nullable List<EvidenceSampler.Ratio> exact,
            @Nullable SampleResult run) {
        this.regression = regression;
        this.facts = regression.facts();
        this.best = models.best();
        this.run = run;
        ModelAverage<F> averaged = new ModelAverage<>(regression);
        models.forEach(averaged);
        this.average = averaged;
        F fit = regression.newFit();
        this.explained = sites -> {
            regression.load(fit, sites);
            return regression.explained(fit);
        };
        this.predictions = rows -> regression.predict(rows, models);
        this.inclusion = run == null ? exactInclusion() : SampledInclusion.of(facts.names(), run, regression.model());
        this.exactEvidence = exact == null ? null : ExactEvidence.of(best, exact, inclusion);
    }

    /**
     * @param exact of the most probable models, exact / Laplace; null if that was not asked for
     * @param run null if the models were enumerated
     */
    static <F> SelectionResult of(
            Regression<F> regression,
            VisitedModels<F> models,
            @Nullable List<EvidenceSampler.Ratio> exact,
            @Nullable SampleResult run) {
        return new SelectionResult(regression, models, exact, run);
    }

    private List<Variable> exactInclusion() {
        return IntStream.range(0, facts.names().size())
                .mapToObj(site -> new Variable(facts.names().get(site), average.inclusion(site), 0.0, false))
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

    /** Whether models are those of an approximation, see {@link VariableSelection#approximate}. */
    public boolean isApproximate() {
        return facts.isApproximate();
    }

    /** The run of the chains, with its traces, diagnostics and verdict; empty if exact. */
    public Optional<SampleResult> run() {
        return Optional.ofNullable(run);
    }

    /** What exact evidence would change; empty without {@link VariableSelection#exactEvidence(int)}. */
    public Optional<ExactEvidence> exactEvidence() {
        return Optional.ofNullable(exactEvidence);
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
        return best.stream()
                .limit(top)
                .map(known -> {
                    List<String> variables = new ArrayList<>();
                    for (int site : known.sites()) {
                        variables.add(facts.names().get(site));
                    }
                    return new Model(
                            variables, known.probability(), known.frequency(), explained.applyAsDouble(known.sites()));
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
        return regression.collinear(
                inclusion.stream().mapToDouble(Variable::probability).toArray());
    }

    /** The probability of each model size, from 0 to the number of candidates. */
    public double[] sizes() {
        return average.sizes();
    }

    /** The coefficients of all candidates, in the order of the data; a factor has one for each level but the first. */
    public List<Coefficient> coefficients() {
        return IntStream.range(0, facts.columns().size())
                .mapToObj(this::coefficient)
                .toList();
    }

    private Coefficient coefficient(int column) {
        double unit = regression.unscaled(column, 1.0);
        double in = average.columnInclusion(column);
        double mean = average.mean(column);
        double square = average.meanSquare(column);
        double meanIfIn = in > 0.0 ? mean / in : Double.NaN;
        return new Coefficient(
                facts.columns().get(column),
                mean * unit,
                Math.sqrt(Math.max(square - mean * mean, 0.0)) * unit,
                meanIfIn * unit,
                in > 0.0 ? Math.sqrt(Math.max(square / in - meanIfIn * meanIfIn, 0.0)) * unit : Double.NaN);
    }

    /**
     * Predicts the response at new observations.
     *
     * @param x [rows][variables], finite: all columns of the data in their order, those that are always in included
     * @throws IllegalStateException if the data are a table with factors, or the regression is approximate
     */
    public List<Prediction> predict(double[][] x) {
        return predicted(facts.newData().of(x));
    }

    /**
     * Predicts the response at new observations.
     *
     * @param table with all columns of the data; the response need not be there
     * @throws IllegalArgumentException if a column is missing, or a factor has a level that the data have not
     * @throws IllegalStateException if the regression is approximate
     */
    public List<Prediction> predict(Table table) {
        return predicted(facts.newData().of(table));
    }

    private List<Prediction> predicted(NewData.Rows rows) {
        return Arrays.stream(predictions.apply(rows))
                .map(row -> new Prediction(row[0], row[1], row[2]))
                .toList();
    }

    Facts facts() {
        return facts;
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
