package dev.lbp.kernel;

/**
 * An exponential whose bits depend on its argument alone: not on the machine, the compiler, or how often it was called.
 *
 * <p>{@code Math.exp} may give other bits once it is compiled, and the vectorised one of the JDK does; either would break
 * "same seed, same draws". This one is made of multiplications, fused multiply-adds and moves of bits, each of which is
 * correctly rounded everywhere, so that a scalar and a vector form of it agree bit for bit.
 *
 * <p>Method: {@code x = k ln 2 + r} with integer k and {@code |r| <= ln 2 / 2}; {@code exp(x) = 2^k exp(r)}, with exp(r) by
 * its Taylor series to degree 13, whose remainder is below {@code (ln 2 / 2)^14 / 14! < 5e-18}. Rounding to k is by adding
 * and subtracting {@code 1.5 * 2^52}, which leaves k in the low bits of the sum. Relative error below 1.2 ulp (tested).
 */
public final class Exp {

    /** Below it the result is 0: e^-708 is the smallest power that needs no subnormal numbers. */
    public static final double UNDERFLOW = -708.0;

    /** Above it the result is held at e^709, near the largest finite double; weights are scaled so as not to get there. */
    public static final double OVERFLOW = 709.0;

    /** 1 / ln 2. */
    public static final double LOG2_E = 1.4426950408889634;

    /** ln 2 in two parts; this one has 32 trailing zero bits, so that k times it is exact. */
    public static final double LN2_HIGH = 0x1.62e42fee00000p-1;

    /** What is left of ln 2. */
    public static final double LN2_LOW = 0x1.a39ef35793c76p-33;

    /** A number so large that adding it leaves nothing but a whole number, in the low bits of the sum. */
    public static final double ROUND = 0x1.8p52;

    private static final double C3 = 1.0 / 6;
    private static final double C4 = 1.0 / 24;
    private static final double C5 = 1.0 / 120;
    private static final double C6 = 1.0 / 720;
    private static final double C7 = 1.0 / 5040;
    private static final double C8 = 1.0 / 40320;
    private static final double C9 = 1.0 / 362880;
    private static final double C10 = 1.0 / 3628800;
    private static final double C11 = 1.0 / 39916800;
    private static final double C12 = 1.0 / 479001600;
    private static final double C13 = 1.0 / 6227020800L;

    private Exp() {}

    /** The coefficient 1 / k! of the polynomial, for k = 3 to 13. */
    public static double coefficient(int k) {
        double factorial = 1.0;
        for (int i = 2; i <= k; i++) {
            factorial *= i;
        }
        return 1.0 / factorial;
    }

    /** e^x: 0 below {@link #UNDERFLOW}, held at e^{@link #OVERFLOW} above it, NaN for NaN. */
    public static double exp(double x) {
        if (!(x >= UNDERFLOW)) {
            return Double.isNaN(x) ? x : 0.0;
        }
        double clamped = x > OVERFLOW ? OVERFLOW : x;
        double shifted = Math.fma(clamped, LOG2_E, ROUND);
        double k = shifted - ROUND;
        double r = Math.fma(-k, LN2_LOW, Math.fma(-k, LN2_HIGH, clamped));
        double p = Math.fma(r, C13, C12);
        p = Math.fma(r, p, C11);
        p = Math.fma(r, p, C10);
        p = Math.fma(r, p, C9);
        p = Math.fma(r, p, C8);
        p = Math.fma(r, p, C7);
        p = Math.fma(r, p, C6);
        p = Math.fma(r, p, C5);
        p = Math.fma(r, p, C4);
        p = Math.fma(r, p, C3);
        p = Math.fma(r, p, 0.5);
        p = Math.fma(r, p, 1.0);
        p = Math.fma(r, p, 1.0);
        return Double.longBitsToDouble(Double.doubleToRawLongBits(p) + (Double.doubleToRawLongBits(shifted) << 52));
    }
}
