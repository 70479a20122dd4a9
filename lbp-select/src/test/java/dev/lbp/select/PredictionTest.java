package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.select.data.Prediction;
import dev.lbp.select.data.Table;
import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.PascalDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;

/** Predictions against sums over all models of integrals by the trapezoidal rule. */
class PredictionTest {

    private static final int N = 40;
    private static final double[] ROW = {1.2, -0.7};

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private final double[][] x = new double[N][2];
    private final double[] normal = new double[N];
    private final double[] uniform = new double[N];

    PredictionTest() {
        Random random = new Random(12L);
        for (int t = 0; t < N; t++) {
            x[t] = new double[] {random.nextGaussian(), 1 + 2 * random.nextGaussian()};
            normal[t] = random.nextGaussian();
            uniform[t] = random.nextDouble();
        }
    }

    private double eta(int t) {
        return 0.3 + 0.8 * x[t][0] - 0.15 * x[t][1];
    }

    private static Table rows(double[]... rows) {
        return Table.of(new String[] {"x1", "x2"}, rows);
    }

    /** The weights of the four models, and the distribution of the linear predictor in each. */
    private record Oracle(double[] weights, double[][] predictors) {

        static Oracle of(NaiveGlm naive, double[] row) {
            byte[][] states = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
            double[] logs = {Math.log(1.0 / 3), Math.log(1.0 / 6), Math.log(1.0 / 6), Math.log(1.0 / 3)};
            double[] weights = IntStream.range(0, 4)
                    .mapToDouble(m -> Math.exp(naive.logEvidence(states[m]) + logs[m] - naive.logEvidence(states[0])))
                    .toArray();
            double sum = Arrays.stream(weights).sum();
            return new Oracle(
                    Arrays.stream(weights).map(weight -> weight / sum).toArray(),
                    Arrays.stream(states)
                            .map(state -> naive.predictor(state, row))
                            .toArray(double[][]::new));
        }

        /** The mean of a function of the linear predictor. */
        double mean(DoubleUnaryOperator of) {
            double sum = 0;
            for (int m = 0; m < 4; m++) {
                for (double z = -9; z <= 9; z += 0.005) {
                    double mass = 0.005 * Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
                    sum += weights[m] * mass * of.applyAsDouble(predictors[m][0] + predictors[m][1] * z);
                }
            }
            return sum;
        }

        double atMost(double eta) {
            return IntStream.range(0, 4)
                    .mapToDouble(
                            m -> weights[m] * NORMAL.cumulativeProbability((eta - predictors[m][0]) / predictors[m][1]))
                    .sum();
        }
    }

    private NaiveGlm naive(ToDoubleFunction<double[]> likelihood) {
        return new NaiveGlm(x, new int[0], likelihood, true, new double[2][2], 0.5 * Math.log(N));
    }

    private static double logistic(double eta) {
        return 1 / (1 + Math.exp(-eta));
    }

    @Test
    void probabilities_areIntegrals_overModelsAndCoefficients() {
        double[] y = IntStream.range(0, N)
                .mapToDouble(t -> uniform[t] < logistic(eta(t)) ? 1 : 0)
                .toArray();
        Oracle logit = Oracle.of(
                naive(eta -> IntStream.range(0, N)
                        .mapToDouble(t -> Math.log(logistic(y[t] == 1 ? eta[t] : -eta[t])))
                        .sum()),
                ROW);
        Prediction one = VariableSelection.logistic(x, y)
                .bic()
                .run()
                .predict(rows(ROW), 0.8)
                .get(0);
        assertThat(one.mean()).isEqualTo(logit.mean(PredictionTest::logistic), offset(1e-7));
        double square = logit.mean(eta -> logistic(eta) * logistic(eta));
        assertThat(one.sdOfMean()).isEqualTo(Math.sqrt(square - one.mean() * one.mean()), offset(1e-6));
        assertThat(logit.atMost(Math.log(one.lowerOfMean() / (1 - one.lowerOfMean()))))
                .isEqualTo(0.1, offset(1e-7));
        assertThat(logit.atMost(Math.log(one.upperOfMean() / (1 - one.upperOfMean()))))
                .isEqualTo(0.9, offset(1e-7));
        assertThat(one.lower()).isNaN();

        Oracle probit = Oracle.of(
                naive(eta -> IntStream.range(0, N)
                        .mapToDouble(t -> Math.log(NORMAL.cumulativeProbability(y[t] == 1 ? eta[t] : -eta[t])))
                        .sum()),
                ROW);
        Prediction two =
                VariableSelection.probit(x, y).bic().run().predict(rows(ROW)).get(0);
        assertThat(two.mean()).isEqualTo(probit.mean(NORMAL::cumulativeProbability), offset(1e-7));
        assertThat(probit.atMost(NORMAL.inverseCumulativeProbability(two.lowerOfMean())))
                .isEqualTo(0.05, offset(1e-7));
        assertThat(probit.atMost(NORMAL.inverseCumulativeProbability(two.upperOfMean())))
                .isEqualTo(0.95, offset(1e-7));
    }

    @Test
    void counts_haveTheQuantilesOfTheirMixture() {
        double[] y = IntStream.range(0, N)
                .mapToDouble(t -> Math.floor(Math.exp(eta(t)) * (0.2 + 1.6 * uniform[t])))
                .toArray();
        Oracle poisson = Oracle.of(
                naive(eta -> IntStream.range(0, N)
                        .mapToDouble(t -> y[t] * eta[t] - Math.exp(eta[t]))
                        .sum()),
                ROW);
        Prediction one =
                VariableSelection.poisson(x, y).bic().run().predict(rows(ROW)).get(0);
        assertThat(one.mean()).isEqualTo(poisson.mean(Math::exp), offset(1e-6));
        assertThat(poisson.atMost(Math.log(one.upperOfMean()))).isEqualTo(0.95, offset(1e-7));
        checkQuantile(
                poisson,
                one.lower(),
                0.05,
                (k, mean) -> PoissonDistribution.of(mean).cumulativeProbability(k));
        checkQuantile(
                poisson,
                one.upper(),
                0.95,
                (k, mean) -> PoissonDistribution.of(mean).cumulativeProbability(k));

        Oracle negative = Oracle.of(
                naive(eta -> IntStream.range(0, N)
                        .mapToDouble(t -> y[t] * eta[t] - (y[t] + 2) * Math.log(2 + Math.exp(eta[t])))
                        .sum()),
                ROW);
        Prediction two = VariableSelection.negativeBinomial(x, y, 2)
                .bic()
                .run()
                .predict(rows(ROW))
                .get(0);
        assertThat(two.mean()).isEqualTo(negative.mean(Math::exp), offset(1e-6));
        checkQuantile(
                negative,
                two.lower(),
                0.05,
                (k, m) -> PascalDistribution.of(2, 2 / (2 + m)).cumulativeProbability(k));
        checkQuantile(
                negative,
                two.upper(),
                0.95,
                (k, m) -> PascalDistribution.of(2, 2 / (2 + m)).cumulativeProbability(k));
        assertThat(two.upper()).isGreaterThan(one.upper());
    }

    private interface CountLaw {
        double atMost(int count, double mean);
    }

    private static void checkQuantile(Oracle oracle, double count, double probability, CountLaw law) {
        assertThat(oracle.mean(eta -> law.atMost((int) count, Math.exp(eta)))).isGreaterThanOrEqualTo(probability);
        if (count > 0) {
            assertThat(oracle.mean(eta -> law.atMost((int) count - 1, Math.exp(eta))))
                    .isLessThan(probability);
        }
    }

    /** Log-likelihoods of counts are beyond 2^31 here. Intervals are those of the same model by its own mode. */
    @Test
    void evidencesBeyondIntegers_haveIntervals() {
        double[] counts = new double[N];
        Arrays.setAll(counts, t -> Math.rint(1e9 * Math.exp(1e-5 * x[t][0]) + 3e4 * normal[t]));
        SelectionResult result = VariableSelection.poisson(x, counts).run();
        Prediction one = result.predict(rows(ROW)).get(0);
        assertThat(one.upperOfMean() - one.lowerOfMean())
                .isEqualTo(2 * 1.645 * one.sdOfMean(), offset(0.2 * one.sdOfMean()));
        assertThat(one.upper() - one.lower()).isEqualTo(2 * 1.645 * one.sd(), offset(0.1 * one.sd()));
    }

    /** A row so far away that the mean of a count is infinite, or its square is. */
    @Test
    void rowFarAway_hasAnInfiniteDeviation() {
        double[] counts = new double[N];
        Arrays.setAll(counts, t -> Math.floor(5 * Math.exp(0.5 * normal[t])));
        Prediction one = VariableSelection.poisson(x, counts)
                .run()
                .predict(rows(new double[] {2000.0, 0.0}))
                .get(0);
        assertThat(one.sd()).isInfinite();
        assertThat(one.sdOfMean()).isInfinite();
    }

    /** The hazard is that of a row of average columns; survival has Breslow's baseline of each model. */
    @Test
    void survival_isThatOfTheBreslowBaseline() {
        double[] times = IntStream.range(0, N)
                .mapToDouble(t -> Math.ceil(-5 * Math.log(uniform[t]) / Math.exp(eta(t))))
                .toArray();
        double[] events =
                IntStream.range(0, N).mapToDouble(t -> t % 3 == 0 ? 0 : 1).toArray();
        double[] means = {
            Arrays.stream(x).mapToDouble(row -> row[0]).average().orElseThrow(),
            Arrays.stream(x).mapToDouble(row -> row[1]).average().orElseThrow()
        };
        double[][] centred = Arrays.stream(x)
                .map(row -> new double[] {row[0] - means[0], row[1] - means[1]})
                .toArray(double[][]::new);
        NaiveGlm naive = new NaiveGlm(
                centred,
                new int[0],
                eta -> IntStream.range(0, N)
                        .filter(t -> events[t] == 1)
                        .mapToDouble(t -> eta[t] - Math.log(risk(times, eta, times[t])))
                        .sum(),
                false,
                new double[2][2],
                0.5 * Math.log(Arrays.stream(events).sum()));
        double[] row = {ROW[0] - means[0], ROW[1] - means[1]};
        Oracle oracle = Oracle.of(naive, row);
        SelectionResult result = VariableSelection.cox(x, times, events).bic().run();
        Prediction one = result.predict(rows(ROW)).get(0);
        assertThat(one.mean()).isEqualTo(oracle.mean(Math::exp), offset(1e-6));
        assertThat(oracle.atMost(Math.log(one.upperOfMean()))).isEqualTo(0.95, offset(1e-6));
        double[] at = {20, 0.5, 3};
        double[][] survival = result.survival(rows(ROW, new double[] {0, 0}), at);
        byte[][] states = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
        for (int k = 0; k < at.length; k++) {
            double expected = 0;
            for (int m = 0; m < 4; m++) {
                double[] eta = naive.eta(states[m]);
                double time = at[k];
                double hazard = IntStream.range(0, N)
                        .filter(t -> events[t] == 1 && times[t] <= time)
                        .mapToDouble(t -> 1 / risk(times, eta, times[t]))
                        .sum();
                Oracle alone = new Oracle(
                        new double[] {1, 0, 0, 0}, new double[][] {oracle.predictors()[m], {0, 1}, {0, 1}, {0, 1}});
                double[] predictor = oracle.predictors()[m];
                expected += oracle.weights()[m]
                        * (predictor[1] > 0
                                ? alone.mean(value -> Math.exp(-hazard * Math.exp(value)))
                                : Math.exp(-hazard));
            }
            assertThat(survival[0][k]).isEqualTo(expected, offset(1e-6));
        }
        assertThat(survival[1][1]).isEqualTo(1, offset(1e-12)); // before the first event
        assertThatIllegalStateException()
                .isThrownBy(() -> VariableSelection.linear(x, normal).run().survival(rows(ROW), 1))
                .withMessage("must be a regression of survival times");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> result.survival(rows(ROW), 1, -2))
                .withMessage("must be finite and >= 0: times[1]=-2.0");
    }

    private static double risk(double[] times, double[] eta, double time) {
        return IntStream.range(0, N)
                .filter(t -> times[t] >= time)
                .mapToDouble(t -> Math.exp(eta[t]))
                .sum();
    }

    /** Under BIC least squares of each model, with its own degrees of freedom. */
    @Test
    void linearIntervals_areOfAMixtureOfTDistributions() {
        double[] y =
                IntStream.range(0, N).mapToDouble(t -> eta(t) + 2 * normal[t]).toArray();
        Prediction one = VariableSelection.linear(x, y)
                .bic()
                .run()
                .predict(rows(ROW), 0.9)
                .get(0);
        NaiveAverage naive =
                new NaiveAverage(x, y, state -> true, state -> state[0] + state[1] == 1 ? Math.log(0.5) : 0);
        for (double[] end : new double[][] {{one.lowerOfMean(), 0.05}, {one.upperOfMean(), 0.95}}) {
            assertThat(naive.mean((state, fit) -> TDistribution.of(N - fit.columns().length)
                            .cumulativeProbability(
                                    (end[0] - fit.predicted(ROW)) / Math.sqrt(fit.squaredErrorOfMean(ROW)))))
                    .isEqualTo(end[1], offset(1e-8));
        }
        for (double[] end : new double[][] {{one.lower(), 0.05}, {one.upper(), 0.95}}) {
            assertThat(naive.mean((state, fit) -> TDistribution.of(N - fit.columns().length)
                            .cumulativeProbability((end[0] - fit.predicted(ROW))
                                    / Math.sqrt(fit.squaredErrorOfMean(ROW) + fit.variance()))))
                    .isEqualTo(end[1], offset(1e-8));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.linear(x, y).run().predict(rows(ROW), 1))
                .withMessage("must be in (0, 1): level=1.0");
    }

    /** One column and six rows: a t distribution of 5 degrees of freedom given g, or a normal one given the noise. */
    @Test
    void linearIntervals_ofOtherPriors() {
        double[][] column = {{-3}, {-1}, {-1}, {0}, {1}, {4}};
        double[] y = {1, 0, 3, 2, 3, 3};
        double xx = 28;
        double yy = 8;
        double b = 9.0 / 28;
        double rss = 1 - 81.0 / (28 * 8);
        Table at = Table.of(new String[] {"x1"}, new double[][] {{2}});
        TDistribution t = TDistribution.of(5);
        double g = 6;
        SelectionResult fixed = VariableSelection.linear(column, y).gPrior(g).run();
        double in = fixed.inclusion("x1").probability();
        Prediction one = fixed.predict(at).get(0);
        assertThat(mixed(t, in, one.upper(), g / (1 + g) * b * 2, scale(g, rss, xx, yy), Math.sqrt(yy / 5 * 7 / 6)))
                .isEqualTo(0.95, offset(1e-8));
        SelectionResult known =
                VariableSelection.linear(column, y).gPrior(g).noiseVariance(0.7).run();
        double sd = Math.sqrt(0.7 * (7.0 / 6 + g / (1 + g) * 4 / xx));
        double inKnown = known.inclusion("x1").probability();
        assertThat(inKnown
                                * NORMAL.cumulativeProbability(
                                        (known.predict(at).get(0).lower() - 2 - g / (1 + g) * b * 2) / sd)
                        + (1 - inKnown)
                                * NORMAL.cumulativeProbability(
                                        (known.predict(at).get(0).lower() - 2) / Math.sqrt(0.7 * 7 / 6)))
                .isEqualTo(0.05, offset(1e-8));
        double[][] few = {{1}, {2}, {4}};
        SelectionResult wide =
                VariableSelection.linear(few, new double[] {1, 3, 2}).gPrior(g).run();
        TDistribution two = TDistribution.of(2); // has no variance, and yet intervals
        double inWide = wide.inclusion("x1").probability();
        Prediction far = wide.predict(at).get(0);
        double squared = (1 + g * 25 / 28) / (1 + g) * (4.0 / 3 + g / (1 + g) / 42);
        assertThat(mixed(two, inWide, far.upper(), -g / (1 + g) / 14, Math.sqrt(squared), Math.sqrt(4.0 / 3)))
                .isEqualTo(0.95, offset(1e-8));
        assertThat(far.sd()).isEqualTo(Double.POSITIVE_INFINITY);
        SelectionResult mixture = VariableSelection.linear(column, y).hyperGn().run();
        NaiveMixture naive = NaiveMixture.hyperGn(3, 6);
        double inMixture = mixture.inclusion("x1").probability();
        double upper = mixture.predict(at).get(0).upper();
        double exact = inMixture
                        * naive.mean(
                                5,
                                1,
                                rss,
                                value -> t.cumulativeProbability(
                                        (upper - 2 - value / (1 + value) * b * 2) / scale(value, rss, xx, yy)))
                + (1 - inMixture) * t.cumulativeProbability((upper - 2) / Math.sqrt(yy / 5 * 7 / 6));
        assertThat(exact).isEqualTo(0.95, offset(2e-6));
    }

    private static double scale(double g, double rss, double xx, double yy) {
        return Math.sqrt(yy * (1 + g * rss) / ((1 + g) * 5) * (7.0 / 6 + g / (1 + g) * 4 / xx));
    }

    private static double mixed(TDistribution t, double in, double x, double shift, double scale, double empty) {
        return in * t.cumulativeProbability((x - 2 - shift) / scale)
                + (1 - in) * t.cumulativeProbability((x - 2) / empty);
    }

    /** Columns by name; others are not read; the offset is that of the row. */
    @Test
    void columns_areFoundByTheirNames() {
        double[] y = IntStream.range(0, N)
                .mapToDouble(t -> Math.floor(4 * uniform[t] * Math.exp(0.4 * x[t][0])))
                .toArray();
        double[][] values = IntStream.range(0, N)
                .mapToObj(t -> new double[] {x[t][0], x[t][1], 0.5 * normal[t], y[t]})
                .toArray(double[][]::new);
        SelectionResult result = VariableSelection.poisson(Table.of(new String[] {"a", "b", "o", "y"}, values), "y")
                .offset("o")
                .run();
        Table there = Table.of(new String[] {"a", "b", "o"}, new double[][] {{1, 2, 0.5}, {1, 2, 0}});
        Table turned = Table.of(new String[] {"z", "o", "b", "a"}, new double[][] {{9, 0.5, 2, 1}, {9, 0, 2, 1}});
        assertThat(result.predict(turned)).isEqualTo(result.predict(there));
        assertThat(result.predict(there).get(0).mean())
                .isEqualTo(Math.exp(0.5) * result.predict(there).get(1).mean(), offset(1e-9));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> result.predict(there.without("o")))
                .withMessage("must be a column of the table (of 2, nearest: a, b): column=o");
    }
}
