package dev.lbp.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LogZEstimateTest {

    /** Weights e^1000 and 3 e^1000: mean 2, standard deviation sqrt(2), so the mean has the error 1, half of itself. */
    @Test
    void estimate_ofTwoLargeWeights_isAsByHand() {
        LogZEstimate estimate = new LogZEstimate(new double[] {1_000.0, 1_000.0 + Math.log(3.0)});
        assertThat(estimate.logZ()).isCloseTo(1_000.0 + Math.log(2.0), within(1e-12));
        assertThat(estimate.standardError()).isCloseTo(0.5, within(1e-12));
        assertThat(estimate.effectiveSampleSize()).isCloseTo(1.6, within(1e-12));
    }

    @Test
    void estimate_ofEqualWeights_hasNoError() {
        LogZEstimate estimate = new LogZEstimate(new double[] {-3.0, -3.0, -3.0});
        assertThat(estimate.logZ()).isEqualTo(-3.0);
        assertThat(estimate.standardError()).isZero();
        assertThat(estimate.effectiveSampleSize()).isEqualTo(3.0);
        assertThat(estimate.resolution()).isEqualTo(1.0 / 3.0);
        assertThat(estimate.summary())
                .contains("log Z -3.000, standard error below 0.33, 1 / chains; low on average")
                .contains("the weights agree, which cannot show a mode that no chain has found");
    }

    /** With k of 100 weights 1 and the rest negligible, the effective sample size is k. */
    @Test
    void quotable_effectiveSampleSizeUnderAFifth_isRefused() {
        assertThat(counting(20).quotable()).isTrue();
        assertThat(counting(20).summary()).contains("20.0 of 100").contains("verdict: the weights agree");
        assertThat(counting(19).quotable()).isFalse();
        assertThat(counting(19).summary()).contains("19.0 of 100").contains("verdict: not to be quoted");
        assertThat(counting(19).summary()).contains("low on average, so log-likelihoods are high");
    }

    private static LogZEstimate counting(int heavy) {
        double[] logWeights = new double[100];
        Arrays.fill(logWeights, heavy, 100, -800.0);
        return new LogZEstimate(logWeights);
    }

    @Test
    void logWeights_givenAndReturned_areCopies() {
        double[] given = {1.0, 2.0};
        LogZEstimate estimate = new LogZEstimate(given);
        given[0] = 9.0;
        estimate.logWeights()[1] = 9.0;
        assertThat(estimate.logWeights()).containsExactly(1.0, 2.0);
    }

    @Test
    void estimate_ofWrongWeights_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LogZEstimate(new double[1]))
                .withMessage("must be >= 2: logWeights.length=1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LogZEstimate(new double[] {0.0, Double.NaN}))
                .withMessage("must be finite: logWeights[1]=NaN");
    }
}
