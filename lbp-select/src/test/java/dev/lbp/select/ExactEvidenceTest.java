package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.select.prior.Inclusion;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Evidence by importance sampling, against sums over a grid of coefficients. */
class ExactEvidenceTest {

    private static final int N = 12;
    private static final double[][] X =
            Regressions.autoregressive(N, 2, 0.5, 11L).x();
    private static final double TAU2 = 4.0;

    /** The response, and its log-likelihood for one row. */
    private interface Row {
        double of(double y, double eta);
    }

    private static double[] response(boolean counts) {
        Random random = new Random(4L);
        return Arrays.stream(X)
                .mapToDouble(row -> row[0] - 0.8 * row[1] + random.nextGaussian())
                .map(eta -> counts ? Math.floor(Math.exp(Math.min(0.7 * eta, 2))) : eta > 0 ? 1 : 0)
                .toArray();
    }

    /** Columns of mean 0 and standard deviation 1. */
    private static double[] standardised(int j) {
        double[] column = Arrays.stream(X).mapToDouble(row -> row[j]).toArray();
        double mean = Arrays.stream(column).average().orElseThrow();
        double deviation = Math.sqrt(
                Arrays.stream(column).map(v -> (v - mean) * (v - mean)).sum() / (N - 1));
        return Arrays.stream(column).map(v -> (v - mean) / deviation).toArray();
    }

    /**
     * The probability of each of the four models: sums of the density at steps of 0.25, about a fifth of a posterior
     * standard deviation, whose errors for smooth densities are far below 1e-6.
     */
    private static double[] byGrid(double[] y, Row row) {
        double[][] z = {standardised(0), standardised(1)};
        double step = 0.25;
        double[] evidence = new double[4];
        int most = 40;
        for (int bits = 0; bits < 4; bits++) {
            int in0 = (bits & 1) == 0 ? 0 : most;
            int in1 = (bits & 2) == 0 ? 0 : most;
            double sum = 0;
            for (int i = -in0; i <= in0; i++) {
                for (int j = -in1; j <= in1; j++) {
                    double b0 = i * step;
                    double b1 = j * step;
                    double prior = Math.exp(-(b0 * b0 + b1 * b1) / (2 * TAU2));
                    for (int a = -2 * most; a <= 2 * most; a++) {
                        double log = 0;
                        for (int t = 0; t < N; t++) {
                            log += row.of(y[t], a * step + b0 * z[0][t] + b1 * z[1][t]);
                        }
                        sum += prior * Math.exp(log);
                    }
                }
            }
            evidence[bits] = sum * Math.pow(step / Math.sqrt(2 * Math.PI * TAU2), Integer.bitCount(bits));
        }
        double total = Arrays.stream(evidence).sum();
        return Arrays.stream(evidence).map(e -> e / total).toArray();
    }

    /**
     * The tolerance is that of 4 standard errors of a log-evidence, since a probability changes by at most a quarter of
     * a change of its log-odds: for two variables 16 of its errors, with fixed streams. In the logistic regression
     * Laplace's method is off by more.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void probabilities_areThoseOfTheGrid(boolean counts) {
        double[] y = response(counts);
        VariableSelection selection = (counts ? VariableSelection.poisson(X, y) : VariableSelection.logistic(X, y))
                .ridge(TAU2)
                .inclusion(Inclusion.bernoulli(0.5));
        double[] grid = byGrid(y, counts ? (v, e) -> v * e - Math.exp(e) : (v, e) -> v * e - Math.log1p(Math.exp(e)));
        SelectionResult result = selection.exactEvidence(4).run();
        ExactEvidence exact = result.exactEvidence().orElseThrow();
        double tolerance = exact.largestError();
        double[] expected = {grid[1] + grid[3], grid[2] + grid[3]};
        double largest = 0;
        for (int j = 0; j < 2; j++) {
            double probability = exact.inclusion().get(j).probability();
            assertThat(probability).isEqualTo(expected[j], offset(tolerance));
            double change = Math.abs(probability - result.inclusion().get(j).probability());
            largest = Math.max(largest, change);
        }
        assertThat(exact.largestChange()).isEqualTo(largest, offset(1e-12));
        assertThat(exact.inclusion()).extracting(SelectionResult.Variable::name).containsExactly("x1", "x2");
        assertThat(exact.models()).isEqualTo(4);
        assertThat(exact.share()).isEqualTo(1.0, offset(1e-12));
        assertThat(largest > tolerance).isEqualTo(!counts);
        assertThat(result.summary())
                .contains("importance sampling of the 4 most probable models, which have 1.0000 of the probability");
    }

    /** Two of four models: these keep their common probability; the grid has the odds between them. */
    @Test
    void fewModels_areReweightedAmongThemselves() {
        double[] y = response(false);
        VariableSelection selection = VariableSelection.logistic(X, y)
                .ridge(TAU2)
                .inclusion(Inclusion.bernoulli(0.5))
                .exactEvidence(2);
        SelectionResult result = selection.run();
        ExactEvidence exact = result.exactEvidence().orElseThrow();
        double[] grid = byGrid(y, (v, e) -> v * e - Math.log1p(Math.exp(e)));
        double[] laplace = new double[4];
        for (SelectionResult.Model model : result.models(4)) {
            laplace[number(model)] = model.probability();
        }
        int first = number(result.models(4).get(0));
        int second = number(result.models(4).get(1));
        double both = laplace[first] + laplace[second];
        assertThat(exact.models()).isEqualTo(2);
        assertThat(exact.share()).isEqualTo(both, offset(1e-12));
        double[] mixed = laplace.clone();
        mixed[first] = both * grid[first] / (grid[first] + grid[second]);
        mixed[second] = both - mixed[first];
        for (int j = 0; j < 2; j++) {
            assertThat(exact.inclusion().get(j).probability())
                    .isEqualTo(mixed[1 + j] + mixed[3], offset(exact.largestError()));
        }
        SelectionResult chains = selection
                .enumerateUpTo(0)
                .sampling(run -> run.warmup(100).draws(2_000))
                .run();
        for (int j = 0; j < 2; j++) {
            assertThat(chains.exactEvidence().orElseThrow().inclusion().get(j).probability()
                            - chains.inclusion().get(j).probability())
                    .isEqualTo(
                            exact.inclusion().get(j).probability()
                                    - result.inclusion().get(j).probability(),
                            offset(1e-9));
        }
    }

    private static int number(SelectionResult.Model model) {
        return model.variables().stream()
                .mapToInt(name -> name.equals("x1") ? 1 : 2)
                .sum();
    }

    @Test
    void run_hasTheSameBits_forAnyThreads_andEndsWhenInterrupted() {
        double[][] x = Regressions.autoregressive(40, 6, 0.5, 3L).x();
        double[] y = GlmSelectionTest.bits(x, 0.8, 3L);
        ExactEvidence first = exact(x, y, 1, 1).orElseThrow();
        assertThat(exact(x, y, 2, 1)).contains(first);
        assertThat(exact(x, y, 7, 1)).contains(first);
        assertThat(exact(x, y, 2, 2).orElseThrow().largestError()).isNotEqualTo(first.largestError());
        assertThat(VariableSelection.logistic(x, y).run().exactEvidence()).isEmpty();
        Thread.currentThread().interrupt();
        ExactEvidence stopped = exact(x, y, 2, 1).orElseThrow();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(stopped.models()).isZero();
        assertThat(stopped.inclusion())
                .isEqualTo(VariableSelection.logistic(x, y).run().inclusion());
    }

    private static Optional<ExactEvidence> exact(double[][] x, double[] y, int threads, long seed) {
        return VariableSelection.logistic(x, y)
                .exactEvidence(40)
                .threads(threads)
                .seed(seed)
                .run()
                .exactEvidence();
    }

    @Test
    void regressions_withoutSuchEvidence_areRefused() {
        double[] y = response(false);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.linear(X, y).exactEvidence().run())
                .withMessage("must be of a regression that is not linear, whose evidence is exact anyway:"
                        + " exactEvidence=100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.logistic(X, y)
                        .approximate()
                        .exactEvidence()
                        .enumerateUpTo(0)
                        .run())
                .withMessage("must be of a regression that is not approximate: exactEvidence=100");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        VariableSelection.logistic(X, y).bic().exactEvidence().run())
                .withMessage(
                        "must be with gPrior or ridge, not with a prior whose fits are those of the largest likelihood:"
                                + " exactEvidence=100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.logistic(X, y).exactEvidence(0))
                .withMessage("must be in [1, 1000]: exactEvidence=0");
    }

    /**
     * The figures of docs/results/selection-logistic.md: the largest change of a probability, ten data sets of 300 rows
     * and 64 models. The effects of three of the columns, for one standard deviation of them, are strength, -strength
     * and 0.6 strength.
     */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"0.3, 0.005", "0.6, 0.005", "1.2, 0.005", "2.5, 0.005"})
    void laplace_isNear_theExactEvidence(double strength, double most) {
        for (String prior : new String[] {"ridge", "g"}) {
            double largest = 0;
            double error = 0;
            for (long seed = 1; seed <= 10; seed++) {
                Regressions data = LogisticTest.data(300, strength, seed);
                VariableSelection selection = VariableSelection.logistic(data.x(), data.y())
                        .inclusion(Inclusion.bernoulli(0.5))
                        .exactEvidence(64);
                ExactEvidence found = (prior.equals("g") ? selection.gPrior() : selection.ridge(1))
                        .run()
                        .exactEvidence()
                        .orElseThrow();
                largest = Math.max(largest, found.largestChange());
                error = Math.max(error, found.largestError());
            }
            System.out.printf(
                    "%s, effects %.1f: largest change %.5f, error of a log-evidence %.4f%n",
                    prior, strength, largest, error);
            assertThat(largest).isLessThan(most);
        }
    }
}
