package dev.lbp.internal.select.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.PascalDistribution;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Densities of rows, against sums over a fine grid of probabilities of other implementations. */
class RowDensityTest {

    private static final NormalDistribution NORMAL = NormalDistribution.of(0.0, 1.0);

    /** A response with its weight, and the logarithm of its probability by the linear predictor. */
    record Case(
            String name,
            Function<RowLikelihood.Rows, RowLikelihood> likelihood,
            double y,
            double weight,
            DoubleUnaryOperator log) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static double logistic(double eta) {
        return 1.0 / (1.0 + Math.exp(-eta));
    }

    private static Case poisson(int count) {
        return new Case(
                "Poisson " + count,
                PoissonLikelihood::new,
                count,
                1.0,
                eta -> Math.exp(eta) > 1e-300
                        ? PoissonDistribution.of(Math.exp(eta)).logProbability(count)
                        : Double.NEGATIVE_INFINITY);
    }

    private static Case negative(int count, int size) {
        return new Case(
                "negative binomial " + count,
                rows -> new NegativeBinomialLikelihood(rows, size),
                count,
                1.0,
                eta -> new PascalDistribution(null, size, Math.min(size / (size + Math.exp(eta)), 1.0 - 1e-16))
                        .logProbability(count));
    }

    private static Case binomial(int ones, int trials) {
        return new Case(
                "binomial " + ones + " of " + trials,
                LogisticLikelihood::new,
                (double) ones / trials,
                trials,
                eta -> BinomialDistribution.of(trials, logistic(eta)).logProbability(ones));
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("no", LogisticLikelihood::new, 0.0, 1.0, eta -> Math.log(logistic(-eta))),
                new Case("yes, three times", LogisticLikelihood::new, 1.0, 3.0, eta -> 3.0 * Math.log(logistic(eta))),
                new Case("probit", ProbitLikelihood::new, 1.0, 1.0, eta -> Math.log(NORMAL.cumulativeProbability(eta))),
                binomial(3, 20),
                binomial(18, 18),
                poisson(0),
                poisson(1),
                poisson(400),
                poisson(1_000_000),
                new Case(
                        "Poisson, twice",
                        PoissonLikelihood::new,
                        5.0,
                        2.0,
                        eta -> 2.0 * PoissonDistribution.of(Math.exp(eta)).logProbability(5)),
                negative(0, 1),
                negative(30, 2),
                negative(7, 40));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void densities_areIntegrals(Case given) {
        RowDensity density = given.likelihood
                .apply(new RowLikelihood.Rows(
                        new double[] {0.5, given.y}, new double[] {1.0, given.weight}, new double[] {9.0, 2.0}))
                .density(1, Double.NaN);
        double near = given.y > 1.0 ? Math.log(given.y) : 0.0;
        for (double deviation : new double[] {0.01, 0.3, 1.0, 6.0}) {
            for (double distance : new double[] {-4.0, 0.0, 3.0}) {
                double location = near + distance * Math.min(deviation, 1.0);
                double found = density.log(location, deviation);
                assertThat(found)
                        .as("location %s, deviation %s", location, deviation)
                        .isCloseTo(sum(given, location, deviation), within(1e-8 * Math.max(1.0, Math.abs(found))));
            }
        }
        assertThat(density.log(0.3 + near, 0.0))
                .isCloseTo(given.log.applyAsDouble(0.3 + near), within(1e-9 * Math.max(1.0, given.y)));
    }

    /** 4,000 steps over the part of nine standard deviations around the location in which the likelihood is not 0. */
    private static double sum(Case given, double location, double deviation) {
        double reach = 9.0 * deviation;
        double low = location - reach;
        double high = location + reach;
        if (given.y > 1e5) {
            low = Math.max(low, Math.log(given.y) - 0.05);
            high = Math.min(high, Math.log(given.y) + 0.05);
        }
        double step = (high - low) / 4_000;
        double sum = 0.0;
        for (int i = 0; i <= 4_000; i++) {
            double eta = low + i * step;
            double log = given.log.applyAsDouble(eta) + NORMAL.logDensity((eta - location) / deviation);
            sum += Double.isNaN(log) ? 0.0 : Math.exp(log);
        }
        return Math.log(sum * step / deviation);
    }

    /** Of 10^12 trials or counts, where logarithms of factorials have no digits left. */
    @Test
    void largestProbabilities_keepTheirDigits() {
        double half = 5e11;
        assertThat(RowDensity.logLargest(half, half)) // the variance is a quarter of the trials
                .isCloseTo(-0.5 * Math.log(2.0 * Math.PI * 2.5e11), within(1e-10));
        assertThat(RowDensity.logLargest(1e12)).isCloseTo(-0.5 * Math.log(2.0 * Math.PI * 1e12), within(1e-10));
        assertThat(RowDensity.logLargest(15.0))
                .isCloseTo(PoissonDistribution.of(15).logProbability(15), within(1e-12));
        assertThat(RowDensity.logLargest(17.0))
                .isCloseTo(PoissonDistribution.of(17).logProbability(17), within(1e-12));
    }
}
