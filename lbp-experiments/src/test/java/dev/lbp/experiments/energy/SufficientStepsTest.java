package dev.lbp.experiments.energy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SufficientStepsTest {

    private static final int[] STEPS = {2, 5, 10, 20};
    private static final double[] SMALL = {1.0, 1.0, 1.0, 1.0};

    @Test
    void smallest_allLargerSuffice_isTheFirstOfThem() {
        double[] rising = {-140.0, -108.0, -105.5, -104.0};
        assertThat(SufficientSteps.smallest(STEPS, rising, SMALL, -104.0)).hasValue(5);
        assertThat(SufficientSteps.smallest(STEPS, rising, SMALL, -102.0)).hasValue(10);
        assertThat(SufficientSteps.smallest(STEPS, rising, SMALL, -150.0)).hasValue(2);
    }

    /** 5 would do by itself, but 10 does not. */
    @Test
    void smallest_gapInTheCurve_countsFromItsEnd() {
        double[] dip = {-140.0, -104.0, -120.0, -104.0};
        assertThat(SufficientSteps.smallest(STEPS, dip, SMALL, -104.0)).hasValue(20);
        double[] flat = {-104.0, -104.0, -104.0, -104.0};
        assertThat(SufficientSteps.smallest(STEPS, flat, new double[] {1.0, 20.0, 19.9, 1.0}, -104.0))
                .hasValue(10);
    }

    @Test
    void smallest_largestDoesNot_isNone() {
        double[] diverged = {-104.0, -104.0, -104.0, Double.NaN};
        assertThat(SufficientSteps.smallest(STEPS, diverged, SMALL, -104.0)).isEmpty();
        double[] far = {-104.0, -104.0, -104.0, -110.0};
        assertThat(SufficientSteps.smallest(STEPS, far, SMALL, -104.0)).isEmpty();
        assertThat(SufficientSteps.smallest(STEPS, SMALL, new double[] {1, 1, 1, Double.NaN}, 1.0))
                .isEmpty();
    }
}
