package dev.lbp.internal.select.glm;

import dev.lbp.internal.Sum;
import dev.lbp.internal.select.likelihood.Likelihood;
import java.util.Arrays;

/**
 * The constant of a model without variables: the largest likelihood of {@code eta = a + offset} in a. The score, which
 * is the sum of the rows' derivatives, falls in a, so that halving an interval finds its zero at any distance from the
 * {@link Likelihood#typical} eta. Newton's method needs about one step for each unit of distance in the tails of a
 * logistic likelihood or down an exponential mean, and overflows on the way.
 */
final class Intercept {

    private static final int MOST_HALVINGS = 200;

    private final Likelihood likelihood;
    private final Likelihood.Curve curve;
    private final double[] eta;

    private Intercept(Likelihood likelihood) {
        this.likelihood = likelihood;
        this.curve = likelihood.newCurve();
        this.eta = new double[likelihood.rows()];
    }

    /** The constant, to the last digits; O(n) for each of about a hundred evaluations. */
    static double of(Likelihood likelihood) {
        return new Intercept(likelihood).zero();
    }

    private double zero() {
        double low = likelihood.typical();
        double high = low;
        for (double width = 1.0; isBelow(high) && width < Double.MAX_VALUE; width *= 2.0) {
            low = high;
            high += width;
        }
        for (double width = 1.0; !isBelow(low) && width < Double.MAX_VALUE; width *= 2.0) {
            high = low;
            low -= width;
        }
        for (int k = 0; k < MOST_HALVINGS && Math.nextUp(low) < high; k++) {
            double middle = low + 0.5 * (high - low);
            if (isBelow(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether the likelihood grows at this constant. A score that overflows is that of means far too large. */
    private boolean isBelow(double constant) {
        double[] offset = likelihood.offset();
        Arrays.setAll(eta, t -> constant + offset[t]);
        curve.at(eta);
        double sum = Sum.of(curve.score());
        return sum > 0.0;
    }
}
