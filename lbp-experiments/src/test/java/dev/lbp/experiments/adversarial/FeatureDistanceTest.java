package dev.lbp.experiments.adversarial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FeatureDistanceTest {

    /** Four corners scaled to a mean and two deviations: S is diagonal, so that tr sqrt(S S') is a sum. */
    private static double[][] corners(double mean, double first, double second) {
        double[][] rows = new double[4][];
        for (int k = 0; k < 4; k++) {
            rows[k] = new double[] {mean + first * (2 * (k & 1) - 1), second * ((k & 2) - 1)};
        }
        return rows;
    }

    @Test
    void frechet_ofDiagonalCovariances_isTheSumOfSquares() {
        FeatureDistance distance = new FeatureDistance(corners(0.0, 1.0, 2.0));
        // |m - m'|^2 + sum (s - s')^2, with the variances of four points, 4/3 of their squares
        assertThat(distance.frechet(corners(3.0, 2.0, 5.0))).isCloseTo(9.0 + 4.0 / 3.0 * (1.0 + 9.0), within(1e-9));
        assertThat(distance.frechet(corners(0.0, 1.0, 2.0))).isCloseTo(0.0, within(1e-9));
    }

    /** By the definition, on two points each. */
    @Test
    void discrepancy_ofTwoPoints_isThatByHand() {
        FeatureDistance distance = new FeatureDistance(new double[][] {{0.0}, {2.0}});
        double e = Math.E;
        double between = (Math.pow(e, -0.5) + Math.pow(e, -2.0) + Math.pow(e, -0.5) + Math.pow(e, -1.0)) / 4.0;
        assertThat(distance.discrepancy(new double[][] {{1.0}, {4.0}}))
                .isCloseTo(Math.exp(-1.0) + Math.exp(-1.5) - 2.0 * between, within(1e-12));
    }
}
