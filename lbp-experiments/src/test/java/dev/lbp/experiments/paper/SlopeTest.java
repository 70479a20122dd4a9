package dev.lbp.experiments.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SlopeTest {

    @Test
    void of_aPower_isItsExponent() {
        double[] x = {100, 1_000, 20_000};
        double[] y = new double[3];
        for (int k = 0; k < 3; k++) {
            y[k] = 2.5 * Math.pow(x[k], 2.0 / 3.0);
        }
        Slope slope = Slope.of(x, y);
        assertThat(slope.slope()).isCloseTo(2.0 / 3.0, within(1e-12));
        assertThat(slope.low()).isCloseTo(2.0 / 3.0, within(1e-6));
        assertThat(slope.high()).isCloseTo(2.0 / 3.0, within(1e-6));
        assertThat(slope.at(500)).isCloseTo(2.5 * Math.pow(500, 2.0 / 3.0), within(1e-9));
    }

    /**
     * Logarithms x = 0, 1, 2, 3 and y = 0, 1, 1, 2: slope 3/5, intercept 1/10, residuals -1, 3, -3, 1 tenths with
     * squares of 0.2 in all; variance 0.1 of a residual, of the slope 0.1 / 5, and t(0.975, 2) = 4.302653.
     */
    @Test
    void of_fourPoints_hasTheIntervalByHand() {
        double e = Math.E;
        Slope slope = Slope.of(new double[] {1, e, e * e, e * e * e}, new double[] {1, e, e, e * e});
        double half = 4.302653 * Math.sqrt(0.1 / 5.0);
        assertThat(slope.slope()).isCloseTo(0.6, within(1e-12));
        assertThat(slope.intercept()).isCloseTo(0.1, within(1e-12));
        assertThat(slope.low()).isCloseTo(0.6 - half, within(1e-6));
        assertThat(slope.high()).isCloseTo(0.6 + half, within(1e-6));
        assertThat(slope).hasToString("0.600 [-0.008, 1.208]");
    }

    @Test
    void of_twoPoints_hasNoInterval() {
        Slope slope = Slope.of(new double[] {1, 10}, new double[] {3, 30});
        assertThat(slope.slope()).isCloseTo(1.0, within(1e-12));
        assertThat(slope.low()).isNaN();
        assertThat(slope).hasToString("1.000");
    }

    @Test
    void of_onePoint_isRefused() {
        assertThatThrownBy(() -> Slope.of(new double[] {1}, new double[] {1})).hasMessage("must be >= 2: x.length=1");
    }
}
