package dev.lbp.internal.select.linear;

import dev.lbp.internal.Check;
import dev.lbp.internal.select.average.EvidenceRatio;
import dev.lbp.internal.select.average.Measures;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.RowForecast;
import dev.lbp.internal.select.average.SelectionFacts;
import dev.lbp.internal.select.average.Term;
import dev.lbp.internal.select.average.VisitedModels;
import dev.lbp.internal.select.average.Workers;
import dev.lbp.internal.select.data.Baseline;
import dev.lbp.internal.select.data.NewData;
import dev.lbp.internal.select.data.Predictors;
import dev.lbp.internal.select.data.Response;
import dev.lbp.internal.select.prior.SizePrior;
import dev.lbp.result.SamplingListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A linear regression, also one that stands for a logistic regression. */
public record Problem(SelectionModel model, Design design, SelectionFacts facts) implements Regression<LinearFit> {

    /** 2^20 models take about 2 seconds. */
    public static final int ENUMERATED = 20;

    private static final String APPROXIMATION =
            "logistic regression, approximate: one Newton step from the model without variables";

    /**
     * Two columns with a product of at least this may be the same; products in single precision have errors of 3e-8.
     */
    private static final double NEAR = 1.0 - 1e-6;

    public static Problem of(
            Predictors predictors,
            Response response,
            Set<String> always,
            CoefficientPrior prior,
            SizePrior inclusion,
            int maxSize,
            boolean duplicates) {
        NewData newData = NewData.like(predictors, always, null);
        List<String> names = new ArrayList<>();
        List<double[]> columns = new ArrayList<>();
        List<String> columnNames = new ArrayList<>();
        List<double[]> base = new ArrayList<>();
        List<String> baseNames = new ArrayList<>();
        List<Integer> first = new ArrayList<>();
        predictors.variables().forEach((name, values) -> {
            if (always.contains(name)) {
                base.addAll(values);
                baseNames.addAll(newData.columnNames(name));
            } else {
                names.add(name);
                first.add(columns.size());
                columns.addAll(values);
                columnNames.addAll(newData.columnNames(name));
            }
        });
        first.add(columns.size());
        double[][] given = base.toArray(double[][]::new);
        Baseline baseline = Baseline.of(response.values().length, given, baseNames.toArray(String[]::new));
        int freedom = response.values().length - baseline.size();
        Check.atLeast(
                2,
                "observations less the constant and the columns that are always in, " + String.join(", ", baseNames),
                freedom);
        Design design = Design.of(
                baseline,
                given,
                columns.toArray(double[][]::new),
                columnNames.toArray(String[]::new),
                response.values());
        if (!duplicates) {
            checkDistinct(design);
        }
        Double variance = response.variance();
        if (variance != null) {
            double least = design.responseNorm * design.responseRounding / Math.sqrt(design.n);
            Check.that(
                    Math.sqrt(variance) >= least,
                    "be at least " + least * least + ", the square of the rounding errors of the response's values",
                    "sigma2",
                    variance);
        }
        Double noise = variance == null ? null : variance / (design.responseNorm * design.responseNorm);
        double lambda = prior.lambda(design, response.priorUnit());
        int mostColumns = lambda > 0.0 ? Integer.MAX_VALUE : freedom - 1;
        SelectionModel model = new SelectionModel(
                design.gram,
                lambda,
                prior.evidence(design, lambda, noise),
                inclusion,
                first.stream().mapToInt(Integer::intValue).toArray(),
                Math.min(maxSize, mostColumns),
                mostColumns);
        if (maxSize > mostColumns) {
            inclusion.check(names.size(), mostColumns);
        }
        String known = variance == null || response.isLogistic() ? "" : ", noise variance " + variance;
        String priors = "coefficients: " + prior.name() + known + "; models: " + inclusion.words();
        SelectionFacts facts = new SelectionFacts(
                response.name(),
                design.n,
                List.copyOf(names),
                List.copyOf(baseNames),
                response.isLogistic() ? APPROXIMATION : "",
                response.isLogistic(),
                priors,
                newData,
                List.of(design.names),
                notes(predictors, prior, columns.size(), freedom),
                new SelectionFacts.Data(
                        new NewData.Rows(given, columns.toArray(double[][]::new), new double[design.n]),
                        response.values(),
                        response.isLogistic() ? SelectionFacts.Scale.NONE : SelectionFacts.Scale.NUMBER));
        return new Problem(model, design, facts);
    }

    @Override
    public int firstColumn(int site) {
        return model.firstColumn(site);
    }

    @Override
    public LinearFit newFit() {
        return new LinearFit(model.gram, model.lambda);
    }

    @Override
    public double load(LinearFit fit, int[] sites) {
        return model.load(fit, sites) ? model.logProb(fit, sites.length) : Double.NEGATIVE_INFINITY;
    }

    @Override
    public LinearMoments newMoments() {
        return new LinearMoments(model.evidence(), newFit());
    }

    @Override
    public List<Term> terms() {
        if (facts.isApproximate()) {
            return List.of();
        }
        int q = design.baseline.size() - 1;
        Term constant = term(Term.CONSTANT, new double[q]);
        List<Term> terms = new ArrayList<>(List.of(constant));
        for (int k = 0; k < q; k++) {
            double[] always = new double[q];
            always[k] = 1.0;
            terms.add(term(facts.always().get(k), always).minus(constant));
        }
        return terms;
    }

    /** The response at a row whose candidates are 0. */
    private Term term(String name, double[] always) {
        double[] base = design.baseline.at(always);
        double[] columns = new double[design.names.length];
        Arrays.setAll(columns, j -> design.residual(j, 0.0, base));
        return new Term(name, base, columns, design.predicted(base) / design.responseNorm, design.responseNorm);
    }

    @Override
    public double deviation(int column) {
        return design.deviation(column);
    }

    @Override
    public double logPrior(int size) {
        return model.logPrior(size);
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
        double squares = 0.0;
        for (int m = 0; m < fit.size() && model.lambda > 0.0; m++) {
            squares += fit.coefficient(m) * fit.coefficient(m);
        }
        return 1.0 - fit.rss() + model.lambda * squares;
    }

    @Override
    public List<List<String>> collinear(double[] probabilities) {
        return CollinearSets.of(this, probabilities);
    }

    @Override
    public List<RowForecast> predict(NewData.Rows rows, VisitedModels<LinearFit> models, double level) {
        if (facts.isApproximate()) {
            throw new IllegalStateException(
                    "must not be approximate to predict: one Newton step gives no" + " probabilities");
        }
        return new Predictor(this, models, rows).predict(level);
    }

    @Override
    public double[] fitted(NewData.Rows rows, VisitedModels<LinearFit> models) {
        return new Predictor(this, models, rows).means();
    }

    @Override
    public String predicted() {
        return "mean";
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
    public VisitedModels<LinearFit> enumerate(@Nullable SamplingListener listener, Workers workers) {
        return new EnumeratedModels(model, listener);
    }

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

    /** BIC has no prior of coefficients: where columns can fit any response, the largest models win. */
    private static List<String> notes(Predictors predictors, CoefficientPrior prior, int columns, int freedom) {
        List<String> notes = new ArrayList<>(predictors.notes());
        if (prior instanceof CoefficientPrior.Bic && columns >= freedom) {
            notes.add("note: bic needs many more rows than columns, and " + columns + " columns of candidates can fit"
                    + " any response of these rows; use hyper-g/n or ridge");
        }
        return notes;
    }

    private static void checkDistinct(Design design) {
        LinearFit fit = new LinearFit(design.gram, 0.0);
        int[] pair = design.gram.equalPair(NEAR, (i, j) -> !fit.load(new int[] {i, j}));
        if (pair != null) {
            throw new IllegalArgumentException(
                    "must differ by more than scale and shift: columns " + design.names[pair[0]] + " and "
                            + design.names[pair[1]] + "; leave out one of them, or call allowDuplicates()");
        }
    }
}
