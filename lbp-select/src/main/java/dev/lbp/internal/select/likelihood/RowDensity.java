package dev.lbp.internal.select.likelihood;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.special.Gamma;

/**
 * The predictive density of one row's response, where its linear predictor is normal:
 *
 * <pre>{@code integral of e^l(eta) N(eta; location, deviation^2) d eta}</pre>
 *
 * by the trapezoidal rule around the mode of the integrand, whose logarithm is concave. For a normal integrand of
 * standard deviation w, a step h leaves a relative error of {@code 2 exp(-2 (pi w / h)^2)}; the integrands of counts
 * are bounded where the imaginary part of eta is below pi/2, which leaves about {@code exp(-pi^2 / h)}. So steps are at
 * most w/2 and 0.4, and errors below 1e-10.
 */
public final class RowDensity {

    /** The largest step of the trapezoidal rule as a part of w, the standard deviation of the integrand. */
    private static final double PART = 0.5;

    private static final double MOST_STEP = 0.4;

    /** Where the logarithm of the integrand is this much below its largest value, the sum ends. */
    private static final double NEGLIGIBLE = -45.0;

    /** The largest error of the mode as a part of w, the standard deviation of the integrand. */
    private static final double NEAR = 0.05;

    private static final int MOST_HALVINGS = 200;

    private final RowLikelihood row;
    private final double logLargest;
    private final double[] eta = new double[1];
    private final double[] score = new double[1];
    private final double[] curvature = new double[1];

    /**
     * @param row a likelihood of one row
     * @param logLargest the log-probability of its response where the log-likelihood is 0
     */
    RowDensity(RowLikelihood row, double logLargest) {
        this.row = row;
        this.logLargest = logLargest;
    }

    /** The logarithm of the density, with the mean and the standard deviation of the linear predictor. */
    public double log(double location, double deviation) {
        if (deviation == 0.0) {
            return logLargest + logLikelihoodAt(location);
        }
        double precision = 1.0 / (deviation * deviation);
        double mode = mode(location, deviation);
        DoubleUnaryOperator log = x -> logLikelihoodAt(x) - 0.5 * precision * (x - location) * (x - location);
        double peak = log.applyAsDouble(mode);
        double step = Math.min(MOST_STEP, PART / Math.sqrt(curvature[0] + precision));
        double sum = 1.0; // of the terms relative to the one at the mode, from there to both sides
        for (int sign = -1; sign <= 1; sign += 2) {
            double term = 0.0;
            for (int i = 1; term > NEGLIGIBLE; i++) {
                term = log.applyAsDouble(mode + sign * i * step) - peak;
                sum += Math.exp(term);
            }
        }
        return logLargest + peak + Math.log(sum * step / deviation) - 0.5 * Math.log(2.0 * Math.PI);
    }

    private double logLikelihoodAt(double x) {
        eta[0] = x;
        return row.evaluate(eta, score, curvature);
    }

    /** The derivative of the integrand's logarithm at x; it falls with x. */
    private double slope(double x, double location, double precision) {
        logLikelihoodAt(x);
        return score[0] - precision * (x - location);
    }

    /**
     * The x at which the slope is about 0. It lies between the location and an x with a slope of the other sign, which
     * doubling finds. Leaves the log-likelihood's curvature at a point near the mode in {@link #curvature}.
     */
    private double mode(double location, double deviation) {
        double precision = 1.0 / (deviation * deviation);
        double sign = Math.signum(slope(location, location, precision));
        double near = location;
        double reach = deviation;
        while (sign * slope(location + sign * reach, location, precision) > 0.0) {
            near = location + sign * reach;
            reach *= 2.0;
        }
        double far = location + sign * reach;
        for (int k = 0; k < MOST_HALVINGS && Math.abs(far - near) > 0.0; k++) {
            double middle = 0.5 * (near + far);
            if (sign * slope(middle, location, precision) > 0.0) {
                near = middle;
            } else {
                far = middle;
            }
            // curvature[0] is that at `middle`: slope() has written it
            if (Math.abs(far - near) < NEAR / Math.sqrt(curvature[0] + precision)) {
                break;
            }
        }
        return 0.5 * (near + far);
    }

    /**
     * The binomial log-probability of {@code ones} successes and {@code zeros} failures, if the probability of a
     * success is {@code ones / (ones + zeros)}: by Stirling's formula and its error.
     */
    static double logLargest(double ones, double zeros) {
        return ones == 0.0 || zeros == 0.0
                ? 0.0
                : stirling(ones + zeros)
                        - stirling(ones)
                        - stirling(zeros)
                        + 0.5 * (Math.log((ones + zeros) / ones) - Math.log(2.0 * Math.PI * zeros));
    }

    /** The log-probability of a Poisson count whose mean is the count. */
    static double logLargest(double count) {
        return count == 0.0 ? 0.0 : -stirling(count) - 0.5 * Math.log(2.0 * Math.PI * count);
    }

    /** {@code log x! - ((x + 1/2) log x - x + log(2 pi) / 2)}, the error of Stirling's formula (Loader 2000). */
    private static double stirling(double x) {
        if (x < 16.0) {
            return Gamma.logGamma(x + 1.0) - (x + 0.5) * Math.log(x) + x - 0.5 * Math.log(2.0 * Math.PI);
        }
        double square = 1.0 / (x * x);
        return (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680))) / x;
    }
}
