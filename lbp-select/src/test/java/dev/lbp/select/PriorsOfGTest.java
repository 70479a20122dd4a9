package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.lbp.internal.select.prior.LocalG;
import dev.lbp.internal.select.prior.PosteriorPart;
import dev.lbp.internal.select.prior.PriorOfG;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.analysis.integration.IterativeLegendreGaussIntegrator;
import org.apache.commons.math3.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Priors of g beside the given one: formulas of the papers, and adaptive quadrature in another variable. */
class PriorsOfGTest {

    private static final int N = 60;
    private static final int P = 4;
    private static final double[][] X =
            Regressions.autoregressive(N, P, 0.5, 3L).x();
    private static final double[] Y = GlmSelectionTest.bits(X, 0.8, 3L);

    /** {@code log integral of u^(k/2) exp(-q u / 2) pi(u) du}, u = 1/(1 + g), by halving intervals of v = sqrt(u). */
    private static double integral(int k, double q, DoubleUnaryOperator density) {
        IterativeLegendreGaussIntegrator rule = new IterativeLegendreGaussIntegrator(16, 1e-12, 1e-300);
        double shift = k == 0 || q <= k ? -0.5 * q * (q <= k ? 1 : 0) : 0.5 * k * Math.log(k / q) - 0.5 * k;
        double sum = 0;
        double peak = q > k ? Math.sqrt(k / q) : 1;
        double[] ends = {0, peak / 8, peak / 4, peak / 2, peak, 1.5 * peak, 2 * peak, 4 * peak, 16 * peak, 1};
        for (int i = 1; i < ends.length; i++) {
            double from = Math.min(ends[i - 1], 1);
            double to = Math.min(ends[i], 1);
            if (to > from) {
                sum += rule.integrate(
                        1_000_000,
                        v -> {
                            double u = v * v;
                            double log = 0.5 * k * Math.log(u) - 0.5 * q * u - shift;
                            return Math.exp(log) * density.applyAsDouble(u) * 2 * v;
                        },
                        from,
                        to);
            }
        }
        return shift + Math.log(sum);
    }

    private static DoubleUnaryOperator hyper(double a, double m) {
        return u -> (a - 2) / (2 * m) * Math.pow(1 + (1 / u - 1) / m, -a / 2) / (u * u);
    }

    private static DoubleUnaryOperator zellnerSiow(double n) {
        return u -> {
            double g = 1 / u - 1;
            return Math.sqrt(n / (2 * Math.PI)) * Math.pow(g, -1.5) * Math.exp(-n / (2 * g)) / (u * u);
        };
    }

    /** With u = 1/(1 + g) the hyper-g prior leads to an incomplete gamma function (Li and Clyde 2018). */
    private static double closedForm(double a, int k, double q) {
        double c = 0.5 * (a + k) - 1;
        return Math.log(0.5 * a - 1)
                + Gamma.logGamma(c)
                + Math.log(Gamma.regularizedGammaP(c, q / 2))
                - c * Math.log(q / 2);
    }

    @ParameterizedTest
    @CsvSource({"1, 0.3", "1, 40", "2, 1e-3", "3, 17", "7, 2", "12, 900", "40, 60", "40, 1e5"})
    void integrals_areExact_toTenDigits(int k, double q) {
        for (double a : new double[] {2.1, 3, 4}) {
            double found = new LocalG.Mixture(new PriorOfG.Hyper(a, 1)).logFactor(k, q);
            assertThat(found).as("a=%s", a).isEqualTo(closedForm(a, k, q), offset(1e-10 * (1 + Math.abs(found))));
        }
        for (double n : new double[] {12, 500}) {
            assertThat(new LocalG.Mixture(new PriorOfG.Hyper(3, n)).logFactor(k, q))
                    .isEqualTo(integral(k, q, hyper(3, n)), offset(2e-10));
            assertThat(new LocalG.Mixture(new PriorOfG.ZellnerSiow(n)).logFactor(k, q))
                    .isEqualTo(integral(k, q, zellnerSiow(n)), offset(2e-10));
        }
    }

    /** Means of g/(1 + g): u = 1/(1 + g) has two more columns. */
    @ParameterizedTest
    @CsvSource({"1, 0.3", "3, 17", "12, 900"})
    void parts_haveTheMeanShrinkage(int k, double q) {
        double mean = 0;
        for (PosteriorPart part : new LocalG.Mixture(new PriorOfG.Hyper(3, 1)).parts(k, q)) {
            mean += part.weight() * part.shrinkage();
        }
        assertThat(1 - mean).isCloseTo(Math.exp(closedForm(3, k + 2, q) - closedForm(3, k, q)), withinPercentage(1e-3));
    }

    @ParameterizedTest
    @CsvSource({"1, 0.3", "3, 17", "12, 900", "3, 1e7"})
    void estimates_areNear(int k, double q) {
        LocalG prior = new LocalG.Mixture(new PriorOfG.Hyper(3, 20));
        assertThat(prior.estimatedLogFactor(k, q)).isEqualTo(prior.logFactor(k, q), offset(2e-3 * k));
    }

    private interface Factor {
        double log(int k, double q);
    }

    /** Of all 16 models, each by its largest likelihood and Wald statistic. */
    private static void assertEvidence(VariableSelection selection, Factor factor) {
        LocalEnergyModel.Tracker tracker =
                selection.inclusion(Inclusion.bernoulli(0.5)).model().newTracker();
        double first = Double.NaN;
        for (int bits = 0; bits < 1 << P; bits++) {
            tracker.reset(NaiveLogistic.state(bits, P));
            LocalGPriorTest.Largest largest = LocalGPriorTest.Largest.of(LocalGPriorTest.in(bits));
            double expected = largest.logOfConstant() + factor.log(Integer.bitCount(bits), largest.wald());
            double difference = tracker.logProb() - expected;
            first = Double.isNaN(first) ? difference : first;
            assertThat(difference).as("model %d", bits).isEqualTo(first, offset(1e-8));
        }
    }

    @Test
    void logisticEvidences_areThoseOfTheirDefinitions() {
        assertEvidence(VariableSelection.logistic(X, Y).hyperG(), (k, q) -> k == 0 ? 0 : closedForm(3, k, q));
        assertEvidence(VariableSelection.logistic(X, Y).hyperGn(), (k, q) -> k == 0 ? 0 : integral(k, q, hyper(3, N)));
        assertEvidence(
                VariableSelection.logistic(X, Y).zellnerSiow(), (k, q) -> k == 0 ? 0 : integral(k, q, zellnerSiow(N)));
        assertEvidence(VariableSelection.logistic(X, Y).empiricalBayes(), (k, q) -> {
            double g = k == 0 ? 0 : Math.max(q / k - 1, 0);
            return -0.5 * k * Math.log(1 + g) - 0.5 * q / (1 + g);
        });
    }

    /** The g of a model's largest evidence, found by trying many. */
    @Test
    void empiricalBayes_isTheLargestEvidence_ofAnyG() {
        Regressions data = Regressions.autoregressive(30, P, 0.5, 5L);
        LocalEnergyModel.Tracker own = data.selection()
                .empiricalBayes()
                .inclusion(Inclusion.bernoulli(0.5))
                .model()
                .newTracker();
        double[] best = new double[1 << P];
        Arrays.fill(best, Double.NEGATIVE_INFINITY);
        for (double log = -12; log < 12; log += 0.01) {
            LocalEnergyModel.Tracker given = data.selection()
                    .gPrior(Math.exp(log))
                    .inclusion(Inclusion.bernoulli(0.5))
                    .model()
                    .newTracker();
            for (int bits = 0; bits < 1 << P; bits++) {
                given.reset(NaiveLogistic.state(bits, P));
                best[bits] = Math.max(best[bits], given.logProb());
            }
        }
        double[] ratios = new double[P];
        for (int bits = 0; bits < 1 << P; bits++) {
            own.reset(NaiveLogistic.state(bits, P));
            assertThat(own.logProb()).isEqualTo(best[bits], offset(1e-3));
            own.logRatios(new int[] {0, 1, 2, 3}, P, ratios);
            double here = own.logProb();
            for (int j = 0; j < P; j++) {
                own.reset(NaiveLogistic.state(bits ^ 1 << j, P));
                assertThat(ratios[j]).isEqualTo(own.logProb() - here, offset(1e-9));
            }
        }
        SelectionResult result = data.selection().empiricalBayes().run();
        assertThat(result.summary()).contains("coefficients: local empirical Bayes");
        assertThat(result.predict(data.x()).get(0).mean()).isFinite();
    }

    /**
     * Moments of coefficients and of a prediction, against sums over values of g. Given g the slope is N(s b, s / S), S
     * its information beside the constant, and the constant given the slope has the information of the likelihood.
     */
    @Test
    void mixedCoefficients_areAverages_overG() {
        double[][] x = new double[N][1];
        for (int t = 0; t < N; t++) {
            x[t][0] = X[t][0];
        }
        double mean = 0;
        double square = 0;
        double predicted = 0;
        LocalGPriorTest.Largest largest = LocalGPriorTest.Largest.of(new int[] {0});
        for (PosteriorPart part : new LocalG.Mixture(new PriorOfG.Hyper(3, N)).parts(1, largest.wald())) {
            double s = part.shrinkage();
            SelectionResult given =
                    VariableSelection.logistic(x, Y).localGPrior(s / (1 - s)).run();
            SelectionResult.Coefficient of = given.coefficients().get(0);
            mean += part.weight() * of.meanIfIn();
            square += part.weight() * (of.sdIfIn() * of.sdIfIn() + of.meanIfIn() * of.meanIfIn());
            double constant = largest.information().getEntry(0, 0);
            double cross = largest.information().getEntry(0, 1) / constant;
            double left = largest.information().getEntry(1, 1) - constant * cross * cross;
            double b = largest.b().getEntry(1);
            double location = largest.b().getEntry(0) + (1 - s) * cross * b + s * b * x[0][0];
            double variance = 1 / constant + s * Math.pow(x[0][0] - cross, 2) / left;
            predicted += part.weight() * meanOfLogistic(location, Math.sqrt(variance));
        }
        SelectionResult result = VariableSelection.logistic(x, Y).hyperGn().run();
        SelectionResult.Coefficient found = result.coefficients().get(0);
        assertThat(found.meanIfIn()).isEqualTo(mean, offset(1e-7));
        assertThat(found.sdIfIn()).isEqualTo(Math.sqrt(square - mean * mean), offset(1e-7));
        assertThat(ofModelWith(result, x)).isEqualTo(predicted, offset(1e-7));
        assertThat(result.coefficients(0.5).get(0).lower()).isBetween(0.0, found.meanIfIn());
    }

    /** The first row's probability in the model with the variable, from the average of both models. */
    private static double ofModelWith(SelectionResult result, double[][] x) {
        double in = result.inclusion().get(0).probability();
        double ones = Arrays.stream(Y).sum() / N;
        double spread = 1.0 / (ones * (1 - ones) * N);
        double without = meanOfLogistic(Math.log(ones / (1 - ones)), Math.sqrt(spread));
        return (result.predict(new double[][] {x[0]}).get(0).mean() - (1 - in) * without) / in;
    }

    private static double meanOfLogistic(double location, double deviation) {
        double sum = 0;
        for (int i = -4000; i <= 4000; i++) {
            double z = i / 400.0;
            sum += Math.exp(-0.5 * z * z) / (1 + Math.exp(-location - deviation * z));
        }
        return sum / 400 / Math.sqrt(2 * Math.PI);
    }

    @Test
    void benchmarkPrior_takesTheLarger_andSaysWhatNMeans() {
        List<SelectionResult.Variable> found =
                VariableSelection.logistic(X, Y).benchmarkPrior().run().inclusion();
        assertThat(found)
                .isEqualTo(VariableSelection.logistic(X, Y).gPrior(60).run().inclusion());
        Regressions small = Regressions.autoregressive(30, 7, 0.5, 5L);
        SelectionResult result = small.selection().benchmarkPrior().run();
        assertThat(result.inclusion())
                .isEqualTo(small.selection().gPrior(49).run().inclusion());
        assertThat(result.summary()).contains("g-prior, g = max(n, p^2) = 49, n = 30 (rows), p = 7 (columns); models");
        assertThat(VariableSelection.logistic(X, Y).localBenchmarkPrior().run().inclusion())
                .isEqualTo(
                        VariableSelection.logistic(X, Y).localGPrior(60).run().inclusion());
        double[] trials = new double[N];
        Arrays.fill(trials, 3);
        assertThat(VariableSelection.binomial(X, Y, trials)
                        .benchmarkPrior()
                        .run()
                        .summary())
                .contains("g = max(n, p^2) = 180, n = 180 (trials or weights), p = 4 (columns)");
        double[] events = new double[N];
        Arrays.fill(events, 0, 50, 1);
        double[] times = DoubleStream.iterate(1, t -> t * 1.1).limit(N).toArray();
        assertThat(VariableSelection.cox(X, times, events).bic().run().summary())
                .contains("coefficients: BIC, n = 50 (events)");
    }

    @Test
    void sensitivity_isThatOfEachRun() {
        VariableSelection selection = VariableSelection.logistic(X, Y).names("a", "b", "c", "d");
        SelectionResult own = selection.run();
        PriorSensitivity table = selection.underPriors(
                own,
                List.of(
                        VariableSelection::bic,
                        VariableSelection::hyperG,
                        one -> one.gPrior(9.5).inclusion(Inclusion.bernoulli(0.2)),
                        one -> one.inclusion(Inclusion.bernoulli(0.2))));
        assertThat(table.priors())
                .extracting(PriorSensitivity.Prior::label)
                .containsExactly("g=n", "bic", "hyper-g", "g:9.5", "g=n (2)");
        assertThat(table.priors().get(1).inclusion())
                .isEqualTo(VariableSelection.logistic(X, Y)
                        .names("a", "b", "c", "d")
                        .bic()
                        .run()
                        .inclusion());
        assertThat(table.priors().get(4).name()).endsWith("models: Bernoulli(0.2)");
        assertThat(selection.run().inclusion()).isEqualTo(own.inclusion());
        double[] third = table.priors().stream()
                .mapToDouble(prior -> prior.inclusion().get(2).probability())
                .sorted()
                .toArray();
        assertThat(table.spread(2)).isEqualTo(third[4] - third[0]);
        SelectionResult with = own.with(table);
        assertThat(with.summary()).contains("P(in) by prior", "g=n (2): coefficients: g-prior, g = n = 60 (rows)");
        assertThat(new SelectionReport(with).html()).contains("Probability that a variable is in, by prior");
        assertThat(with.priors()).contains(table);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection.underPriors(
                        own, List.of(VariableSelection::bic, one -> one.evidence((k, rss, det) -> 0))))
                .withMessage("must not be evidence of the caller in a regression that is not linear");
    }
}
