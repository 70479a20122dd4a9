package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class TracesTest {

    @Test
    void checkedDraws_rowsOfDifferentLength_namesTheRow() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Traces.checkedDraws(new double[][] {{1, 2}, {1, 2}, {1}}))
                .withMessage("must be 2 as in traces[0]: traces[2].length=1");
    }

    @Test
    @SuppressWarnings("NullAway") // the nulls are the point
    void checkedDraws_noChain_throws() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Traces.checkedDraws(new double[0][]))
                .withMessage("must be >= 1: traces.length=0");
        assertThatNullPointerException()
                .isThrownBy(() -> Traces.checkedDraws(null))
                .withMessage("must not be null: traces");
        assertThatNullPointerException().isThrownBy(() -> Traces.checkedDraws(new double[][] {{1}, null}));
    }

    @Test
    void split_evenDraws_firstHalvesThenSecondHalves() {
        assertThat(Traces.split(new double[][] {{1, 2, 3, 4}, {5, 6, 7, 8}})).isDeepEqualTo(new double[][] {
            {1, 2}, {5, 6}, {3, 4}, {7, 8}
        });
    }

    @Test
    void split_oddDraws_leavesTheMiddleOneOut() {
        assertThat(Traces.split(new double[][] {{1, 2, 3, 4, 5}})).isDeepEqualTo(new double[][] {{1, 2}, {4, 5}});
    }

    @Test
    void vary_constantOrNotFinite_isFalse() {
        assertThat(Traces.vary(new double[] {1, 1}, new double[] {1, 1})).isFalse();
        assertThat(Traces.vary(new double[] {0.0, -0.0})).isFalse();
        assertThat(Traces.vary(new double[] {1, 2, Double.NaN})).isFalse();
        assertThat(Traces.vary(new double[] {1, 2, Double.NEGATIVE_INFINITY})).isFalse();
        assertThat(Traces.vary(new double[] {1, 1}, new double[] {1, 2})).isTrue();
    }
}
