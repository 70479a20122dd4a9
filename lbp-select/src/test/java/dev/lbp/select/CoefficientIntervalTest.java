package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.select.prior.Inclusion;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;

/** Intervals and signs of coefficients against sums over models and grids of what is integrated out. */
class CoefficientIntervalTest {

    private static final int P = 3;

    private static final Regressions DATA = Regressions.autoregressive(12, P, 0.6, 4L);

    /** Prior probabilities by size, h = 0.4. */
    private static double logPrior(int size) {
        return size * Math.log(0.4 / 0.6);
    }

    private static VariableSelection selection() {
        return DATA.selection().inclusion(Inclusion.bernoulli(0.4));
    }

    /**
     * Each end of an interval has the probability that it claims: below it as much as the level says where it is not 0,
     * and less than that strictly below 0 if it is.
     */
    private static void compare(SelectionResult result, NaivePosterior naive, double accuracy) {
        for (double level : new double[] {0.5, 0.95}) {
            List<SelectionResult.Coefficient> all = result.coefficients(level);
            for (int j = 0; j < P; j++) {
                SelectionResult.Coefficient one = all.get(j);
                DoubleUnaryOperator upTo = naive.distribution(j, true);
                DoubleUnaryOperator below = naive.distribution(j, false);
                for (double[] end :
                        new double[][] {{one.lower(), 0.5 - 0.5 * level}, {one.upper(), 0.5 + 0.5 * level}}) {
                    if (end[0] != 0.0) {
                        assertThat(upTo.applyAsDouble(end[0])).isEqualTo(end[1], offset(accuracy));
                    } else {
                        assertThat(below.applyAsDouble(0.0)).isLessThanOrEqualTo(end[1]);
                        assertThat(upTo.applyAsDouble(0.0)).isGreaterThanOrEqualTo(end[1]);
                    }
                }
                assertThat(one.negative()).isEqualTo(below.applyAsDouble(0.0), offset(accuracy));
                assertThat(one.positive()).isEqualTo(1.0 - upTo.applyAsDouble(0.0), offset(accuracy));
                assertThat(one.negative() + one.positive()).isEqualTo(one.probability(), offset(1e-9));
            }
            SelectionResult.Coefficient constant = result.alwaysIn(level).get(0);
            assertThat(constant.column()).isEqualTo("(intercept)");
            assertThat(naive.intercept(constant.lower())).isEqualTo(0.5 - 0.5 * level, offset(accuracy));
            assertThat(naive.intercept(constant.upper())).isEqualTo(0.5 + 0.5 * level, offset(accuracy));
        }
    }

    private static NaivePosterior naive(double[][] gs, double ridge, double known) {
        return new NaivePosterior(DATA.x(), DATA.y(), gs, ridge, known, CoefficientIntervalTest::logPrior);
    }

    @Test
    void gPrior() {
        compare(selection().gPrior(7).run(), naive(new double[][] {{7, 0}}, 0, Double.NaN), 1e-7);
        compare(selection().gPrior(7).noiseVariance(0.8).run(), naive(new double[][] {{7, 0}}, 0, 0.8), 1e-8);
    }

    @Test
    void ridge() {
        double[][] none = {{Double.NaN, 0}};
        compare(selection().ridge(0.5).run(), naive(none, 2.0, Double.NaN), 1e-7);
        compare(selection().ridge(0.5).noiseVariance(0.8).run(), naive(none, 2.0, 0.8), 1e-8);
    }

    /** The density of log g is g (a - 2) / (2n) (1 + g/n)^(-a/2), a = 3. */
    @Test
    void hyperGn() {
        double[][] gs = IntStream.rangeClosed(-80, 300)
                .mapToDouble(k -> 0.2 * k)
                .mapToObj(t -> new double[] {Math.exp(t), t - 1.5 * Math.log1p(Math.exp(t) / 12)})
                .toArray(double[][]::new);
        compare(selection().hyperGn().run(), naive(gs, 0, Double.NaN), 2e-6);
    }

    /** Under BIC the usual t intervals of least squares: those of a model have n - 1 - k degrees of freedom. */
    @Test
    void bic_hasTheIntervalsOfLeastSquares() {
        SelectionResult result = selection().bic().run();
        NaiveAverage naive = new NaiveAverage(DATA.x(), DATA.y(), state -> true, state -> logPrior(sum(state)));
        int compared = 0;
        for (int j = 0; j < P; j++) {
            int column = j;
            SelectionResult.Coefficient one = result.coefficients(0.9).get(j);
            for (double[] end : new double[][] {{one.lower(), 0.05}, {one.upper(), 0.95}}) {
                if (end[0] != 0.0) {
                    double below = naive.mean((state, fit) -> state[column] == 0
                            ? end[0] >= 0 ? 1 : 0
                            : TDistribution.of(11.0 - sum(state))
                                    .cumulativeProbability(
                                            (end[0] - fit.coefficient(column)) / Math.sqrt(fit.squaredError(column))));
                    assertThat(below).isEqualTo(end[1], offset(1e-9));
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThanOrEqualTo(3);
        SelectionResult.Model model = result.model("x3", "x1");
        assertThat(model.variables()).containsExactly("x1", "x3");
        List<SelectionResult.Coefficient> own = result.coefficients(model, 0.9);
        assertThat(own).extracting(SelectionResult.Coefficient::column).containsExactly("(intercept)", "x1", "x3");
        double t = TDistribution.of(9).inverseCumulativeProbability(0.95);
        double reach = t * Math.sqrt(7.0 / 9.0) * own.get(1).sd(); // a t distribution of 9 degrees of freedom
        assertThat(own.get(1).upper()).isEqualTo(own.get(1).mean() + reach, offset(1e-8));
        assertThat(own.get(1).lower()).isEqualTo(own.get(1).mean() - reach, offset(1e-8));
        assertThat(own.get(1).probability()).isEqualTo(1.0);
    }

    private static int sum(byte[] state) {
        return IntStream.range(0, state.length).map(k -> state[k]).sum();
    }

    /** A column that is always in has a coefficient of its own, and others are given it. */
    @Test
    void columnsThatAreAlwaysIn_haveCoefficients() {
        SelectionResult all = VariableSelection.linear(DATA.x(), DATA.y())
                .bic()
                .always("x2", "x3")
                .run();
        NaiveAverage naive = new NaiveAverage(DATA.x(), DATA.y(), state -> state[1] == 1 && state[2] == 1, state -> 0);
        List<SelectionResult.Coefficient> terms = all.alwaysIn();
        assertThat(terms).extracting(SelectionResult.Coefficient::column).containsExactly("(intercept)", "x2", "x3");
        for (int k = 0; k < 3; k++) {
            int column = new int[] {-1, 1, 2}[k];
            double mean = naive.mean((state, fit) -> fit.coefficient(column));
            double square = naive.mean((state, fit) ->
                    fit.inflation() * fit.squaredError(column) + fit.coefficient(column) * fit.coefficient(column));
            assertThat(terms.get(k).mean()).isEqualTo(mean, offset(1e-8));
            assertThat(terms.get(k).sd()).isEqualTo(Math.sqrt(square - mean * mean), offset(1e-8));
        }
    }

    /** The normal distribution around the mode: each model's mean and sd, weighed by the models' probabilities. */
    @Test
    void logistic_isAMixtureOfNormals() {
        Random random = new Random(8L);
        double[] y = Arrays.stream(DATA.x())
                .mapToDouble(row -> random.nextDouble() < 1 / (1 + Math.exp(3 - row[0])) ? 1 : 0)
                .toArray();
        SelectionResult result =
                VariableSelection.logistic(DATA.x(), y).ridge(1).run();
        for (int j = -1; j < P; j++) {
            SelectionResult.Coefficient one =
                    j < 0 ? result.alwaysIn().get(0) : result.coefficients().get(j);
            double[] below = new double[2];
            double negative = 0;
            for (SelectionResult.Model model : result.models(1_000)) {
                SelectionResult.Coefficient own = result.coefficients(model, 0.5).stream()
                        .filter(of -> of.column().equals(one.column()))
                        .findFirst()
                        .orElse(null);
                for (int k = 0; k < 2; k++) {
                    double end = k == 0 ? one.lower() : one.upper();
                    below[k] += model.probability() * (own == null ? end >= 0 ? 1 : 0 : normal(own, end));
                }
                negative += own == null ? 0 : model.probability() * normal(own, 0);
            }
            assertThat(one.negative()).isEqualTo(negative, offset(1e-8));
            assertThat(one.lower() == 0 || Math.abs(below[0] - 0.025) < 1e-8).isTrue();
            assertThat(one.upper() == 0 || Math.abs(below[1] - 0.975) < 1e-8).isTrue();
            assertThat(below[0]).isGreaterThan(0.025 - 1e-8);
            assertThat(below[1]).isGreaterThan(0.975 - 1e-8);
        }
    }

    private static double normal(SelectionResult.Coefficient own, double end) {
        return NormalDistribution.of(own.mean(), own.sd()).cumulativeProbability(end);
    }

    @Test
    void badLevel_isRefused() {
        SelectionResult result = selection().run();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> result.coefficients(1.0))
                .withMessage("must be in (0, 1): level=1.0");
        for (double level : new double[] {1.0 - 1e-16, 1.0 - 1e-9, 1e-9}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> result.withLevel(level))
                    .withMessage("must be at least 1.0E-8 from 0 and from 1: level=" + level);
        }
        assertThat(result.withLevel(1.0 - 1e-8).summary()).contains("99.999999% interval");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> result.model("x9"))
                .withMessageStartingWith("must be a candidate (of ")
                .withMessageEndingWith("): x9");
    }

    /** An evidence of the caller without variances. */
    @Test
    void evidenceWithoutVariances_hasNoIntervals() {
        SelectionResult result =
                selection().evidence((k, rss, logDet) -> -k - 6 * Math.log(rss)).run();
        SelectionResult.Coefficient one = result.coefficients().get(0);
        assertThat(one.lower()).isNaN();
        assertThat(one.positive()).isNaN();
        assertThat(one.mean()).isFinite();
    }
}
