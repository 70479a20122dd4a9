package dev.lbp.internal.select.average;

import dev.lbp.internal.Sum;
import dev.lbp.internal.html.Numbers;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.solvers.BrentSolver;

/**
 * Whether counts vary as much as their regression says: Pearson's chi-square, the sum of {@code (y - mean)^2 /
 * variance}, divided by its degrees of freedom. It is about 1 if they do.
 *
 * @param ratio chi-square by degrees of freedom
 * @param deviations by how many standard deviations chi-square exceeds its degrees of freedom, if the regression is
 *     right
 * @param size of a negative binomial distribution under which chi-square equals its degrees of freedom, as that of
 *     {@code theta.mm} of R's MASS; infinite if these counts vary less than Poisson
 * @param assumed the size that the regression has; infinite for Poisson counts
 * @param logSd the standard deviation of the logarithm of the size, if it is estimated; else NaN
 */
public record Dispersion(double ratio, double deviations, double size, double assumed, double logSd) {

    /**
     * The ratio above which a summary has a note. Errors of coefficients grow with its root, so they are then a tenth
     * too small.
     */
    private static final double LARGE = 1.2;

    /**
     * The number of standard deviations above which a summary has a note. A normal number exceeds 4 with probability
     * 3e-5.
     */
    private static final double SURE = 4.0;

    /** The size of a negative binomial distribution that fits is sought from e^-300 to e^300. */
    private static final double MOST_LOG = 300.0;

    private static final int MOST_EVALUATIONS = 1_000;

    /**
     * Compares counts with their means.
     *
     * @param y the counts
     * @param w weights of the rows
     * @param means of the rows
     * @param freedom the number of observations less that of coefficients, > 0
     * @param size of a negative binomial distribution; infinite for Poisson
     * @param logSd the standard deviation of the logarithm of the size; NaN if the size is given
     */
    public static Dispersion of(double[] y, double[] w, double[] means, double freedom, double size, double logSd) {
        DoubleUnaryOperator chiSquareAt = s -> Sum.of(
                y.length, t -> w[t] * (y[t] - means[t]) * (y[t] - means[t]) / (means[t] + means[t] * means[t] / s));
        double chiSquare = chiSquareAt.applyAsDouble(size);
        // A count of variance v has excess kurtosis 6 / size + 1 / v, so its term of chi-square has 2 more as variance.
        double kurtosis = 2.0 + 6.0 / size;
        double variance = Sum.of(y.length, t -> w[t] * (kurtosis + 1.0 / (means[t] + means[t] * means[t] / size)));
        return new Dispersion(
                chiSquare / freedom,
                (chiSquare - freedom) / Math.sqrt(variance),
                fittingSize(chiSquareAt, freedom),
                size,
                logSd);
    }

    /** Whether the size of the negative binomial distribution is estimated from the data, not given. */
    public boolean isEstimated() {
        return !Double.isNaN(logSd);
    }

    /**
     * The size at which chi-square, which rises with the size, equals its degrees of freedom; infinite or 0 if it does
     * not within the range that is searched.
     */
    private static double fittingSize(DoubleUnaryOperator chiSquare, double freedom) {
        DoubleUnaryOperator excess = log -> chiSquare.applyAsDouble(Math.exp(log)) - freedom;
        if (!(excess.applyAsDouble(MOST_LOG) > 0.0)) {
            return Double.POSITIVE_INFINITY;
        }
        return excess.applyAsDouble(-MOST_LOG) < 0.0
                ? Math.exp(new BrentSolver(1e-15, 1e-14)
                        .solve(MOST_EVALUATIONS, excess::applyAsDouble, -MOST_LOG, MOST_LOG))
                : 0.0;
    }

    /** A line for a summary, if counts vary too much. */
    public Optional<String> note() {
        if (!(ratio > LARGE && deviations > SURE)) {
            return Optional.empty();
        }
        String about = Numbers.format("%.2g", size);
        return Optional.of(Numbers.format("note: counts vary %.2f times as much as ", ratio)
                + (Double.isInfinite(assumed) // a Poisson regression
                        ? "Poisson, so errors are too small: use --family negative-binomial, negativeBinomial in Java,"
                                + " whose size is about " + about
                        : "this size says, so errors are too small"
                                + (isEstimated() ? "" : ": take a smaller one, about " + about)));
    }
}
