package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HeldOutDifferenceTest {

    /**
     * The first half prefers the second look, whose data it sees above its samples, and the second half the first look.
     * Both looks are without error for the half that chooses, so that the factor is the largest, 20.
     */
    @Test
    void estimate_scoresEachHalf_byTheChoiceOfTheOther() {
        HeldOutDifference difference = new HeldOutDifference();
        difference.offer(new double[] {-1.0, -1.0, 1.0, 1.0}, new double[] {0.5, 0.7, -1.0, -1.0});
        difference.offer(new double[] {1.0, 1.0, 0.3, 0.1}, new double[] {-1.0, -1.0, 0.2, 0.4});
        HeldOutDifference.Estimate estimate = difference.estimate();
        // 20 times: data 0.3, 0.1, -1, -1; samples 0.2, 0.4, 0.5, 0.7
        assertThat(estimate.mean()).isCloseTo(20.0 * (-0.4 - 0.45), within(1e-9));
        double ofData = (0.49 + 0.25 + 0.36 + 0.36) / 3.0 / 4.0;
        double ofSamples = (0.0625 + 0.0025 + 0.0025 + 0.0625) / 3.0 / 4.0;
        assertThat(estimate.error()).isCloseTo(20.0 * Math.sqrt(ofData + ofSamples), within(1e-9));
        assertThat(estimate.isShown()).isFalse();
    }

    /** A half that sees no difference, or one of the wrong sign, takes the factor 0. */
    @Test
    void halfThatSeesNothing_addsNothing() {
        HeldOutDifference difference = new HeldOutDifference();
        difference.offer(new double[] {-1.0, -2.0, 3.0, 1.0}, new double[] {1.0, 2.0, -1.0, -3.0});
        // the second half has the factor 20, and the first half scores -1, -2 and 1, 2 by it
        assertThat(difference.estimate().mean()).isCloseTo(0.5 * 20.0 * (-1.5 - 1.5), within(1e-9));
    }

    @Test
    void isShown_aboveTwoStandardErrors() {
        assertThat(new HeldOutDifference.Estimate(0.21, 0.1).isShown()).isTrue();
        assertThat(new HeldOutDifference.Estimate(0.2, 0.1).isShown()).isFalse();
        assertThat(new HeldOutDifference.Estimate(0.0, 0.0).isShown()).isFalse();
    }
}
