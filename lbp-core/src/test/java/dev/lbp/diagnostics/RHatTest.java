package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RHatTest {

    @Test
    void of_independentDraws_isNearOne() {
        // False failure: over the seeds 0 to 3,999 the range is 0.99996 to 1.00016 with four chains (sd 0.00003),
        // 0.99995 to 1.00056 with one (sd 0.00008), so below 3 / 4000 at 95 % confidence; 1.01 is 100 standard
        // deviations away.
        assertThat(RHat.of(TestTraces.independent(60, 4, 20_000))).isBetween(0.999, 1.01);
        assertThat(RHat.of(TestTraces.independent(61, 1, 20_000))).isBetween(0.999, 1.01);
    }

    @Test
    void of_oneChainAtAnotherLevel_isFarAboveTheThreshold() {
        // Five standard deviations between the levels, 4,000 draws: no false failure to speak of.
        double[][] traces = TestTraces.add(TestTraces.independent(62, 4, 1000), 0, 0, 5, 0);
        assertThat(RHat.of(traces)).isGreaterThan(1.3);
    }

    @Test
    void of_oneChainOfAnotherSpread_isFarAboveTheThreshold() {
        // The same centres: only the distances to the median show it. A spread ten times as large: as above.
        double[][] traces = TestTraces.independent(63, 4, 1000);
        Arrays.setAll(traces[2], t -> 10 * traces[2][t]);
        assertThat(RHat.of(traces)).isGreaterThan(1.1);
    }

    @Test
    void of_oneChainThatDrifts_isFarAboveTheThreshold() {
        double[][] traces = TestTraces.independent(64, 1, 1000);
        Arrays.setAll(traces[0], t -> traces[0][t] + 0.005 * t); // five standard deviations from end to end
        assertThat(RHat.of(traces)).isGreaterThan(1.3);
    }

    @Test
    void of_chainsThatStandStillAtLevelsOfTheirOwn_isInfinite() {
        double[][] two = TestTraces.add(TestTraces.constant(2, 100, 0.1), 0, 0.7);
        assertThat(RHat.of(two)).isInfinite();
        double[][] four = TestTraces.add(TestTraces.constant(4, 100, 0.1), 0, 0.7, 0, 1.3);
        assertThat(RHat.of(four)).isInfinite();
    }

    @Test
    void of_twoValuesEquallyOften_comparesCentresAlone() {
        double[][] traces = {{0, 1, 1, 0, 1, 0, 0, 1}, {1, 0, 0, 1, 0, 1, 1, 0}};
        assertThat(RHat.of(traces)).isEqualTo(Math.sqrt(0.75)); // all four halves have the mean 1/2
    }

    @Test
    void of_constantTrace_isNaN() {
        assertThat(RHat.of(TestTraces.constant(4, 100, 0.1))).isNaN();
    }

    @Test
    void of_onlyTheMiddleDrawDiffers_isNaN() {
        double[][] traces = TestTraces.constant(1, 21, 1);
        traces[0][10] = 2;
        assertThat(RHat.of(traces)).isNaN();
    }

    @Test
    void of_valueNotFinite_isNaN() {
        double[][] traces = TestTraces.independent(65, 2, 50);
        traces[1][7] = Double.NEGATIVE_INFINITY;
        assertThat(RHat.of(traces)).isNaN();
    }

    @Test
    void of_underTwoDrawsPerHalf_isNaN() {
        for (int draws = 0; draws < 4; draws++) {
            assertThat(RHat.of(TestTraces.independent(66, 4, draws))).isNaN();
        }
        assertThat(RHat.of(TestTraces.independent(66, 4, 4))).isFinite();
    }

    @Test
    void of_wrongShape_throws() {
        assertThatIllegalArgumentException().isThrownBy(() -> RHat.of(new double[][] {{1, 2}, {1}}));
    }
}
