package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.internal.Names;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.select.average.Measures;
import dev.lbp.internal.select.average.ModelAverage;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.SampledModels;
import dev.lbp.internal.select.average.VisitedModels;
import dev.lbp.result.SampleResult;
import dev.lbp.select.data.Table;
import dev.lbp.select.prior.Heredity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a selection found: the probability of each variable and of models, and coefficients and predictions averaged
 * over models. It is exact if all models were enumerated. Else it comes from draws of a Markov chain, and its errors
 * are those of this simulation, not the uncertainty of the data, which is in the probabilities themselves. In a
 * regression that is not linear the evidence of a model is that of Laplace's method.
 */
public final class SelectionResult extends SelectionPredictions {

    /** The probability of a credible interval, where the caller sets none. */
    static final double LEVEL = 0.95;

    final ModelAverage<?> average;
    private final ModelTables<?> tables;

    /** What is added after the selection, by its class: scores, other priors, predictions, the level of intervals. */
    private final Map<Class<?>, Object> added = new HashMap<>();

    private final @Nullable SampleResult run;
    private final List<Variable> inclusion;

    /** @param exact the ratios exact / Laplace of the most probable models; null if not asked for */
    <F> SelectionResult(
            Regression<F> regression,
            VisitedModels<F> models,
            @Nullable List<Regression.EvidenceRatio> exact,
            @Nullable SampleResult run) {
        super(new Forecast<>(regression, models));
        this.run = run;
        ModelAverage<F> averaged = new ModelAverage<>(regression);
        models.forEach(averaged);
        this.average = averaged;
        this.inclusion = run != null && models instanceof SampledModels<F> drawn
                ? SampledInclusion.of(facts().names(), run, drawn, regression.model())
                : SampledInclusion.exact(facts().names(), averaged::inclusion, regression.model());
        this.tables = new ModelTables<>(regression, models, averaged, inclusion);
        if (exact != null) {
            added.put(ExactEvidence.class, ExactEvidence.of(models, exact, inclusion));
        }
    }

    /** A copy with one more part of its class, such as {@link LogScores}. */
    private SelectionResult(SelectionResult from, Object more) {
        super(from.forecast);
        this.average = from.average;
        this.tables = from.tables;
        this.run = from.run;
        this.inclusion = from.inclusion;
        added.putAll(from.added);
        added.put(more.getClass(), more);
    }

    private <T> Optional<T> added(Class<T> type) {
        return Optional.ofNullable(added.get(type)).map(type::cast);
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

    /** Which models an interaction may be in, see {@link VariableSelection#heredity}. */
    public Heredity heredity() {
        return forecast.regression().model().margins.heredity;
    }

    /** The number of models of any size that {@link #heredity} allows; infinite above the largest double. */
    public double allowedModels() {
        return forecast.regression().model().allowedModels();
    }

    /** Whether models are those of an approximation, see {@link VariableSelection#approximate}. */
    public boolean isApproximate() {
        return facts().isApproximate();
    }

    /** The run of the chains, with its traces, diagnostics and verdict; empty if exact. */
    public Optional<SampleResult> run() {
        return Optional.ofNullable(run);
    }

    /** How exact evidence would change probabilities; empty without {@link VariableSelection#exactEvidence(int)}. */
    public Optional<ExactEvidence> exactEvidence() {
        return added(ExactEvidence.class);
    }

    /** The inclusion probabilities of all candidates, in the order of the data. */
    public List<Variable> inclusion() {
        return inclusion;
    }

    /**
     * The inclusion probability of one variable.
     *
     * @throws IllegalArgumentException if it is no candidate; the message lists similar names
     */
    public Variable inclusion(String variable) {
        return inclusion.get(Names.find(
                "a candidate", variable, inclusion.size(), k -> inclusion.get(k).name()));
    }

    /**
     * The models of highest probability, in descending order of their evidence times prior; fewer if fewer are known.
     *
     * @param top in [1, 1000]
     */
    public List<Model> models(int top) {
        Check.that(top >= 1 && top <= 1_000, "be in [1, 1000]", "top", top);
        return forecast.models().best().stream()
                .limit(top)
                .map(known -> tables.model(known.sites()))
                .toList();
    }

    /**
     * The model of all variables with a probability of at least 1/2, which predicts best of all single models in many
     * designs (Barbieri and Berger 2004, doi:10.1214/009053604000000238). It may be impossible, see
     * {@link Model#isPossible}, as where two columns are copies and each has a probability of 1/2.
     */
    public Model medianModel() {
        return tables.model(medianSites());
    }

    @Override
    int[] medianSites() {
        return IntStream.range(0, inclusion.size())
                .filter(site -> inclusion.get(site).probability() >= 0.5)
                .toArray();
    }

    /** Why a model is impossible, in words. */
    String whyImpossible(Model model) {
        return tables.whyImpossible(model.variables());
    }

    /**
     * The model of some variables, whether it is among the most probable or not.
     *
     * @param variables candidates, in any order; none for the model without candidates
     * @throws IllegalArgumentException if one is no candidate
     */
    public Model model(String... variables) {
        return tables.model(tables.sites(List.of(variables)));
    }

    /**
     * Sets of columns that no model has all of, since one is a combination of the others and of the variables that are
     * always in, to rounding errors. Each set has as few columns as possible. Sets among the first 40 columns are
     * named, in descending order of their probability.
     *
     * @return empty if there are none
     */
    public List<List<String>> collinear() {
        return forecast.regression()
                .collinear(inclusion.stream().mapToDouble(Variable::probability).toArray());
    }

    /**
     * How often pairs of variables are in together, and credible sets of probability 0.95, or {@link #withLevel}, with
     * at most 10 variables. If sampled, probabilities are shares of draws.
     */
    public JointInclusion joint() {
        return joint(level(LEVEL), JointInclusion.MOST_VARIABLES);
    }

    /**
     * {@link #joint()} with other sets.
     *
     * @param level the probability of a set, in [1e-8, 1 - 1e-8]
     * @param most variables of a set, at least 1
     */
    public JointInclusion joint(double level, int most) {
        Measures.checkLevel("level", level);
        return tables.joint(level, Check.atLeast(1, "most", most));
    }

    /** What the exponential of a coefficient is: {@code "odds ratio"}, {@code "rate ratio"}, {@code "hazard ratio"}. */
    public Optional<String> ratio() {
        return Optional.of(facts().ratio()).filter(name -> !name.isEmpty());
    }

    /** The probability of each model size from 0. */
    public double[] sizes() {
        return average.sizes();
    }

    /**
     * The prior probability of each model size, from 0 to the number of candidates; sizes that the data or
     * {@link VariableSelection#maxSize} exclude have 0.
     */
    public double[] priorSizes() {
        return forecast.regression().model().priorSizes();
    }

    /**
     * The coefficients of all candidates, in the order of the data, with intervals of probability 0.95; a factor has
     * one for each level but the first.
     */
    public List<Coefficient> coefficients() {
        return coefficients(level(LEVEL));
    }

    /**
     * {@link #coefficients()} with other intervals. If sampled, a coefficient's mean, interval and signs are those
     * given that its variable is in, times the variable's {@link #inclusion inclusion probability}. Given that it is
     * in, they come from averages of conditional moments over the draws if the regression is linear (Rao and
     * Blackwell), else from the models drawn, or from the best model with the variable if none of these has it.
     *
     * @param level the probability of the interval, in [1e-8, 1 - 1e-8]
     */
    public List<Coefficient> coefficients(double level) {
        return table(level).candidates(level);
    }

    /**
     * The coefficients that all models have: the constant, {@code (intercept)}, which is the linear predictor where all
     * columns are 0 and factors have their first level, and those of the columns that are always in. Cox's regression
     * has no constant, and an approximate one neither.
     */
    public List<Coefficient> alwaysIn() {
        return alwaysIn(level(LEVEL));
    }

    /** {@link #alwaysIn()} with other intervals. */
    public List<Coefficient> alwaysIn(double level) {
        return table(level).terms(level);
    }

    /**
     * The coefficients of one model: those that all models have, then those of its variables.
     *
     * @param model of this result, from {@link #models}, {@link #medianModel} or {@link #model}
     * @param level the probability of the interval, in [1e-8, 1 - 1e-8]
     * @throws IllegalArgumentException if a variable is no candidate, or the model is impossible
     */
    public List<Coefficient> coefficients(Model model, double level) {
        Measures.checkLevel("level", level);
        return tables.coefficients(model.variables(), level);
    }

    private CoefficientTable table(double level) {
        Measures.checkLevel("level", level);
        return tables.coefficients();
    }

    /**
     * Scores predictions of rows that were no part of the data. The result is this one with the scores, which its
     * summary, report and files then have too.
     *
     * @param table with all columns of the data, and the response
     * @throws IllegalArgumentException as {@link #predict(Table)} does, and if a response is not possible
     * @throws IllegalStateException if the data were arrays, or the regression is approximate
     */
    public SelectionResult scoredOn(Table table) {
        return new SelectionResult(this, forecast.score(table));
    }

    /**
     * Returns this result with another default level of intervals and credible sets, also in summary, report and
     * files. Without this call the level is 0.9 for predictions and 0.95 for all else.
     *
     * @param level in [1e-8, 1 - 1e-8]
     */
    public SelectionResult withLevel(double level) {
        Measures.checkLevel("level", level);
        return new SelectionResult(this, level);
    }

    @Override
    double level(double other) {
        return added(Double.class).orElse(other);
    }

    /** The probability of intervals in percent, for heads of columns; {@code other} if the caller has set none. */
    String percent(double other) {
        return Numbers.shortest(Math.rint(1e8 * level(other)) / 1e6);
    }

    /** The scores of rows that were held out; empty without {@link #scoredOn}. */
    public Optional<HeldOut> heldOut() {
        return added(HeldOut.class);
    }

    /** This result with a table of priors, which its summary, report and files then have too. */
    public SelectionResult with(PriorSensitivity table) {
        return new SelectionResult(this, Check.notNull("table", table));
    }

    /** The table of priors; empty without {@link #with}. */
    public Optional<PriorSensitivity> priors() {
        return added(PriorSensitivity.class);
    }

    /** This result with the scores of a cross-validation, which its summary, report and files then have too. */
    public SelectionResult with(LogScores scores) {
        return new SelectionResult(this, Check.notNull("scores", scores));
    }

    /** The scores of a cross-validation; empty without {@link #with(LogScores)}. */
    public Optional<LogScores> logScores() {
        return added(LogScores.class);
    }

    /**
     * This result with the predictions of new rows, which its summary, report and files then have too, in the form of
     * {@link #exportPredictions}.
     *
     * @param table with all columns of the data, and that of offsets if there is one
     * @param times to predict survival at; none in other regressions
     */
    public SelectionResult predicting(Table table, double... times) {
        return new SelectionResult(this, sheet(table, times));
    }

    /** The predictions of new rows; empty without {@link #predicting}. */
    @SuppressWarnings("unchecked") // only predicting() adds a sheet, a Sheet<Integer>
    Optional<Sheet<Integer>> predictions() {
        return added(Sheet.class).map(sheet -> (Sheet<Integer>) sheet);
    }

    /**
     * Tables of the variables and models of highest probability, for a human reader; if sampled with the verdict.
     */
    public String summary() {
        return summary(10);
    }

    /** {@link #summary()} with a number of models in [1, 1000]. */
    public String summary(int top) {
        return SelectionSummary.of(this, top);
    }

    /**
     * Writes a page for a browser: plots of the inclusion probabilities and of model sizes, an image of models by
     * variables, tables, and the verdict of the chains if it was sampled.
     *
     * @param file its directory is made with its parents if there is none
     * @throws IllegalArgumentException if the path cannot be that of a file
     * @throws IOException if it cannot be written; an earlier file then stays as it was
     */
    public void report(Path file) throws IOException {
        WholeFile.prepare("file", Check.notNull("file", file));
        WholeFile.replace(file, new SelectionReport(this).html());
    }

    /**
     * Writes {@code inclusion.csv}, {@code coefficients.csv}, {@code models.csv} and {@code sizes.csv}: comma-separated
     * values (RFC 4180); also {@code scores.csv} if rows were held out, {@code priors.csv} with a table of priors,
     * {@code elpd.csv} with a cross-validation, {@code predictions.csv} with predictions. Such files are replaced.
     *
     * @param directory made with its parents if it does not exist
     * @param tables the files to write, such as {@code "models.csv"}; all of them if none is named
     * @throws IOException if a file cannot be written
     */
    public void exportCsv(Path directory, String... tables) throws IOException {
        SelectionFiles.write(this, Check.notNull("directory", directory), Check.notNull("tables", tables));
    }

    /**
     * Writes all tables and what a summary says of data and priors as one JSON object, for R and Python. The page on
     * R has its fields.
     *
     * @param file replaced if it exists
     * @throws IOException if it cannot be written; an earlier file then stays as it was
     */
    public void exportJson(Path file) throws IOException {
        WholeFile.replace(Check.notNull("file", file), SelectionFiles.json(this));
    }
}
