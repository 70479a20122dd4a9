package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Serialized;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** A Gaussian proposal: its density to the last digits, its draws, its serialised form. */
class GaussianProposalTest {

    /** A sum in float is off by 1e-3 or more here. */
    @Test
    void logProb_ofManyCoordinates_isThatOfExactSums() {
        int d = 8_000;
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(8);
        double[] means = random.doubles(d).toArray();
        double[] deviations = random.doubles(d).map(u -> 0.01 + 0.1 * u).toArray();
        double[] point = new double[d];
        GaussianProposal q = GaussianProposal.of(means, deviations);
        q.draw(random, point);
        BigDecimal sum = BigDecimal.ZERO;
        for (int j = 0; j < d; j++) {
            double z = (point[j] - means[j]) / deviations[j];
            sum = sum.subtract(BigDecimal.valueOf(0.5 * z * z)).subtract(BigDecimal.valueOf(Math.log(deviations[j])));
        }
        double expected = sum.round(MathContext.DECIMAL64).doubleValue() - 0.5 * d * Math.log(2.0 * Math.PI);
        assertThat(q.logProb(point)).isCloseTo(expected, within(1e-8));
    }

    @Test
    void density_hasIntegralOne() {
        GaussianProposal q = GaussianProposal.of(new double[] {1.0}, new double[] {0.3});
        double integral = 0.0;
        for (double x = -3.0; x < 5.0; x += 1e-3) {
            integral += 1e-3 * Math.exp(q.logProb(new double[] {x}));
        }
        assertThat(integral).isCloseTo(1.0, within(1e-9));
    }

    /** 20,000 draws: six standard errors of the mean are .013, of the deviation .009; failure below 1e-8. */
    @Test
    void draws_haveMeansAndDeviations() {
        GaussianProposal q = GaussianProposal.of(new double[] {1.0, -2.0}, new double[] {0.3, 0.1});
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1);
        int draws = 20_000;
        double[] point = new double[2];
        double[] sums = new double[2];
        double[] squares = new double[2];
        for (int t = 0; t < draws; t++) {
            q.draw(random, point);
            for (int j = 0; j < 2; j++) {
                sums[j] += point[j] / draws;
                squares[j] += point[j] * point[j] / draws;
            }
        }
        for (int j = 0; j < 2; j++) {
            assertThat(sums[j]).isCloseTo(q.means()[j], within(0.013));
            assertThat(Math.sqrt(squares[j] - sums[j] * sums[j])).isCloseTo(q.deviations()[j], within(0.009));
        }
    }

    @Test
    void serialised_scoresTheSame() throws Exception {
        GaussianProposal q = GaussianProposal.of(new double[] {1.0, -2.0}, new double[] {0.3, 0.1});
        GaussianProposal copy = Serialized.copy(q);
        double[] point = {0.7, -2.1};
        assertThat(copy.logProb(point)).isEqualTo(q.logProb(point));
        assertThat(copy).hasToString("Gaussian proposal of 2 coordinates");
        assertThat(Arrays.equals(copy.means(), q.means())).isTrue();
    }

    @Test
    void badArguments_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GaussianProposal.of(new double[] {0.0}, new double[] {0.0}))
                .withMessage("must be finite and > 0: deviations[0]=0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GaussianProposal.of(new double[] {0.0}, new double[] {1.0, 1.0}))
                .withMessageContaining("must have length 1: deviations");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GaussianProposal.of(new double[] {Double.NaN}, new double[] {1.0}))
                .withMessage("must be finite: means[0]=NaN");
    }
}
