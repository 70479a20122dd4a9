package dev.lbp.internal.select.likelihood;

import org.apache.commons.math3.special.Erf;

/**
 * Mills' ratio of the normal distribution, {@code R(x) = (1 - Phi(x)) / phi(x)} for x >= 0, from a table of quintic
 * Hermite polynomials: {@code R' = x R - 1} gives the derivatives at the nodes. Beyond the table it is Laplace's
 * continued fraction {@code 1/(x + 1/(x + 2/(x + ...)))}. Relative error below 1e-12.
 */
final class MillsRatio {

    /** log sqrt(2 pi). */
    static final double LOG_NORMALISER = 0.9189385332046727418;

    private static final int PER_UNIT = 64; // nodes of the table for each unit of x
    private static final int LAST = 12; // the x at which the table ends

    /** From here on the continued fraction is better than the library's complementary error function. */
    private static final double FRACTION_FROM = 4.0;

    private static final double[] VALUES = new double[LAST * PER_UNIT + 1];

    static {
        for (int i = 0; i < VALUES.length; i++) {
            double x = (double) i / PER_UNIT;
            VALUES[i] = x < FRACTION_FROM
                    ? 0.5 * Erf.erfc(x * Math.sqrt(0.5)) * StrictMath.exp(0.5 * x * x + LOG_NORMALISER)
                    : fraction(x, 200);
        }
    }

    private MillsRatio() {}

    /** Laplace's continued fraction {@code 1 / (x + 1 / (x + 2 / (x + ...)))}, cut after some terms. */
    private static double fraction(double x, int terms) {
        double below = x;
        for (int k = terms; k >= 1; k--) {
            below = x + k / below;
        }
        return 1.0 / below;
    }

    /** R(x) for x >= 0. */
    static double at(double x) {
        int i = (int) (x * PER_UNIT);
        if (!(i < VALUES.length - 1)) {
            return fraction(x, 30); // beyond the table, where 30 terms are enough
        }
        // With t from 0 to 1 in a piece of the table: the slopes and half the second derivatives at both ends.
        double h = 1.0 / PER_UNIT;
        double left = i * h;
        double right = left + h;
        double r0 = VALUES[i];
        double r1 = VALUES[i + 1];
        double leftSlope = (left * r0 - 1.0) * h;
        double rightSlope = (right * r1 - 1.0) * h;
        double leftHalf = 0.5 * (r0 * h * h + left * leftSlope * h);
        double rightHalf = 0.5 * (r1 * h * h + right * rightSlope * h);
        // What the terms up to t^2 lack at the right end, t = 1. So a t^3 + b t^4 + c t^5 has there
        // a + b + c = value, 3a + 4b + 5c = slope, 6a + 12b + 20c = bend, which is solved for a, b, c.
        double value = r1 - r0 - leftSlope - leftHalf;
        double slope = rightSlope - leftSlope - 2.0 * leftHalf;
        double bend = 2.0 * (rightHalf - leftHalf);
        double t = (x - left) * PER_UNIT;
        double a = 10.0 * value - 4.0 * slope + 0.5 * bend;
        double b = -15.0 * value + 7.0 * slope - bend;
        double c = 6.0 * value - 3.0 * slope + 0.5 * bend;
        return r0 + t * (leftSlope + t * (leftHalf + t * (a + t * (b + t * c))));
    }
}
