package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts with a mixture of normal distributions as linear predictor, where sums of a density would fail. */
class CountMixtureTest {

    /** Counts near 100,000, whose own spread is a hundredth of that of their mean. */
    @Test
    void largeCounts_haveTheQuantilesOfTheirMean() {
        StudentTable law = new StudentTable(Double.POSITIVE_INFINITY);
        Mixture eta = new Mixture();
        eta.add(0.4, Math.log(1e5), 0.1, law);
        eta.add(0.6, Math.log(1.1e5), 0.3, law);
        eta.scaledTo(1.0);
        double[] interval = new CountMixture(
                        eta,
                        new PoissonLikelihood(new RowLikelihood.Rows(new double[1], new double[1], new double[1]))
                                .moments())
                .interval(0.05);
        assertThat(interval[0]).isEqualTo(Math.exp(eta.quantile(0.05)), offset(20.0));
        assertThat(interval[1]).isEqualTo(Math.exp(eta.quantile(0.95)), offset(20.0));
    }

    /** A part of the mixture that is far narrower than the distance of the sum's places, at any place between these. */
    @ParameterizedTest
    @ValueSource(doubles = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9})
    void narrowPart_besideAWideOne_hasItsWeight(double shift) {
        StudentTable law = new StudentTable(Double.POSITIVE_INFINITY);
        Mixture eta = new Mixture();
        eta.add(0.8, Math.log(1e4) + 0.0156 * shift, 1e-4, law);
        eta.add(0.2, Math.log(1e4), 4.0, law);
        eta.scaledTo(1.0);
        CountMixture counts = new CountMixture(
                eta,
                new PoissonLikelihood(new RowLikelihood.Rows(new double[1], new double[1], new double[1])).moments());
        assertThat(counts.atMost(1e4 * 1.1) - counts.atMost(1e4 * 0.9))
                .as("0.8 and 0.2 of a part of the wide one")
                .isEqualTo(0.8 + 0.2 * 0.1 / 4.0 / Math.sqrt(2 * Math.PI) * 2, offset(0.003));
    }
}
