package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.select.likelihood.EstimatedSizeLikelihood;
import dev.lbp.internal.select.likelihood.Likelihood;
import dev.lbp.internal.select.likelihood.RowLikelihood;
import dev.lbp.select.data.Prediction;
import dev.lbp.select.data.Table;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Gamma;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Negative binomial regression with an estimated size, against the joint density of coefficients and log size. For
 * {@link NaiveGlm} log size is the coefficient of a column that is 1 in a further row alone.
 */
class EstimatedSizeTest {

    private static final int N = 60;
    private static final int P = 3;

    /** The places of the constant and of log size among the columns. */
    private static final int[] ALWAYS = {P, P + 1};

    private final double[][] x = new double[N][P];
    private final double[] y = new double[N];
    private final double[] weights = numbers(t -> 1 + t % 2);
    private final double[] offsets = numbers(t -> 0.1 * (t % 5) - 0.2);
    private final double[][] joint = new double[N + 1][P + 2];

    /** Counts of size 2. */
    EstimatedSizeTest() {
        Random random = new Random(1L);
        UniformRandomProvider rng = RandomSource.XO_RO_SHI_RO_128_PP.create(2L);
        GammaDistribution gamma = GammaDistribution.of(2.0, 0.5);
        for (int t = 0; t < N; t++) {
            Arrays.setAll(x[t], j -> random.nextGaussian());
            double mean = Math.exp(1.0 + offsets[t] + 0.5 * x[t][0])
                    * gamma.createSampler(rng).sample();
            y[t] = PoissonDistribution.of(mean).createSampler(rng).sample();
            System.arraycopy(x[t], 0, joint[t], 0, P);
            joint[t][P] = 1;
        }
        joint[N][P + 1] = 1;
    }

    private static double[] numbers(IntToDoubleFunction of) {
        return IntStream.range(0, N).mapToDouble(of).toArray();
    }

    private static double[] ones(int n) {
        return DoubleStream.generate(() -> 1.0).limit(n).toArray();
    }

    private VariableSelection weighted() {
        return VariableSelection.negativeBinomial(x, y).weights(weights).offset(offsets);
    }

    private static double log(double count, double eta, double size) {
        double mean = Math.exp(eta);
        return Gamma.logGamma(count + size)
                - Gamma.logGamma(size)
                - Gamma.logGamma(count + 1)
                + count * Math.log(mean / (mean + size))
                + size * Math.log(size / (mean + size));
    }

    /** The log-likelihood at eta - 1 of the rows, and log size behind them, with the prior of log size. */
    private double density(double[] eta) {
        double s = eta[N];
        double total = Arrays.stream(weights).sum();
        double mean = IntStream.range(0, N).mapToDouble(t -> weights[t] * y[t]).sum() / total;
        double part = 1 / (1 + Math.exp(Math.log(mean) - s));
        return IntStream.range(0, N)
                        .mapToDouble(t -> weights[t] * log(y[t], eta[t] + 1 + offsets[t], Math.exp(s)))
                        .sum()
                + Math.log(part * (1 - part));
    }

    private NaiveGlm naive(double[][] precision, double penalty) {
        return new NaiveGlm(joint, ALWAYS, this::density, false, precision, penalty);
    }

    /** Compares differences of the evidence between all models. */
    private static void compare(VariableSelection selection, NaiveGlm naive) {
        LocalEnergyModel.Tracker tracker =
                selection.inclusion(Inclusion.bernoulli(0.5)).model().newTracker();
        double first = Double.NaN;
        for (int bits = 0; bits < 1 << P; bits++) {
            byte[] state = NaiveLogistic.state(bits, P);
            tracker.reset(state);
            double difference = tracker.logProb() - naive.logEvidence(Arrays.copyOf(state, P + 2));
            first = Double.isNaN(first) ? difference : first;
            assertThat(difference).as("model %d", bits).isEqualTo(first, offset(1e-6));
        }
    }

    private double[][] ridge(double tau2) {
        double total = Arrays.stream(weights).sum();
        double[][] precision = new double[P + 2][P + 2];
        for (int j = 0; j < P; j++) {
            int column = j;
            double mean = IntStream.range(0, N)
                            .mapToDouble(t -> weights[t] * x[t][column])
                            .sum()
                    / total;
            double squares = IntStream.range(0, N)
                    .mapToDouble(t -> weights[t] * Math.pow(x[t][column] - mean, 2))
                    .sum();
            precision[j][j] = squares / (total - 1) / tau2;
        }
        return precision;
    }

    @Test
    void ridge_isLaplaces_ofCoefficientsAndLogSize() {
        compare(weighted().ridge(0.8), naive(ridge(0.8), 0));
    }

    @Test
    void bic_hasTheLargestDensity() {
        double n = Arrays.stream(weights).sum();
        compare(weighted().bic(), naive(new double[P + 2][P + 2], 0.5 * Math.log(n)));
    }

    /** The information of the model without variables is that of the size estimated there. */
    @Test
    void gPrior_hasTheInformation_ofTheSizeOfTheEmptyModel() {
        double size = Math.exp(naive(new double[P + 2][P + 2], 1).eta(new byte[P + 2])[N]);
        double[][] rows =
                Arrays.stream(joint, 0, N).map(row -> Arrays.copyOf(row, P + 1)).toArray(double[][]::new);
        NaiveGlm known = new NaiveGlm(
                rows,
                new int[] {P},
                eta -> IntStream.range(0, N)
                        .mapToDouble(t -> weights[t] * log(y[t], eta[t] + offsets[t], size))
                        .sum(),
                false,
                new double[P + 1][P + 1],
                1);
        double[][] precision = new double[P + 2][P + 2];
        double[][] information = known.informationAtNull(25, P + 1);
        for (int i = 0; i <= P; i++) {
            System.arraycopy(information[i], 0, precision[i], 0, P + 1);
        }
        compare(weighted().gPrior(25), naive(precision, 0));
    }

    /** The logarithm of the integral over the coefficients of some columns, the constant and log size. */
    private double logIntegral(double[] mode, double[] step, double[] precision) {
        int points = 25;
        double sum = 0;
        int d = mode.length;
        double[] eta = new double[N + 1];
        for (int cell = 0; cell < Math.pow(points, d); cell++) {
            double[] at = new double[d];
            int rest = cell;
            double penalty = 0;
            for (int i = 0; i < d; i++, rest /= points) {
                at[i] = mode[i] + step[i] * (rest % points - points / 2);
                penalty += i < 2 ? 0 : 0.5 * precision[i - 2] * at[i] * at[i] - 0.5 * Math.log(precision[i - 2]);
            }
            for (int t = 0; t < N; t++) {
                eta[t] = at[1];
                for (int i = 2; i < d; i++) {
                    eta[t] += at[i] * x[t][i - 2];
                }
            }
            eta[N] = at[0];
            sum += Math.exp(density(eta) - penalty + 300);
        }
        return Math.log(sum) - 300 + Arrays.stream(step).map(Math::log).sum() - 0.5 * d * Math.log(2 * Math.PI);
    }

    /** Laplace's method has errors of the order of 1/n, which nearly cancel between two models. */
    @Test
    void bayesFactor_isThatOfQuadrature_toLaplacesAccuracy() {
        double[] precision = {ridge(0.8)[0][0]};
        double one = logIntegral(new double[] {0.9, 0.0, 0.5}, new double[] {0.13, 0.045, 0.045}, precision);
        double none = logIntegral(new double[] {0.7, 0.1}, new double[] {0.13, 0.05}, precision);
        LocalEnergyModel.Tracker tracker = weighted()
                .ridge(0.8)
                .inclusion(Inclusion.bernoulli(0.5))
                .model()
                .newTracker();
        tracker.reset(new byte[] {1, 0, 0});
        double logProb = tracker.logProb();
        tracker.reset(new byte[P]);
        assertThat(logProb - tracker.logProb()).isCloseTo(one - none, within(0.02));
    }

    /** False failure: 3 probabilities beyond 5 standard errors, 2e-6. */
    @ParameterizedTest
    @ValueSource(strings = {"g", "hyper-g"})
    void chains_haveTheProbabilities_ofEnumeration(String prior) {
        SelectionResult exact = with(prior).run();
        SelectionResult sampled = with(prior)
                .enumerateUpTo(0)
                .sampling(run -> run.draws(500))
                .seed(1)
                .run();
        for (int j = 0; j < P; j++) {
            SelectionResult.Variable of = sampled.inclusion().get(j);
            double probability = exact.inclusion(of.name()).probability();
            assertThat(of.probability()).isCloseTo(probability, within(5 * of.error() + 1e-9));
        }
        assertThat(sampled.estimatedSize().orElseThrow())
                .isCloseTo(exact.estimatedSize().orElseThrow(), within(0.05));
    }

    private VariableSelection with(String prior) {
        return prior.equals("g") ? weighted() : weighted().hyperG();
    }

    @Test
    void summary_hasTheSize() {
        SelectionResult result = VariableSelection.negativeBinomial(x, y).run();
        double size = result.estimatedSize().orElseThrow();
        assertThat(size).isBetween(1.0, 4.0); // 2, with an error of about a quarter
        assertThat(result.summary())
                .contains("negative binomial regression, size estimated\n", "\nsize: %.4g, standard".formatted(size));
        assertThat(SelectionFiles.json(result)).contains("\"size\": " + size, "\"size_log_sd\": 0.");
        assertThat(new SelectionReport(result).html()).contains("%.4g".formatted(size));
        assertThat(VariableSelection.poisson(x, y).run().estimatedSize()).isEmpty();
        assertThat(result.notes()).isEmpty();
    }

    /** As the size is known well enough, predictions and scores are nearly those of the size that is estimated. */
    @Test
    void predictionsAndScores_areNearlyThose_ofThisSize() {
        VariableSelection estimated = VariableSelection.negativeBinomial(x, y);
        SelectionResult result = estimated.run();
        double size = result.estimatedSize().orElseThrow();
        VariableSelection given = VariableSelection.negativeBinomial(x, y, size);
        List<Prediction> by = given.run().predict(x);
        List<Prediction> own = result.predict(x);
        for (int t = 0; t < N; t++) {
            assertThat(own.get(t).mean())
                    .isCloseTo(by.get(t).mean(), within(0.1 * by.get(t).mean()));
            assertThat(own.get(t).sd())
                    .isCloseTo(by.get(t).sd(), within(0.1 * by.get(t).sd()));
            assertThat(own.get(t).upper()).isCloseTo(by.get(t).upper(), within(1.0));
        }
        double elpd = elpd(estimated);
        assertThat(elpd).isCloseTo(elpd(given), within(2.5));
        assertThat(elpd).isGreaterThan(elpd(VariableSelection.negativeBinomial(x, y, 0.3)) + 5.0);
    }

    private static double elpd(VariableSelection selection) {
        return selection.crossValidate(5).scores().get(0).elpd();
    }

    /** Counts that vary less than Poisson have a large size, and nearly the probabilities of Poisson regression. */
    @Test
    void countsOfLittleVariance_haveALargeSize() {
        double[] even = numbers(t -> Math.rint(Math.exp(2.0 + 0.12 * x[t][0] + 0.1 * x[t][1])));
        SelectionResult result = VariableSelection.negativeBinomial(x, even).run();
        SelectionResult poisson = VariableSelection.poisson(x, even).run();
        assertThat(result.estimatedSize().orElseThrow()).isGreaterThan(50.0);
        for (int j = 0; j < P; j++) {
            assertThat(result.inclusion().get(j).probability())
                    .isCloseTo(poisson.inclusion().get(j).probability(), within(0.05));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.0, 1e3, 1e12})
    void oneCountAmongZeros_hasAFit(double count) {
        double[] rare = new double[N];
        rare[7] = count;
        SelectionResult result =
                VariableSelection.negativeBinomial(x, rare).ridge(1.0).run();
        assertThat(result.estimatedSize().orElseThrow()).isFinite().isPositive();
        assertThat(result.inclusion())
                .allSatisfy(of -> assertThat(of.probability()).isBetween(0.0, 1.0));
    }

    @Test
    void largeEqualCounts_haveAFit() {
        double[] large = numbers(t -> 1e12 - t);
        assertThat(VariableSelection.negativeBinomial(x, large)
                        .run()
                        .estimatedSize()
                        .orElseThrow())
                .isGreaterThan(1e12);
    }

    /** Fits meet places where the slope by log size is 0 to rounding. */
    @Test
    void allModels_haveAFit() {
        Random random = new Random(3L);
        double[][] many = new double[200][12];
        double[] counts = new double[200];
        for (int t = 0; t < 200; t++) {
            Arrays.setAll(many[t], j -> random.nextGaussian());
            counts[t] = Math.floor(Math.exp(0.4 * many[t][0]) * -3 * Math.log(random.nextDouble()));
        }
        assertThat(VariableSelection.negativeBinomial(many, counts)
                        .run()
                        .inclusion("x1")
                        .probability())
                .isGreaterThan(0.9);
    }

    @Test
    void noCounts_andExactEvidence_areRefused() {
        assertThatThrownBy(() -> VariableSelection.negativeBinomial(x, new double[N]))
                .hasMessage("must not be constant: the response");
        assertThatThrownBy(() ->
                        VariableSelection.negativeBinomial(x, y).exactEvidence().run())
                .hasMessageContaining("must be with a size that is given, not estimated");
    }

    @Test
    void priorsSideBySide_haveTheProbabilities_ofRunsAlone() {
        VariableSelection selection = weighted();
        List<Consumer<VariableSelection>> others =
                List.of(VariableSelection::bic, VariableSelection::hyperG, given -> given.ridge(0.8));
        PriorSensitivity table = selection.underPriors(selection.run(), others);
        assertThat(table.priors()).hasSize(4);
        for (int k = 0; k < others.size(); k++) {
            VariableSelection alone = weighted();
            others.get(k).accept(alone);
            assertThat(table.priors().get(k + 1).inclusion())
                    .isEqualTo(alone.run().inclusion());
        }
        assertThat(selection.run().estimatedSize()).isEqualTo(weighted().run().estimatedSize());
    }

    @Test
    void formula_hasTheModels_ofItsColumns() {
        double[][] rows = new double[N][];
        double[][] columns = new double[N][];
        for (int t = 0; t < N; t++) {
            rows[t] = new double[] {x[t][0], x[t][1], offsets[t], y[t]};
            columns[t] = new double[] {x[t][0], x[t][1], x[t][0] * x[t][1]};
        }
        SelectionResult result = VariableSelection.negativeBinomial(Table.of("a,b,known,y".split(","), rows), "y")
                .formula("y ~ a*b + offset(known)")
                .run();
        SelectionResult expected = VariableSelection.negativeBinomial(columns, y)
                .offset(offsets)
                .names("a", "b", "a:b")
                .run();
        for (SelectionResult.Variable one : expected.inclusion()) {
            assertThat(result.inclusion(one.name()).probability()).isCloseTo(one.probability(), within(1e-9));
        }
        assertThat(result.estimatedSize().orElseThrow())
                .isCloseTo(expected.estimatedSize().orElseThrow(), within(1e-7));
    }

    /** A trial of coefficients may be so far off that its best size is below the smallest double. */
    @Test
    void trialFarFromTheMode_doesNotChangeLaterOnes() {
        double[] counts = {20, 7, 11, 193, 0, 25592, 655002};
        double[] near = Arrays.stream(counts).map(Math::log1p).toArray();
        Likelihood.Curve curve =
                new EstimatedSizeLikelihood(new RowLikelihood.Rows(counts, ones(7), new double[7])).newCurve();
        double expected = curve.at(near);
        double size = curve.size();
        for (double far : new double[] {-360.0, -700.0, 600.0, -564.0}) {
            double[] trial = near.clone();
            trial[6] = far;
            trial[4] = far == -564.0 ? 486.0 : near[4]; // the mean of a count of 0, above 1e308 times the best size
            curve.at(trial);
            assertThat(curve.at(near)).isCloseTo(expected, within(1e-9));
            assertThat(curve.size() / size).isCloseTo(1.0, within(1e-6));
        }
    }

    @Test
    void countsOverFiveOrders_haveAFit() {
        double[][] column = {{0.2}, {4.8}, {31.8}, {0.1}, {15.1}, {3.0}, {0.2}};
        double[] counts = {20, 7, 11, 193, 12, 25592, 655002};
        assertThat(VariableSelection.negativeBinomial(column, counts)
                        .run()
                        .inclusion()
                        .get(0)
                        .probability())
                .isBetween(0.0, 1.0);
    }
}
