package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FloatExpTest {

    /** The bound that the class promises. */
    private static final double ULP = 0.9;

    /** One float in this many is tried. With 1, which takes a minute, the worst error is 0.891, with 61 it is 0.881. */
    private static final int STRIDE = 61;

    @Test
    void exp_wholeRange_isWithinItsBound() {
        assertThat(worstError(FloatExp.OVERFLOW, 0)).isLessThan(ULP);
        assertThat(worstError(-FloatExp.UNDERFLOW, Integer.MIN_VALUE)).isLessThan(ULP);
    }

    /** StrictMath is within an ulp of a double, 2^-29 of a float's: exact enough to measure by. */
    private static double worstError(float bound, int sign) {
        double worst = 0.0;
        for (int bits = 0; bits <= Float.floatToRawIntBits(bound); bits += STRIDE) {
            float x = Float.intBitsToFloat(bits | sign);
            double exact = StrictMath.exp(x);
            worst = Math.max(worst, Math.abs(FloatExp.exp(x) - exact) / Math.ulp((float) exact));
        }
        return worst;
    }

    @Test
    void exp_edges_saturates() {
        assertThat(FloatExp.exp(0.0f)).isEqualTo(1.0f);
        assertThat(FloatExp.exp(-0.0f)).isEqualTo(1.0f);
        assertThat(FloatExp.exp(Float.MIN_VALUE)).isEqualTo(1.0f);
        assertThat(FloatExp.exp(FloatExp.UNDERFLOW)).isGreaterThanOrEqualTo(Float.MIN_NORMAL);
        assertThat(FloatExp.exp(Math.nextDown(FloatExp.UNDERFLOW))).isZero();
        assertThat(FloatExp.exp(-1e30f)).isZero();
        assertThat(FloatExp.exp(Float.NEGATIVE_INFINITY)).isZero();
        assertThat(FloatExp.exp(Math.nextUp(FloatExp.OVERFLOW))).isEqualTo(FloatExp.exp(FloatExp.OVERFLOW));
        assertThat(FloatExp.exp(Float.POSITIVE_INFINITY)).isEqualTo(FloatExp.exp(FloatExp.OVERFLOW));
        assertThat(FloatExp.exp(FloatExp.OVERFLOW)).isLessThan(Float.MAX_VALUE);
        assertThat(FloatExp.exp(Float.NaN)).isNaN();
    }
}
