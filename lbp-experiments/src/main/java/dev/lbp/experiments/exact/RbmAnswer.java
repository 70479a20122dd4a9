package dev.lbp.experiments.exact;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;
import dev.lbp.models.BernoulliRbm;
import java.util.Arrays;

/**
 * The exact answers of an RBM with few hidden units, by enumeration of the hidden states. Given the hidden units, the
 * visible units are independent, so {@code Z = sum_h exp(c.h) prod_i (1 + exp(b_i + sum_j W_ij h_j))}. Hidden states
 * are visited in the order of a Gray code: a change of unit j multiplies the exponential of visible unit i by {@code
 * exp(+-W_ij)}. All exponentials are recomputed every 1,024 states, so that rounding errors do not grow. The cost is
 * {@code 2^hidden * visible}.
 *
 * @param logZ log Z, over all visible states
 * @param marginals P(v_i = 1) of each visible unit
 * @param hidden P(h_j = 1) of each hidden unit
 */
public record RbmAnswer(double logZ, double[] marginals, double[] hidden) {

    private static final int MOST_HIDDEN = 24;

    /**
     * A bound on {@code |b_i| + sum_j |W_ij|}. Its exponential is within the range of a double, with room for rounding.
     */
    private static final double MOST_MAGNITUDE = 300.0;

    /** The number of states after which all exponentials are recomputed. */
    private static final int FRESH = 1 << 10;

    /** A product above this value is replaced by its logarithm. */
    private static final double LARGE = 1e200;

    /**
     * Enumerates the hidden states of a machine.
     *
     * @param model has at most 24 hidden units; for each visible unit, the magnitudes of bias and weights have a sum of
     *     at most 300
     */
    public static RbmAnswer of(BernoulliRbm model) {
        Check.that(model.hidden() <= MOST_HIDDEN, "be at most 24", "model.hidden()", model.hidden());
        double[] bias = model.visibleBias();
        double[][] weights = model.weights();
        for (int i = 0; i < bias.length; i++) {
            double sum =
                    Math.abs(bias[i]) + Arrays.stream(weights[i]).map(Math::abs).sum();
            Check.that(sum <= MOST_MAGNITUDE, "be at most 300", "magnitudes of visible unit " + i, sum);
        }
        return new Enumeration(model).answer();
    }

    /** The state of an enumeration. */
    private static final class Enumeration {

        private final int visible;
        private final int hidden;
        private final double[][] weights;
        private final double[] visibleBias;
        private final double[] hiddenBias;

        /** {@code exp(W_ij)}, [hidden][visible]. */
        private final double[][] factors;

        /** {@code exp(b_i + sum_j W_ij h_j)}. */
        private final double[] odds;

        private final boolean[] on;

        Enumeration(BernoulliRbm model) {
            visible = model.dimension();
            hidden = model.hidden();
            weights = model.weights();
            visibleBias = model.visibleBias();
            hiddenBias = model.hiddenBias();
            factors = new double[hidden][visible];
            for (int i = 0; i < visible; i++) {
                for (int j = 0; j < hidden; j++) {
                    factors[j][i] = Math.exp(weights[i][j]);
                }
            }
            odds = new double[visible];
            on = new boolean[hidden];
        }

        /** Visits all hidden states in the order of the Gray code, in which successive states differ in one unit. */
        RbmAnswer answer() {
            LogSum sum = new LogSum(visible + hidden);
            for (int state = 0; state < 1 << hidden; state++) {
                if (state > 0) {
                    flip(Integer.numberOfTrailingZeros(state)); // the unit that changes in the Gray code
                }
                if (state % FRESH == 0) {
                    refresh();
                }
                double weight = sum.term(logWeight());
                if (weight > 0.0) {
                    addTo(sum, weight);
                }
            }
            double[] means = sum.means();
            return new RbmAnswer(
                    sum.log(), Arrays.copyOf(means, visible), Arrays.copyOfRange(means, visible, visible + hidden));
        }

        /** Changes hidden unit j, and updates the odds of all visible units. */
        private void flip(int j) {
            on[j] = !on[j];
            for (int i = 0; i < visible; i++) {
                odds[i] = on[j] ? odds[i] * factors[j][i] : odds[i] / factors[j][i];
            }
        }

        /** Computes the odds of all visible units again. */
        private void refresh() {
            for (int i = 0; i < visible; i++) {
                double a = visibleBias[i];
                for (int j = 0; j < hidden; j++) {
                    a += on[j] ? weights[i][j] : 0.0;
                }
                odds[i] = Math.exp(a);
            }
        }

        /**
         * The log-weight of the current hidden state h, with the visible units summed out: {@code c.h + sum_i log(1 +
         * odds_i)}, c the hidden biases.
         */
        private double logWeight() {
            double log = Sum.of(hidden, j -> on[j] ? hiddenBias[j] : 0.0);
            double product = 1.0; // of as many factors as fit into a double, because logarithms cost more
            for (double each : odds) {
                double factor = 1.0 + each;
                if (factor > LARGE || product > LARGE / factor) {
                    log += Math.log(product);
                    product = 1.0;
                }
                product *= factor;
            }
            return log + Math.log(product);
        }

        /** Adds P(v_i = 1 | h) and h_j to the weighted sums. */
        private void addTo(LogSum sum, double weight) {
            for (int i = 0; i < visible; i++) {
                sum.add(i, weight, odds[i] / (1.0 + odds[i]));
            }
            for (int j = 0; j < hidden; j++) {
                sum.add(visible + j, weight, on[j] ? 1.0 : 0.0);
            }
        }
    }
}
