package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.select.average.Dispersion;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;

/** Whether counts vary as much as their regression says. */
class DispersionTest {

    private static final int N = 120;

    /** {@code theta.mm(c(3, 0, 8, 1), c(2, 1, 3, 4), 3, limit = 100, eps = 1e-12)}, MASS 7.3-58.2. */
    private static final double THETA = 0.91447305099965781;

    private final double[][] x = new double[N][3];
    private final double[] poisson = new double[N];

    /** Poisson counts whose means are multiplied by a gamma number of shape 2: negative binomial of size 2. */
    private final double[] varying = new double[N];

    DispersionTest() {
        Random random = new Random(1L);
        UniformRandomProvider rng = RandomSource.XO_RO_SHI_RO_128_PP.create(1L);
        GammaDistribution gamma = GammaDistribution.of(2.0, 0.5);
        for (int t = 0; t < N; t++) {
            Arrays.setAll(x[t], j -> random.nextGaussian());
            double mean = Math.exp(1.5 + 0.4 * x[t][0]);
            poisson[t] = PoissonDistribution.of(mean).createSampler(rng).sample();
            varying[t] = PoissonDistribution.of(mean * gamma.createSampler(rng).sample())
                    .createSampler(rng)
                    .sample();
        }
    }

    private static double chiSquare(double[] y, double[] means, double[] weights, double size) {
        return IntStream.range(0, N)
                .mapToDouble(t -> weights[t] * Math.pow(y[t] - means[t], 2) / (means[t] + means[t] * means[t] / size))
                .sum();
    }

    private double[] means(SelectionResult result) {
        return result.predict(x).stream().mapToDouble(one -> one.mean()).toArray();
    }

    private static double coefficients(SelectionResult result) {
        return 1.0
                + result.inclusion().stream()
                        .mapToDouble(SelectionResult.Variable::probability)
                        .sum();
    }

    @Test
    void ratio_isPearsonsChiSquare_byDegreesOfFreedom() {
        double[] weights = IntStream.range(0, N).mapToDouble(t -> 1.0 + t % 2).toArray();
        SelectionResult weighted =
                VariableSelection.poisson(x, varying).weights(weights).run();
        assertThat(weighted.dispersion().orElseThrow())
                .isCloseTo(
                        chiSquare(varying, means(weighted), weights, Double.POSITIVE_INFINITY)
                                / (1.5 * N - coefficients(weighted)),
                        within(1e-10));
        Arrays.fill(weights, 1.0);
        SelectionResult negative =
                VariableSelection.negativeBinomial(x, varying, 3.0).run();
        assertThat(negative.dispersion().orElseThrow())
                .isCloseTo(
                        chiSquare(varying, means(negative), weights, 3.0) / (N - coefficients(negative)),
                        within(1e-10));
    }

    /** A count of variance V has a kurtosis of 3 + 6 / size + 1 / V, and its term of chi-square that less 1. */
    @Test
    void deviations_areOfTheVarianceOfChiSquare() {
        double[] y = {3.0, 0.0, 8.0};
        double[] means = {2.0, 1.0, 5.0};
        double[] weights = {1.0, 2.0, 1.0};
        double chiSquare = 1.0 / 4.0 + 2.0 / 1.5 + 9.0 / 17.5;
        double variance = (5.0 + 1.0 / 4.0) + 2.0 * (5.0 + 1.0 / 1.5) + (5.0 + 1.0 / 17.5);
        assertThat(Dispersion.of(y, weights, means, 2.5, 2.0, Double.NaN).deviations())
                .isCloseTo((chiSquare - 2.5) / Math.sqrt(variance), within(1e-12));
    }

    /** The size is the root of the equation of R's {@code theta.mm}; without weights R has the same digits. */
    @Test
    void size_makesChiSquareItsDegreesOfFreedom() {
        double[] y = {3.0, 0.0, 8.0, 1.0};
        double[] means = {2.0, 1.0, 3.0, 4.0};
        double[] weights = {1.0, 2.0, 1.0, 1.0};
        double size = Dispersion.of(y, weights, means, 2.5, Double.POSITIVE_INFINITY, Double.NaN)
                .size();
        assertThat(IntStream.range(0, 4)
                        .mapToDouble(t ->
                                weights[t] * Math.pow(y[t] - means[t], 2) / (means[t] + means[t] * means[t] / size))
                        .sum())
                .isCloseTo(2.5, within(1e-12));
        double[] ones = {1.0, 1.0, 1.0, 1.0};
        assertThat(Dispersion.of(y, ones, means, 3.0, 7.0, Double.NaN).size()).isCloseTo(THETA, within(1e-9));
        assertThat(Dispersion.of(means, ones, means, 3.0, 7.0, Double.NaN).size())
                .isInfinite();
    }

    /** By chance four standard deviations are exceeded with a probability of about 1e-4, as chi-square is skewed. */
    @Test
    void countsThatVaryMore_areNoted_withASizeThatFits() {
        assertThat(VariableSelection.poisson(x, poisson).run().summary())
                .contains("dispersion: ")
                .doesNotContain("note: counts vary");
        SelectionResult result = VariableSelection.poisson(x, varying).run();
        String note = result.notes().get(0);
        assertThat(note)
                .startsWith("note: counts vary %.2f times as much as Poisson"
                        .formatted(result.dispersion().orElseThrow()));
        assertThat(result.summary()).contains(note);
        assertThat(SelectionFiles.json(result)).contains(note, "\"dispersion\": ");
        assertThat(new SelectionReport(result).html()).contains("times as much as Poisson");
        double size = Double.parseDouble(note.replaceFirst(".*about ([0-9.]+)$", "$1"));
        assertThat(size).isBetween(1.2, 3.5); // 2, with an error of about a fifth
        assertThat(VariableSelection.negativeBinomial(x, varying, size).run().notes())
                .isEmpty();
        assertThat(VariableSelection.negativeBinomial(x, varying, 40.0).run().notes())
                .singleElement()
                .asString()
                .contains("as much as this size says", "take a smaller one, about ");
    }

    @Test
    void otherResponses_haveNone() {
        double[] bits = Arrays.stream(poisson).map(y -> y > 4.0 ? 1.0 : 0.0).toArray();
        assertThat(VariableSelection.logistic(x, bits).run().dispersion()).isEmpty();
        assertThat(VariableSelection.linear(x, poisson).run().dispersion()).isEmpty();
    }
}
