package dev.lbp.internal.select.likelihood;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.select.average.PosteriorMixture;
import dev.lbp.internal.select.average.StudentTable;

/**
 * The distribution of a count whose linear predictor has a mixture of normal distributions: a sum over equidistant
 * values of the predictor. Their distance is small beside each normal part and the spread of a count around its mean.
 */
public final class CountMixture {

    /** The values reach this many standard deviations beyond the mean of each part. */
    private static final double REACH = 8.0;

    private static final int MOST_POINTS = 4_096;

    /** The largest step, in standard deviations, for which a sum of densities is the integral, to 1e-8. */
    private static final double CLOSE = 1.0;

    /** Larger counts are not whole numbers as doubles. */
    private static final double LARGEST = 0x1p53;

    private static final StudentTable NORMAL = new StudentTable(Double.POSITIVE_INFINITY);

    private final Likelihood.ResponseMoments moments;
    private final double[] etas;
    private final double[] masses;

    /** @param eta normal parts */
    public CountMixture(PosteriorMixture eta, Likelihood.ResponseMoments moments) {
        this.moments = moments;
        double low = Double.POSITIVE_INFINITY; // the range of eta beyond which no part has mass
        double high = Double.NEGATIVE_INFINITY;
        double narrow = Double.POSITIVE_INFINITY; // the smallest standard deviation of a part
        for (int m = 0; m < eta.size(); m++) {
            low = Math.min(low, eta.place(m) - REACH * eta.scale(m));
            high = Math.max(high, eta.place(m) + REACH * eta.scale(m));
            narrow = Math.min(narrow, eta.scale(m));
        }
        // About the standard deviation of the logarithm of a count where counts are largest: mean^(-1/2).
        double spread = Math.exp(-0.5 * Math.max(0.0, eta.quantile(0.999)));
        // Small beside both widths, unless that would be too many points.
        double step = Math.max(Math.min(0.5 * narrow, 0.25 * spread), (high - low) / MOST_POINTS);
        int points = 1 + (int) Math.ceil((high - low) / step);
        this.etas = new double[points];
        this.masses = new double[points];
        double total = 0.0;
        for (int i = 0; i < points; i++) {
            etas[i] = low + i * step;
            for (int m = 0; m < eta.size(); m++) {
                double z = (etas[i] - eta.place(m)) / eta.scale(m);
                masses[i] += eta.weight(m) * mass(z, step / eta.scale(m));
            }
            total += masses[i];
        }
        for (int i = 0; i < points; i++) {
            masses[i] /= total;
        }
    }

    /**
     * The mass of a normal distribution that one of equidistant places stands for. If places are close, step times
     * density has the smaller error. Else it is the probability between the middles to the neighbouring places.
     */
    private static double mass(double z, double step) {
        return step <= CLOSE
                ? step * Exp.exp(-0.5 * z * z) / Math.sqrt(2.0 * Math.PI)
                : NORMAL.cumulative(z + 0.5 * step) - NORMAL.cumulative(z - 0.5 * step);
    }

    /** The probability of at most this count. */
    double atMost(double count) {
        double sum = 0.0;
        for (int i = 0; i < etas.length; i++) {
            if (masses[i] > 0.0) {
                sum += masses[i] * moments.atMost(count, etas[i]);
            }
        }
        return sum;
    }

    /**
     * The smallest counts x with {@code P(at most x)} of at least {@code tail}, and of at least 1 - {@code tail}.
     *
     * @param tail in (0, 1/2)
     */
    public double[] interval(double tail) {
        return new double[] {quantile(tail), quantile(1.0 - tail)};
    }

    /** The smallest count of at least this probability, by halving an interval. */
    private double quantile(double probability) {
        double low = -1.0;
        double high = 1.0;
        while (atMost(high) < probability) {
            low = high;
            high *= 2.0;
            if (high > LARGEST) {
                return Double.POSITIVE_INFINITY;
            }
        }
        while (high - low > 1.0) {
            double middle = Math.floor(0.5 * (low + high));
            if (atMost(middle) < probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
