package dev.lbp.internal.kernel;

/**
 * An exponential whose result depends, bit for bit, on its argument alone: not on the machine, the compiler, or the
 * number of calls.
 *
 * <p>{@code Math.exp} may round differently once it is compiled, and the JDK's vector exponential does. Either would
 * break "same seed, same draws". This class uses only multiplications, fused multiply-adds and shifts of bits, which
 * are correctly rounded on every machine, so the scalar and the vector form agree bit for bit.
 *
 * <p>Method: {@code x = k ln 2 + r} with integer k and {@code |r| <= ln 2 / 2}; {@code exp(x) = 2^k exp(r)}. exp(r) is
 * the polynomial {@code 1 + r + r^2 (C2 + ... + C11 r^9)}. Its coefficients minimise the largest relative error on the
 * interval, 3.7e-18 (Remez exchange in 60 digits on {@code |r| <= 1.0005 ln 2 / 2}, then rounded). To round to k, a
 * large number is added and subtracted, so that k is in the low bits of the sum. This number includes the exponent's
 * bias, so a shift of those bits gives 2^k. Relative error below 1.2 ulp (tested).
 */
public final class Exp {

    /** For smaller arguments the result is 0: e^-708 is the smallest power that needs no subnormal numbers. */
    public static final double UNDERFLOW = -708.0;

    /** For larger arguments the result is held at e^709, near the largest finite double. */
    public static final double OVERFLOW = 709.0;

    /** 1 / ln 2. */
    public static final double LOG2_E = 1.4426950408889634;

    /** ln 2 in two parts; this one has 32 trailing zero bits, so that k times it is exact. */
    public static final double LN2_HIGH = 0x1.62e42fee00000p-1;

    /** The rest of ln 2. */
    public static final double LN2_LOW = 0x1.a39ef35793c76p-33;

    /** This number puts k + 1023, the exponent field of 2^k, into the low bits of a sum. */
    public static final double ROUND = 0x1.8p52 + 1023;

    /** Replaces arguments below {@link #UNDERFLOW}: its k is -1023, and k + 1023 = 0 is the exponent field of 0. */
    public static final double VANISHING = -709.0;

    public static final double C2 = 0x1.000000000000ap-1;
    public static final double C3 = 0x1.55555555554f9p-3;
    public static final double C4 = 0x1.555555555083ep-5;
    public static final double C5 = 0x1.1111111127d0fp-7;
    public static final double C6 = 0x1.6c16c18438af3p-10;
    public static final double C7 = 0x1.a01a012a0efc6p-13;
    public static final double C8 = 0x1.a01999e2666acp-16;
    public static final double C9 = 0x1.71df25b394ef6p-19;
    public static final double C10 = 0x1.28ad9b82ca457p-22;
    public static final double C11 = 0x1.ad7f3e0b3c705p-26;

    private Exp() {}

    /** e^x: 0 below {@link #UNDERFLOW}, held at e^{@link #OVERFLOW} above it, NaN for NaN. */
    public static double exp(double x) {
        return inRange(x < UNDERFLOW ? VANISHING : x > OVERFLOW ? OVERFLOW : x);
    }

    /** e^x for x from {@link #UNDERFLOW} to {@link #OVERFLOW}; 0 for {@link #VANISHING}, NaN for NaN. */
    static double inRange(double x) {
        double shifted = Math.fma(x, LOG2_E, ROUND); // its low bits are k + 1023, the exponent field of 2^k
        double k = shifted - ROUND;
        double r = Math.fma(-k, LN2_LOW, Math.fma(-k, LN2_HIGH, x)); // e^x = 2^k e^r, |r| at most log(2) / 2
        double p = Math.fma(r, C11, C10);
        p = Math.fma(r, p, C9);
        p = Math.fma(r, p, C8);
        p = Math.fma(r, p, C7);
        p = Math.fma(r, p, C6);
        p = Math.fma(r, p, C5);
        p = Math.fma(r, p, C4);
        p = Math.fma(r, p, C3);
        p = Math.fma(r, p, C2);
        p = Math.fma(r, p, 1.0);
        p = Math.fma(r, p, 1.0);
        return p * Double.longBitsToDouble(Double.doubleToRawLongBits(shifted) << 52);
    }
}
