package dev.lbp.internal.select.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.internal.select.average.PosteriorMixture;
import java.util.HashMap;
import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts with a mixture of normal distributions as linear predictor, where sums of a density would fail. */
class CountMixtureTest {

    /** Counts near 100,000, whose own spread is a hundredth of that of their mean. */
    @Test
    void largeCounts_haveTheQuantilesOfTheirMean() {
        PosteriorMixture eta = new PosteriorMixture(new HashMap<>());
        eta.add(0.4, Math.log(1e5), 0.1, Double.POSITIVE_INFINITY);
        eta.add(0.6, Math.log(1.1e5), 0.3, Double.POSITIVE_INFINITY);
        eta.withProbability(1.0);
        double[] interval = new CountMixture(
                        eta,
                        new PoissonLikelihood(new RowLikelihood.Rows(new double[1], new double[1], new double[1]))
                                .moments())
                .interval(0.05);
        assertThat(interval[0]).isEqualTo(Math.exp(eta.quantile(0.05)), offset(20.0));
        assertThat(interval[1]).isEqualTo(Math.exp(eta.quantile(0.95)), offset(20.0));
    }

    /** Sums over counts are the regularised gamma function, whose series is the oracle. */
    @ParameterizedTest
    @ValueSource(doubles = {1e4, 3e4, 1e6})
    void atMost_ofLargeCounts_isThatOfTheSeries(double mean) {
        Likelihood.ResponseMoments moments =
                new PoissonLikelihood(new RowLikelihood.Rows(new double[1], new double[1], new double[1])).moments();
        for (double z : new double[] {-6, -2, -0.3, -0.05, 0, 0.05, 0.3, 1, 4, 20}) {
            double count = Math.rint(mean + 1 + z * Math.sqrt(mean));
            double eta = Math.log(mean);
            assertThat(moments.atMost(count, eta))
                    .as("%s deviations", z)
                    .isEqualTo(Gamma.regularizedGammaQ(count + 1, Math.exp(eta), 1e-14, 1_000_000), offset(2e-9));
        }
        assertThat(moments.atMost(2e4, 0)).isEqualTo(1);
        assertThat(moments.atMost(2e4, 15)).isZero();
    }

    private static Likelihood.ResponseMoments negativeBinomial(double size) {
        RowLikelihood.Rows rows = new RowLikelihood.Rows(new double[1], new double[1], new double[1]);
        return new NegativeBinomialLikelihood(rows, size).moments();
    }

    /** The continued fraction of the beta function is the oracle. */
    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.5, 1, 3, 40, 149, 151, 1e3, 1e4, 9e5, 2e6})
    void atMost_ofLargeNegativeBinomialCounts_isThatOfTheFraction(double size) {
        for (double count : new double[] {1e4, 3e4, 2e5}) {
            double deviation = Math.sqrt(count + count * count / size);
            for (double z : new double[] {-3, -0.7, -0.01, 0, 1e-7, 0.01, 0.5, 2, 5}) {
                double mean = z < 0 ? count * Math.exp(z * deviation / count) : count + 1 + z * deviation;
                double eta = Math.log(mean);
                mean = Math.exp(eta);
                double expected = 1 - Beta.regularizedBeta(mean / (size + mean), count + 1, size, 1e-15, 1_000_000);
                assertThat(negativeBinomial(size).atMost(count, eta))
                        .as("%s deviations from %s", z, count)
                        .isEqualTo(expected, offset(1e-6));
            }
        }
        assertThat(negativeBinomial(size).atMost(2e4, 800)).isEqualTo(0, offset(1e-12));
    }

    /** Sums of the probabilities of all counts up to one. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 30, 9e5, 1.1e6, 1e8, 1e12, 1e16, 1e300})
    void atMost_ofNegativeBinomialCounts_isTheirSum(double size) {
        double mean = Math.exp(Math.log(40));
        double probability = Math.exp(-size * Math.log1p(mean / size));
        double sum = 0;
        for (int count = 0; count < 90; count++) {
            sum += probability;
            assertThat(negativeBinomial(size).atMost(count, Math.log(40)))
                    .as("at most %d", count)
                    .isEqualTo(sum, offset(1e-9));
            probability *= (count + size) / (size + mean) * mean / (count + 1);
        }
    }

    /** Means near 2^31, which take no longer than small ones. */
    @Test
    void intervals_ofLargeMeans_areThoseOfTheNormalDistribution() {
        PosteriorMixture eta = new PosteriorMixture(new HashMap<>());
        eta.add(1.0, Math.log(0x1p31), 1e-7, Double.POSITIVE_INFINITY);
        eta.withProbability(1.0);
        double[] interval = new CountMixture(
                        eta,
                        new PoissonLikelihood(new RowLikelihood.Rows(new double[1], new double[1], new double[1]))
                                .moments())
                .interval(0.05);
        double deviation = Math.sqrt(0x1p31 + Math.pow(0x1p31 * 1e-7, 2));
        assertThat(interval[0]).isEqualTo(0x1p31 - 1.6448536 * deviation, offset(5.0));
        assertThat(interval[1]).isEqualTo(0x1p31 + 1.6448536 * deviation, offset(5.0));
    }

    /** A part of the mixture that is far narrower than the distance of the sum's places, at any place between these. */
    @ParameterizedTest
    @ValueSource(doubles = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9})
    void narrowPart_besideAWideOne_hasItsWeight(double shift) {
        PosteriorMixture eta = new PosteriorMixture(new HashMap<>());
        eta.add(0.8, Math.log(1e4) + 0.0156 * shift, 1e-4, Double.POSITIVE_INFINITY);
        eta.add(0.2, Math.log(1e4), 4.0, Double.POSITIVE_INFINITY);
        eta.withProbability(1.0);
        CountMixture counts = new CountMixture(
                eta,
                new PoissonLikelihood(new RowLikelihood.Rows(new double[1], new double[1], new double[1])).moments());
        assertThat(counts.atMost(1e4 * 1.1) - counts.atMost(1e4 * 0.9))
                .as("0.8 and 0.2 of a part of the wide one")
                .isEqualTo(0.8 + 0.2 * 0.1 / 4.0 / Math.sqrt(2 * Math.PI) * 2, offset(0.003));
    }
}
