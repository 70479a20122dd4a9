package dev.lbp.internal.select.linear;

import dev.lbp.internal.Check;
import dev.lbp.internal.select.average.GivenModels;
import dev.lbp.internal.select.average.Measures;
import dev.lbp.internal.select.average.ModelPrior;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.SelectionFacts;
import dev.lbp.internal.select.average.Term;
import dev.lbp.internal.select.average.VisitedModels;
import dev.lbp.internal.select.data.NewData;
import dev.lbp.internal.select.data.Predictors;
import dev.lbp.internal.select.data.RegressionColumns;
import dev.lbp.internal.select.data.Response;
import dev.lbp.internal.select.data.RowValues;
import dev.lbp.internal.select.prior.Counts;
import dev.lbp.select.data.Prediction;
import dev.lbp.select.prior.Evidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A linear regression, or the linear regression of working responses that approximates a logistic regression. */
public record Problem(SelectionModel model, Design design, SelectionFacts facts) implements Regression<LinearFit> {

    /** The largest number of candidates whose models are all enumerated: 2^20 models take about 2 seconds. */
    public static final int ENUMERATED = 20;

    private static final String APPROXIMATION =
            "logistic regression, approximate: one Newton step from the model without variables";

    private static final String LINEAR = "linear regression";

    private static final String WEIGHTED = LINEAR + ", the variance of a row's noise divided by its weight";

    private static final String SUMMARY =
            "from z-scores and correlations: coefficients are of columns and a response of standard deviation 1";

    /**
     * Two columns with a product of at least this may be the same; products in single precision have errors of 3e-8.
     */
    private static final double NEAR = 1.0 - 1e-6;

    /** The number of columns that are searched for sets without a fit, those of the most probable variables. */
    private static final int MOST_COLLINEAR = 40;

    /** Where a row has a larger leverage, its prediction from the other rows has too few digits to be told. */
    private static final double MOST_LEVERAGE = 1.0 - 1e-5;

    /**
     * Checks settings against data, and makes the regression.
     *
     * @param always names of variables that are always in
     * @param duplicates whether equal columns are allowed
     */
    public static Problem of(
            Predictors predictors,
            Response response,
            Set<String> always,
            CoefficientPrior prior,
            ModelPrior models,
            boolean duplicates) {
        int rows = response.values().length;
        RegressionColumns columns = RegressionColumns.of(
                predictors, always, response.scaled(RowValues.ones(rows)), UnaryOperator.identity());
        boolean isLinear = true;
        prior.check(isLinear, response.variance() != null);
        Design design = Design.of(columns, response);
        Check.atLeast(2, "observations less the constant and the columns that are always in", design.freedom());
        if (!duplicates) { // two columns are equal if they have no fit together
            LinearFit fit = new LinearFit(design.gram(), 0.0);
            columns.checkDistinct(design.gram().equalPair(NEAR, (i, j) -> !fit.load(new int[] {i, j})));
        }
        Double variance = response.variance();
        if (variance != null) {
            checkVariance(variance, design);
        }
        // the known variance of the noise of a response of length 1
        Double noise = variance == null ? null : variance / (design.responseNorm() * design.responseNorm());
        double lambda = prior.lambda(design, response.priorUnit());
        Function<Evidence, SelectionModel> under = evidence -> new SelectionModel(
                design.gram(),
                lambda,
                evidence,
                models,
                columns.first(),
                lambda > 0.0 ? Integer.MAX_VALUE : design.freedom() - 1); // a ridge allows any number of columns
        CoefficientPrior estimated = prior.on(design, under);
        SelectionModel model = under.apply(estimated.evidence(design.counts(), design.freedom(), lambda, noise));
        String known = variance == null || response.isLogistic() ? "" : ", noise variance " + variance;
        String priors = "coefficients: " + estimated.name(design.counts()) + known + "; models: " + models;
        return new Problem(model, design, facts(predictors, response, always, prior, columns, design, priors));
    }

    private static void checkVariance(double variance, Design design) {
        double least = design.responseNorm() * design.responseRounding() / Math.sqrt(design.n());
        Check.that(
                Math.sqrt(variance) >= least,
                "be at least " + least * least + ", the square of the rounding errors of the response's values",
                "sigma2",
                variance);
    }

    private static SelectionFacts facts(
            Predictors predictors,
            Response response,
            Set<String> always,
            CoefficientPrior prior,
            RegressionColumns columns,
            Design design,
            String priors) {
        return new SelectionFacts(
                response.name(),
                design.n(),
                columns.variables(),
                columns.baseNames(),
                family(response),
                "",
                response.isLogistic(),
                priors,
                NewData.like(predictors, always, response.offset().source()),
                List.of(design.names()),
                notes(predictors, prior, design.names().length, design.freedom()),
                new SelectionFacts.Data(
                        new NewData.Rows(
                                columns.base(),
                                columns.columns(),
                                response.offset().of(response.values().length),
                                response.rowWeights()),
                        response.values(),
                        response.kind() == Response.Kind.ROWS
                                ? SelectionFacts.Scale.NUMBER
                                : SelectionFacts.Scale.NONE));
    }

    private static String family(Response response) {
        return switch (response.kind()) {
            case LOGISTIC -> APPROXIMATION;
            case SUMMARY -> SUMMARY;
            case ROWS -> {
                String offset = response.offset().words();
                yield response.weights() != null ? WEIGHTED + offset : offset.isEmpty() ? "" : LINEAR + offset;
            }
        };
    }

    private boolean isSummary() {
        return facts.data().scale() == SelectionFacts.Scale.NONE && !facts.isApproximate();
    }

    @Override
    public LinearFit newFit() {
        return new LinearFit(model.gram, model.lambda);
    }

    @Override
    public double load(LinearFit fit, int[] sites) {
        boolean allowed = model.margins.lacking(sites).length == 0;
        return allowed && model.load(fit, sites) ? model.logProb(fit, sites.length) : Double.NEGATIVE_INFINITY;
    }

    @Override
    public LinearMoments newMoments() {
        return new LinearMoments(model.evidence, newFit());
    }

    @Override
    public List<Term> terms() {
        return facts.isApproximate() ? List.of() : Term.all(facts.always(), !isSummary(), this::term);
    }

    /** The response at a row whose candidates are 0. */
    private Term term(String name, double[] always) {
        double[] base = design.baseline().at(always);
        double[] columns = new double[design.names().length];
        Arrays.setAll(columns, j -> design.residual(j, 0.0, base)); // 0 less the projection on columns always in
        return new Term(name, base, columns, design.predicted(base) / design.responseNorm(), design.responseNorm());
    }

    @Override
    public double deviation(int column) {
        return design.deviation(column);
    }

    @Override
    public double emptyLogEvidence() {
        return model.logEvidence(0, 1.0, 0.0);
    }

    @Override
    public ConditionalMoments newConditionals() {
        return new ConditionalMoments(model);
    }

    @Override
    public double unscaled(int column, double coefficient) {
        return design.unscaled(column, coefficient);
    }

    /** {@code 1 - |y - X b|^2}, where under a ridge prior {@code fit.rss()} also has {@code lambda |b|^2}. */
    @Override
    public double explained(LinearFit fit) {
        double squares = model.lambda > 0.0 ? fit.solution.squares() : 0.0; // without a lambda not needed
        return 1.0 - fit.rss() + model.lambda * squares;
    }

    /**
     * Adds column after column to a fit, those of the most probable variables first. Each column that cannot enter
     * makes a set, with the columns that explain it.
     */
    @Override
    public List<List<String>> collinear(double[] probabilities) {
        List<List<String>> sets = new ArrayList<>();
        LinearFit fit = newFit();
        ColumnChange unused = new ColumnChange();
        IntStream.range(0, probabilities.length)
                .boxed()
                .sorted(Comparator.comparingDouble(site -> -probabilities[site]))
                .flatMapToInt(site -> IntStream.range(model.firstColumn(site), model.firstColumn(site + 1)))
                .limit(MOST_COLLINEAR)
                .filter(column -> fit.size() < model.mostColumns && !fit.add(column, unused)) // adds it if possible
                .forEach(column -> sets.add(IntStream.concat(IntStream.of(fit.explaining(column)), IntStream.of(column))
                        .mapToObj(other -> design.names()[other])
                        .toList()));
        return sets;
    }

    @Override
    public List<Prediction> predict(NewData.Rows rows, VisitedModels<LinearFit> models, double level) {
        if (facts.isApproximate()) {
            throw new IllegalStateException(
                    "must not be approximate to predict: one Newton step gives no" + " probabilities");
        }
        if (isSummary()) {
            throw new IllegalStateException("must have rows to predict: z-scores tell neither means nor units");
        }
        return new Predictor(this, models, rows).predict(level);
    }

    @Override
    public double[] fitted(NewData.Rows rows, VisitedModels<LinearFit> models) {
        return new Predictor(this, models, rows).means();
    }

    /**
     * The logarithm of the predictive density of each row that is left out.
     *
     * @param whole the regression of all rows
     * @param heldOut the rows that are left out, by number in {@code whole}
     */
    public double[] logScores(Problem whole, int[] heldOut, VisitedModels<LinearFit> models) {
        SelectionFacts.Data data = whole.facts.data();
        return new Predictor(this, models, data.rows().only(heldOut))
                .logDensities(RowValues.only(data.response(), heldOut));
    }

    /**
     * Whether {@link #leftOut} can be used: the evidence must be a function of size and rss alone, and the full model
     * must have a fit whichever row is left out. It has none without a row that it fits exactly, of leverage 1.
     */
    public boolean tellsLeftOut(CoefficientPrior prior) {
        boolean isOfRss = !(prior instanceof CoefficientPrior.Ridge
                || prior instanceof CoefficientPrior.GlobalEmpiricalBayes
                || prior instanceof CoefficientPrior.Own);
        GivenModels<LinearFit> full =
                GivenModels.only(this, IntStream.range(0, model.dimension()).toArray());
        return isOfRss
                && design.names().length < design.freedom() - 1
                && full.isPossible()
                && new Predictor(this, full, facts.data().rows()).mostLeverage() < MOST_LEVERAGE;
    }

    /**
     * The logarithm of the predictive density of each of some rows by all others, from the fits of all rows. NaN if a
     * number has too few digits.
     *
     * @param models of all rows
     */
    public double[] leftOut(CoefficientPrior prior, int[] rows, VisitedModels<LinearFit> models) {
        double lambda = 0.0; // no ridge
        Counts oneRowLess = new Counts(design.n() - 1.0, "rows", design.names().length);
        Evidence others = prior.evidence(oneRowLess, design.freedom() - 1, lambda, null); // null: unknown noise
        return new Predictor(this, models, facts.data().rows().only(rows))
                .leftOut(RowValues.only(facts.data().response(), rows), model, others);
    }

    @Override
    public Measures measures() {
        return Measures::linear;
    }

    @Override
    public int enumerateUpTo() {
        return ENUMERATED;
    }

    @Override
    public VisitedModels<LinearFit> enumerate(Progress progress, Workers workers) {
        return new EnumeratedModels(model, progress);
    }

    /** {@inheritDoc} Always refuses: the evidence of a linear regression is not estimated by sampling. */
    @Override
    public void checkExactEvidence(int models) {
        Check.that(
                false,
                facts.isApproximate()
                        ? "be of a regression that is not approximate"
                        : "be of a regression that is not linear, whose evidence is exact anyway",
                "exactEvidence",
                models);
    }

    @Override
    public List<EvidenceRatio> sampleEvidence(List<int[]> sites, long seed, Workers workers, BooleanSupplier stops) {
        throw new UnsupportedOperationException();
    }

    /**
     * Adds a note if columns can fit any response under BIC: without a prior of coefficients the largest models then
     * win.
     */
    private static List<String> notes(Predictors predictors, CoefficientPrior prior, int columns, int freedom) {
        List<String> notes = new ArrayList<>(predictors.notes());
        if (prior instanceof CoefficientPrior.Bic && columns >= freedom) {
            notes.add("note: bic needs many more rows than columns, and " + columns + " columns of candidates can fit"
                    + " any response of these rows; use hyper-g/n or ridge");
        }
        return notes;
    }
}
