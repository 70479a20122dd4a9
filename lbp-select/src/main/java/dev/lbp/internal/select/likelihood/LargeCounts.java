package dev.lbp.internal.select.likelihood;

import dev.lbp.internal.kernel.Exp;
import org.apache.commons.math3.special.Erf;
import org.apache.commons.math3.special.Gamma;

/**
 * Computes the probability of at most a given count, for large counts. The series and the continued fractions of the
 * gamma and beta functions cost O(sqrt(count)); these expansions cost the same for all counts. From {@link #LEAST} on,
 * errors are below 1e-9 for Poisson and below 1e-6 for negative binomial distributions.
 */
final class LargeCounts {

    /** The least count for which the expansions are used. */
    static final double LEAST = 1e4;

    /** From this size on, the continued fraction of the beta function loses digits. */
    static final double LEAST_SIZE = 1e6;

    /** For smaller parameters a gamma function is nearer to a beta function than the normal distribution is. */
    private static final double LARGE_PARAMETER = 150.0;

    /** Below this relative distance of count and mean, functions of it are power series: differences lose digits. */
    private static final double NEAR = 1e-3;

    /** A distance in standard deviations below which the correction is replaced by its limit at 0. */
    private static final double CLOSE = 1e-4;

    private static final double ROOT_OF_2_PI = Math.sqrt(2.0 * Math.PI);

    private LargeCounts() {}

    /**
     * The regularised gamma function {@code Q(count + 1, mean)} by the first term of its uniform expansion (Temme 1979,
     * doi:10.1137/0510071).
     */
    static double poisson(double count, double mean) {
        // Q = erfc(eta sqrt(a / 2)) / 2 + tail (1 / distance - 1 / eta), eta^2 = 2 (distance - log(1 + distance))
        double a = count + 1.0;
        double distance = (mean - a) / a;
        double square = square(distance);
        double eta = Math.copySign(Math.sqrt(square), distance);
        // Near 0 the first terms of the series of 1 / distance - 1 / eta, which would be a difference of large numbers.
        double correction = Math.abs(distance) < NEAR ? eta / 12.0 - 1.0 / 3.0 : 1.0 / distance - 1.0 / eta;
        double tail = Exp.exp(-0.5 * a * square) / Math.sqrt(2.0 * Math.PI * a);
        return within(0.5 * Erf.erfc(eta * Math.sqrt(0.5 * a)) + tail * correction);
    }

    /** The regularised beta function {@code I(size, count + 1)} at {@code size / (size + mean)}. */
    static double negativeBinomial(double count, double mean, double size) {
        return size < LARGE_PARAMETER
                ? byGamma(size, count + 1.0, StrictMath.log1p(size / mean))
                : byNormal(count + 1.0, mean, size);
    }

    /**
     * {@link #negativeBinomial} for any count, and a size of at least {@link #LEAST_SIZE}. For small counts it takes
     * the other tail, {@code 1 - I(count + 1, size)} at {@code mean / (size + mean)}.
     */
    static double nearlyPoisson(double count, double mean, double size) {
        return count < LEAST
                ? 1.0 - byGamma(count + 1.0, size, StrictMath.log1p(mean / size))
                : negativeBinomial(count, mean, size);
    }

    /**
     * The regularised beta function {@code I(a, b)} at {@code 1 - e^-u}, for a much smaller than b: nearly a gamma
     * function of {@code w = (b + (a - 1) / 2) u} (Wise 1950, doi:10.1093/biomet/37.3-4.208), with the next term.
     */
    private static double byGamma(double a, double b, double u) {
        if (u == Double.POSITIVE_INFINITY) {
            return 1.0;
        }
        double n = b + 0.5 * (a - 1.0);
        double w = n * u;
        double density = Exp.exp(a * StrictMath.log(w) - w - Gamma.logGamma(a));
        double correction = density * ((a - 1.0) / n) * ((a + 1.0 + w) / n) / 24.0;
        return within(Gamma.regularizedGammaP(a, w) - correction);
    }

    /**
     * {@link #negativeBinomial} with {@code b = count + 1}, by the first term of the uniform expansion of the beta
     * function in both parameters (Temme 1982, doi:10.1137/0513052).
     */
    private static double byNormal(double b, double mean, double size) {
        // (size + b) times the distance of the place from its mean; at most b, its value where the mean is 0
        double distance = Math.min(size * ((b - mean) / (size + mean)), b);
        double squares = size * square(distance / size) + b * square(-distance / b);
        double z = Math.copySign(Math.sqrt(squares), distance);
        double sum = size + b;
        double deviation = Math.sqrt(size / sum * b);
        // near z = 0 the limit of the difference, whose digits cancel
        double correction = Math.abs(z) < CLOSE ? (b - size) / sum / (3.0 * deviation) : 1.0 / z - deviation / distance;
        return within(0.5 * Erf.erfc(-z * Math.sqrt(0.5)) + Exp.exp(-0.5 * squares) / ROOT_OF_2_PI * correction);
    }

    /** The eta^2 of the expansions, {@code 2 (u - log(1 + u))}; near 0 by its series, which keeps the digits. */
    private static double square(double u) {
        return Math.abs(u) < NEAR
                ? u * u * (1.0 - u * (2.0 / 3.0 - u * (0.5 - u * 0.4)))
                : 2.0 * (u - StrictMath.log1p(u));
    }

    /** Cuts a probability to [0, 1]. */
    private static double within(double probability) {
        return Math.min(Math.max(probability, 0.0), 1.0);
    }
}
