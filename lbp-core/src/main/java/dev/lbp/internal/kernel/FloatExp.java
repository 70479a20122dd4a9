package dev.lbp.internal.kernel;

/**
 * {@link Exp} in single precision, by the same method and with the same guarantee about bits. The polynomial has degree
 * 6 and a relative error of at most 3.1e-9; with rounding the error is below 0.9 ulp (0.891 is the worst of all
 * floats).
 */
public final class FloatExp {

    /** For smaller arguments the result is 0: e^-87 is the smallest power that needs no subnormal numbers. */
    public static final float UNDERFLOW = -87.0f;

    /** For larger arguments the result is held at e^88, near the largest finite float. */
    public static final float OVERFLOW = 88.0f;

    /** 1 / ln 2. */
    public static final float LOG2_E = 1.442695f;

    /** ln 2, rounded. A fused multiply-add subtracts k times it from x, so it needs no trailing zeros. */
    public static final float LN2_HIGH = 0x1.62e430p-1f;

    /** The rest of ln 2. */
    public static final float LN2_LOW = -0x1.05c610p-29f;

    /** This number puts k + 127, the exponent field of 2^k, into the low bits of a sum. */
    public static final float ROUND = 0x1.8p23f + 127;

    /** Replaces arguments below {@link #UNDERFLOW}: its k is -127, and k + 127 = 0 is the exponent field of 0. */
    public static final float VANISHING = -88.0f;

    public static final float C2 = 0x1.fffffcp-2f;
    public static final float C3 = 0x1.555492p-3f;
    public static final float C4 = 0x1.5558f2p-5f;
    public static final float C5 = 0x1.123a20p-7f;
    public static final float C6 = 0x1.6a23d0p-10f;

    private FloatExp() {}

    /** e^x: 0 below {@link #UNDERFLOW}, held at e^{@link #OVERFLOW} above it, NaN for NaN. */
    public static float exp(float x) {
        return inRange(x < UNDERFLOW ? VANISHING : x > OVERFLOW ? OVERFLOW : x);
    }

    /** e^x for x from {@link #UNDERFLOW} to {@link #OVERFLOW}; 0 for {@link #VANISHING}, NaN for NaN. */
    static float inRange(float x) {
        float shifted = Math.fma(x, LOG2_E, ROUND); // its low bits are k + 127, the exponent field of 2^k
        float k = shifted - ROUND;
        float r = Math.fma(-k, LN2_LOW, Math.fma(-k, LN2_HIGH, x)); // e^x = 2^k e^r, |r| at most log(2) / 2
        float p = Math.fma(r, C6, C5);
        p = Math.fma(r, p, C4);
        p = Math.fma(r, p, C3);
        p = Math.fma(r, p, C2);
        p = Math.fma(r, p, 1.0f);
        p = Math.fma(r, p, 1.0f);
        return p * Float.intBitsToFloat(Float.floatToRawIntBits(shifted) << 23);
    }
}
