package dev.lbp.internal.select.average;

import dev.lbp.internal.Sum;
import dev.lbp.internal.html.Numbers;
import java.util.Optional;

/**
 * Whether counts vary as much as their regression says: Pearson's chi-square, the sum of {@code (y - mean)^2 /
 * variance}, divided by its degrees of freedom. It is about 1 if they do.
 *
 * @param ratio chi-square by degrees of freedom
 * @param deviations by how many of its standard deviations, if the regression is right, chi-square is too large
 * @param size of a negative binomial distribution with the variance of these counts, by moments; infinite if they vary
 *     less than Poisson
 * @param isPoisson whether the regression is
 */
public record Dispersion(double ratio, double deviations, double size, boolean isPoisson) {

    /** Errors of coefficients are then a tenth too small: they grow with the root of the ratio. */
    private static final double LARGE = 1.2;

    /** A normal number exceeds it with a probability of 3e-5. */
    private static final double SURE = 4.0;

    /**
     * @param y the counts
     * @param w weights of the rows
     * @param means of the rows
     * @param freedom the number of observations less that of coefficients, > 0
     * @param size of a negative binomial distribution; infinite for Poisson
     */
    public static Dispersion of(double[] y, double[] w, double[] means, double freedom, double size) {
        int n = means.length;
        double[] squares = new double[n];
        double[] variances = new double[n];
        for (int t = 0; t < n; t++) {
            squares[t] = (y[t] - means[t]) * (y[t] - means[t]);
            variances[t] = means[t] + means[t] * means[t] / size;
        }
        double chiSquare = Sum.of(n, t -> w[t] * squares[t] / variances[t]);
        double kurtosis = 2.0 + 6.0 / size; // with 1 / variance, the variance of a term
        double variance = Sum.of(n, t -> w[t] * (kurtosis + 1.0 / variances[t]));
        double more = Sum.of(n, t -> w[t] * (squares[t] - means[t]));
        double fitting = Sum.of(n, t -> w[t] * means[t] * means[t]) / more;
        return new Dispersion(
                chiSquare / freedom,
                (chiSquare - freedom) / Math.sqrt(variance),
                more > 0.0 ? fitting : Double.POSITIVE_INFINITY,
                Double.isInfinite(size));
    }

    /** A line for a summary, if counts vary too much. */
    public Optional<String> note() {
        if (!(ratio > LARGE && deviations > SURE)) {
            return Optional.empty();
        }
        String about = Numbers.format("%.2g", size);
        return Optional.of(Numbers.format("note: counts vary %.2f times as much as ", ratio)
                + (isPoisson
                        ? "Poisson, so errors are too small: use --family negative-binomial:" + about
                                + ", negativeBinomial in Java"
                        : "this size says, so errors are too small: take a smaller one, about " + about));
    }
}
