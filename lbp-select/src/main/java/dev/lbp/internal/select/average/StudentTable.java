package dev.lbp.internal.select.average;

import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The distribution function of Student's t, or of the normal distribution, as a table of cubic polynomials with its
 * values and densities: a mixture of many thousand of them is evaluated in milliseconds. The error is below 1e-9: a
 * piece of length h has {@code h^4 / 384} times the fourth derivative, which is at most 2.
 */
public final class StudentTable {

    /** Pieces of the table for each unit of x. */
    private static final int PER_UNIT = 64;

    /** The table ends at this x; beyond, the exact function is used. */
    private static final int REACH = 8;

    private final ContinuousDistribution exact;
    /** {@code P(above x)} at the points x = k / PER_UNIT. */
    private final double[] values = new double[PER_UNIT * REACH + 1];

    /** The derivative at each point, times the distance of two points. */
    private final double[] slopes = new double[values.length];

    /** @param freedom > 0, may be infinite */
    public StudentTable(double freedom) {
        this.exact = Double.isInfinite(freedom) ? NormalDistribution.of(0.0, 1.0) : TDistribution.of(freedom);
        for (int k = 0; k < values.length; k++) {
            double x = (double) k / PER_UNIT;
            values[k] = exact.survivalProbability(x);
            slopes[k] = -exact.density(x) / PER_UNIT;
        }
    }

    /** The probability of values up to x. */
    public double cumulative(double x) {
        return x < 0.0 ? survival(-x) : 1.0 - survival(x);
    }

    /** The logarithm of the density, without an error of the table. */
    public double logDensity(double x) {
        return exact.logDensity(x);
    }

    /** The probability of values above x, which is at least 0. */
    private double survival(double x) {
        double place = x * PER_UNIT;
        if (!(place < values.length - 1)) {
            return exact.survivalProbability(x);
        }
        int k = (int) place;
        double t = place - k;
        // The cubic on [0, 1] with the values and slopes of both ends of the piece (Hermite).
        double rise = values[k + 1] - values[k];
        double a = slopes[k] - rise;
        double b = rise - slopes[k + 1];
        return values[k] + t * rise + t * (1.0 - t) * (a * (1.0 - t) + b * t);
    }
}
