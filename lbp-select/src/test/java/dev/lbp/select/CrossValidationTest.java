package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.select.data.Response;
import dev.lbp.internal.select.linear.LinearFit;
import dev.lbp.internal.select.linear.Problem;
import dev.lbp.result.SamplingListener;
import dev.lbp.select.data.Table;
import dev.lbp.select.prior.Heredity;
import dev.lbp.select.prior.Inclusion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Scores of a cross-validation, against fits without each row. */
class CrossValidationTest {

    private static final int N = 24;
    private static final Regressions DATA = Regressions.autoregressive(N, 4, 0.5, 7L);
    private static final String[] NAMES = {"a", "b", "c", "d", "y"};

    private static int[] without(int row) {
        return IntStream.range(0, N).filter(t -> t != row).toArray();
    }

    private static double[][] rows(double[][] x, int... rows) {
        return IntStream.of(rows).mapToObj(t -> x[t]).toArray(double[][]::new);
    }

    private static double[] rows(double[] y, int... rows) {
        return IntStream.of(rows).mapToDouble(t -> y[t]).toArray();
    }

    private static LogScores.Score score(LogScores of, String predictor) {
        return of.scores().stream()
                .filter(one -> one.predictor().equals(predictor))
                .findFirst()
                .orElseThrow();
    }

    private static void check(LogScores found, String predictor, double[] terms, double within) {
        double mean = Arrays.stream(terms).average().orElseThrow();
        double variance =
                Arrays.stream(terms).map(term -> (term - mean) * (term - mean)).sum() / (terms.length - 1);
        LogScores.Score score = score(found, predictor);
        assertThat(score.elpd()).as(predictor).isCloseTo(Arrays.stream(terms).sum(), within(within));
        assertThat(score.error()).as(predictor).isCloseTo(Math.sqrt(terms.length * variance), within(within));
    }

    private static double[] terms(IntToDoubleFunction of) {
        return IntStream.range(0, N).mapToDouble(of).toArray();
    }

    /** One row after another: densities are sums over models and a grid of noise variances of the other rows. */
    @Test
    void linear_leavingOneOut_isARefitWithoutEachRow() {
        Inclusion models = Inclusion.betaBinomial(1, 1);
        LogScores found = VariableSelection.linear(DATA.x(), DATA.y()).crossValidate(N);
        double[] average = terms(t -> density(t, k -> models.logPrior(k, 4)));
        double[] full = terms(t -> density(t, k -> k == 4 ? 0.0 : -1e3));
        check(found, "average", average, 1e-7);
        check(found, "full model", full, 1e-7);
        check(found, "empty model", terms(t -> density(t, k -> k == 0 ? 0.0 : -1e3)), 1e-7);
        LogScores.Score difference = score(found, "full model");
        assertThat(difference.difference())
                .isCloseTo(difference.elpd() - score(found, "average").elpd(), within(1e-10));
        double mean = difference.difference() / N;
        assertThat(difference.differenceError())
                .isCloseTo(
                        Math.sqrt(Arrays.stream(terms(t -> Math.pow(full[t] - average[t] - mean, 2)))
                                        .sum()
                                * N
                                / (N - 1.0)),
                        within(1e-7));
    }

    /** Without a fit for each row scores are those of the fits, also with a factor, heredity and columns always in. */
    @Test
    void closedForms_areThoseOfRefits() {
        double[][] rows = new double[N][];
        Arrays.setAll(
                rows, t -> new double[] {DATA.x()[t][0], DATA.x()[t][1], 1.0 + t % 3, DATA.x()[t][2], DATA.y()[t]});
        Table table = Table.of(NAMES, rows);
        VariableSelection selection = VariableSelection.linear(table, "y")
                .formula("a*b + factor(c) + d")
                .heredity(Heredity.STRONG)
                .always("d");
        assertRefitted(selection.gPrior());
        assertRefitted(selection.bic());
        assertRefitted(selection.empiricalBayes());
        VariableSelection small =
                VariableSelection.linear(table.rows(0, 1, 2, 3, 4), "y").formula("a");
        assertRefitted(small.hyperGn()); // each fit of these makes tables of integrals
        assertRefitted(small.robustPrior());
    }

    /** Row 4 is off by 100, and has all but 1e-10 of the rss, or all of it. */
    @Test
    void leftOut_rowWithAllOfTheRss_isRefitted() {
        double[][] a = new double[20][1];
        double[] near = new double[20];
        double[] exact = new double[20];
        for (int t = 0; t < 20; t++) {
            a[t][0] = Math.sin(3.0 * t);
            exact[t] = 1.0 + 2.0 * a[t][0] + (t == 4 ? 100.0 : 0.0);
            near[t] = exact[t] + 1e-4 * Math.cos(5.0 * t);
        }
        assertRefitted(VariableSelection.linear(a, near).bic());
        for (int seed = 3; seed <= 4; seed++) { // the row is the second of two that are scored together
            VariableSelection selection =
                    VariableSelection.linear(a, exact).bic().seed(seed);
            assertThatThrownBy(() -> selection.crossValidate(20))
                    .hasMessageContaining("must not fit the response exactly")
                    .hasMessageContaining("(without the rows of fold ")
                    .hasMessage(catchThrowable(() -> refitted(selection)).getMessage());
        }
    }

    static void assertRefitted(VariableSelection selection) {
        LogScores fitted = refitted(selection);
        LogScores found = selection.crossValidate(fitted.rows());
        for (int k = 0; k < 3; k++) {
            assertThat(found.scores().get(k).elpd())
                    .isCloseTo(fitted.scores().get(k).elpd(), within(1e-10));
            assertThat(found.scores().get(k).error())
                    .isCloseTo(fitted.scores().get(k).error(), within(1e-10));
        }
    }

    private static LogScores refitted(VariableSelection of) {
        Response y = Objects.requireNonNull(of.response);
        return new CrossValidation<LinearFit, Problem>(
                        y.count(),
                        1,
                        of.sampling,
                        rows -> Problem.of(
                                of.predictors.rows(rows), y.rows(rows), of.always, of.prior, of.models(), false),
                        Problem::logScores)
                .of(new double[y.count()], false);
    }

    /** A row that models fit whatever its response is needs a fit of the others, which then lacks a column. */
    @Test
    void rowsOfLargeLeverage_areLeftToRefits() {
        double[][] rows = rows(DATA.x(), IntStream.range(0, N).toArray());
        Arrays.setAll(rows, t -> new double[] {rows[t][0], t == 3 ? 1e7 : rows[t][1]});
        VariableSelection selection = VariableSelection.linear(rows, DATA.y());
        assertThat(selection.crossValidate(N)).isEqualTo(refitted(selection));
    }

    @Test
    void listener_isToldOfFolds() {
        List<Long> told = new ArrayList<>();
        SamplingListener listener = new SamplingListener() {
            @Override
            public void drawsProgress(long steps, long total) {
                assertThat(total).isEqualTo(3);
                told.add(steps);
            }
        };
        VariableSelection.linear(DATA.x(), DATA.y()).listener(listener).crossValidate(3);
        assertThat(told).containsExactly(1L, 2L, 3L);
    }

    /** Under a prior of g a model has parts of different g: a sum over a grid of both. */
    @Test
    void priorsOfG_areAveragedOver() {
        int n = 8;
        double[][] x = new double[n][];
        Arrays.setAll(x, t -> new double[] {DATA.x()[t][0]});
        double[] y = rows(DATA.y(), IntStream.range(0, n).toArray());
        double[][] gs = IntStream.range(0, 160)
                .mapToDouble(i -> -12.0 + 0.2 * i)
                .mapToObj(t -> new double[] {Math.exp(t), t - 1.5 * Math.log1p(Math.exp(t)) + Math.log(0.5 * 0.2)})
                .toArray(double[][]::new);
        double[] expected = IntStream.range(0, n)
                .mapToDouble(t -> {
                    int[] kept = IntStream.range(0, n).filter(i -> i != t).toArray();
                    return new NaivePosterior(rows(x, kept), rows(y, kept), gs, 0.0, Double.NaN, k -> 0.0)
                            .logDensity(x[t], y[t]);
                })
                .toArray();
        check(VariableSelection.linear(x, y).hyperG().crossValidate(n), "average", expected, 1e-4);
    }

    private static double density(int t, IntToDoubleFunction logPrior) {
        int[] kept = without(t);
        return new NaivePosterior(
                        rows(DATA.x(), kept),
                        rows(DATA.y(), kept),
                        new double[][] {{N - 1, 0.0}},
                        0.0,
                        Double.NaN,
                        logPrior)
                .logDensity(DATA.x()[t], DATA.y()[t]);
    }

    /** Of yes and no, the density is the predicted probability of what came out. */
    @Test
    void logistic_leavingOneOut_isARefitWithoutEachRow() {
        double[] bits = Arrays.stream(DATA.y()).map(y -> y > 9.0 ? 1.0 : 0.0).toArray();
        bits[0] = 1.0 - bits[0];
        bits[5] = 1.0 - bits[5];
        LogScores found = VariableSelection.logistic(DATA.x(), bits).crossValidate(N);
        double[] expected = terms(t -> {
            double mean = VariableSelection.logistic(rows(DATA.x(), without(t)), rows(bits, without(t)))
                    .run()
                    .predict(rows(DATA.x(), t))
                    .get(0)
                    .mean();
            return Math.log(bits[t] == 1.0 ? mean : 1.0 - mean);
        });
        check(found, "average", expected, 1e-7); // 20 points of Gauss and Hermite have 1e-8
    }

    /** The partial likelihood of all rows less that of the others, at averaged coefficients of the others. */
    @Test
    void cox_leavingOneOut_isARefitWithoutEachRow() {
        Random random = new Random(5L);
        double[] times = Arrays.stream(DATA.y()).map(y -> Math.ceil(y - 2.0)).toArray(); // with ties
        double[] events = random.doubles(N).map(u -> u < 0.8 ? 1.0 : 0.0).toArray();
        LogScores found = VariableSelection.cox(DATA.x(), times, events).crossValidate(N);
        double[] expected = terms(t -> {
            int[] kept = without(t);
            SelectionResult result = VariableSelection.cox(rows(DATA.x(), kept), rows(times, kept), rows(events, kept))
                    .run();
            double[] eta = new double[N];
            Arrays.setAll(
                    eta,
                    i -> IntStream.range(0, 4)
                            .mapToDouble(j -> DATA.x()[i][j]
                                    * result.coefficients().get(j).mean())
                            .sum());
            return partial(eta, times, events) - partial(rows(eta, kept), rows(times, kept), rows(events, kept));
        });
        check(found, "average", expected, 1e-7);
        assertThat(found.title()).contains("each of 24 rows left out", "partial likelihoods");
    }

    private static double partial(double[] eta, double[] times, double[] events) {
        double sum = 0.0;
        for (int i = 0; i < eta.length; i++) {
            double risk = 0.0;
            for (int j = 0; j < eta.length; j++) {
                risk += times[j] >= times[i] ? Math.exp(eta[j]) : 0.0;
            }
            sum += events[i] * (eta[i] - Math.log(risk));
        }
        return sum;
    }

    /** Factors, offsets and weights belong to their rows; the scores stand in all outputs. */
    @Test
    void folds_areOfTheSeed_andStandInTheOutputs() {
        double[][] rows = new double[N][];
        Arrays.setAll(rows, t -> new double[] {
            DATA.x()[t][0], DATA.x()[t][1], 1.0 + t % 3, 0.1 * t, Math.floor(Math.exp(DATA.y()[t] / 8.0))
        });
        VariableSelection selection = VariableSelection.poisson(Table.of(NAMES, rows), "y")
                .weights("c")
                .offset("d")
                .seed(3);
        LogScores found = selection.crossValidate(5);
        assertThat(found)
                .isEqualTo(selection.crossValidate(5))
                .isNotEqualTo(selection.seed(4).crossValidate(5));
        assertThat(found.rows()).isEqualTo(N);
        assertThat(found.scores())
                .extracting(LogScores.Score::predictor)
                .containsExactly("average", "empty model", "full model");
        SelectionResult result = selection.run().with(found);
        assertThat(result.summary()).contains("cross-validation, 24 rows in 5 folds left out");
        assertThat(SelectionFiles.json(result)).contains("\"elpd\": [", "\"difference_error\"");
        assertThat(new SelectionReport(result).html()).contains("Cross-validation");
    }

    /** Chains without each fold find what an enumeration does; their verdict is counted. */
    @Test
    void sampledFolds_agreeWithEnumeratedOnes() {
        VariableSelection selection = VariableSelection.linear(DATA.x(), DATA.y());
        LogScores exact = selection.crossValidate(3);
        LogScores sampled = selection
                .enumerateUpTo(0)
                .sampling(run -> run.warmup(200).draws(1_000))
                .crossValidate(3);
        // a share of 4,000 draws has an error of about 0.02; 24 log-densities change by less than 5 of these
        assertThat(score(sampled, "average").elpd())
                .isCloseTo(score(exact, "average").elpd(), within(0.1));
        assertThat(score(sampled, "full model"))
                .extracting(LogScores.Score::elpd)
                .isEqualTo(score(exact, "full model").elpd());
        LogScores few = selection.sampling(run -> run.warmup(1).draws(2)).crossValidate(3);
        assertThat(few.notes()).contains("note: in 3 of 3 folds the chains are not mixed");
    }

    /** The listener is told of the run alone. An interrupt in the second fold leaves the first one. */
    @Test
    void listenerAndInterrupt_areOfTheWholeRun() {
        AtomicInteger told = new AtomicInteger();
        AtomicInteger runs = new AtomicInteger();
        VariableSelection selection = VariableSelection.linear(DATA.x(), DATA.y())
                .enumerateUpTo(0)
                .listener(new SamplingListener() {
                    @Override
                    public void started(String run, long warmUpSteps, long drawSteps) {
                        told.incrementAndGet();
                    }
                })
                .sampling(run -> {
                    run.warmup(20).draws(20);
                    if (runs.incrementAndGet() == 5) {
                        Thread.currentThread().interrupt();
                    }
                });
        selection.crossValidate(3);
        assertThat(told).hasValue(0);
        LogScores first;
        try {
            first = selection.crossValidate(3);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(first.folds()).isEqualTo(1);
        assertThat(first.rows()).isEqualTo(N / 3);
        assertThat(first.scores()).hasSize(3);
        assertThat(first.notes()).contains("note: interrupted after 1 of 3 folds");
        assertThat(first.notMixed()).as("the interrupted fold does not count").isLessThanOrEqualTo(1);
        selection.run();
        assertThat(told).hasValue(1);
    }

    /** Each fold has one of the three events, so the model without candidates scores the same by every seed. */
    @Test
    void events_areDividedEvenly() {
        double[] rare = terms(t -> t % 8 == 0 ? 1.0 : 0.0);
        VariableSelection selection = VariableSelection.logistic(DATA.x(), rare);
        double first = score(selection.crossValidate(3), "empty model").elpd();
        for (int seed = 2; seed < 6; seed++) {
            LogScores found = selection.seed(seed).crossValidate(3);
            assertThat(score(found, "empty model").elpd()).isCloseTo(first, within(1e-9));
        }
    }

    /** Without row 3 the third column is the sum of the others. */
    @Test
    void fullModel_withoutAFitInOneFold_isLeftOut() {
        double[][] x = new double[N][];
        Arrays.setAll(x, t -> {
            double a = DATA.x()[t][0];
            double b = DATA.x()[t][1];
            return new double[] {a, b, a + b + (t == 3 ? 1.0 : 0.0)};
        });
        LogScores found = VariableSelection.linear(x, DATA.y()).crossValidate(N);
        assertThat(found.scores()).extracting(LogScores.Score::predictor).containsExactly("average", "empty model");
        assertThat(found.notes()).containsExactly(HeldOut.NO_FULL);
    }

    @Test
    void foldsThatCannotBe_areRefused() {
        VariableSelection selection = VariableSelection.linear(DATA.x(), DATA.y());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection.crossValidate(1))
                .withMessage("must be in [2, n], with n = 24 rows: folds=1");
        double[][] rare = new double[N][];
        Arrays.setAll(rare, t -> new double[] {DATA.x()[t][0], t == 3 ? 1.0 : 0.0});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.linear(rare, DATA.y()).crossValidate(N))
                .withMessageContaining("constant")
                .withMessageMatching(".*x2.* \\(without the rows of fold \\d+ of 24\\)");
        assertThatIllegalStateException()
                .isThrownBy(() -> VariableSelection.summary(new double[] {1.0}, new double[][] {{1.0}}, 20)
                        .crossValidate(2))
                .withMessage("must have rows, and not be approximate, to be cross-validated");
    }
}
