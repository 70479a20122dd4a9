package dev.lbp.runtime.tempering;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;
import java.util.Arrays;

/**
 * Computes the inverse temperatures {@code 0 = beta_0 < ... < beta_K = 1} of the slots of a ladder.
 *
 * <p>Pair k of the slots k and k + 1 rejects a share r_k of its exchanges. The communication barrier between the
 * reference and {@code beta_k} is {@code Lambda(beta_k) = r_0 + ... + r_{k-1}}. It hardly depends on the slots between.
 * A good schedule has equal shares of the barrier between all neighbours.
 *
 * <p>Source: Syed, Bouchard-Cote, Deligiannidis and Doucet, <i>Non-reversible parallel tempering: a scalable highly
 * parallel MCMC scheme</i>, JRSS B 84, 2022, <a href="https://arxiv.org/abs/1905.02939">arXiv:1905.02939</a>.
 */
public final class TemperatureSchedule {

    /** The least rejection of a pair: with 0 two betas would have the same barrier. */
    private static final double LEAST_REJECTION = 1e-6;

    /** A pair with more rejection has slots so far apart that its rejection no longer measures the distance. */
    private static final double MOST_REJECTION = 0.95;

    private TemperatureSchedule() {}

    /**
     * The schedule {@code 0, 1 / K, ..., 1}.
     *
     * @param slots K + 1, at least 2
     */
    public static double[] linear(int slots) {
        Check.atLeast(2, "slots", slots);
        double[] betas = new double[slots];
        for (int k = 0; k < slots; k++) {
            betas[k] = k / (slots - 1.0);
        }
        return betas;
    }

    /**
     * The schedule with equal shares of the barrier. The curve of beta over the barrier is the monotone cubic of
     * Fritsch and Carlson through the measured points. Cost: O(K + slots).
     *
     * @param betas K + 1 values, strictly ascending from 0 to 1
     * @param rejections the rejection of each pair, K values in [0, 1]; values below 1e-6 count as 1e-6
     * @param slots the number of slots of the new schedule, at least 2
     * @return {@code slots} values, strictly ascending, exactly 0 at the first and 1 at the last
     */
    public static double[] equalised(double[] betas, double[] rejections, int slots) {
        Check.length(betas.length - 1, "rejections", Check.finite("rejections", rejections).length);
        Check.atLeast(2, "slots", slots);
        double[] barriers = new double[betas.length];
        for (int k = 0; k < rejections.length; k++) {
            barriers[k + 1] = barriers[k] + Math.max(LEAST_REJECTION, rejections[k]);
        }
        MonotoneCubic curve = new MonotoneCubic(barriers, betas);
        double[] equalised = new double[slots];
        double total = barriers[rejections.length];
        for (int j = 1; j < slots - 1; j++) {
            equalised[j] = curve.at(total * j / (slots - 1.0));
        }
        equalised[slots - 1] = 1.0;
        separate(equalised);
        return equalised;
    }

    /** Makes the betas differ where rounding made them equal: first upwards, then downwards from the last one. */
    private static void separate(double[] betas) {
        for (int j = 1; j < betas.length - 1; j++) {
            betas[j] = Math.max(betas[j], Math.nextUp(betas[j - 1]));
        }
        for (int j = betas.length - 2; j > 0; j--) {
            betas[j] = Math.min(betas[j], Math.nextDown(betas[j + 1]));
        }
    }

    /**
     * Values at other betas, linear between the neighbours. Below the first known value the result is that value, and
     * above the last beta it is the last value.
     *
     * @param betas K + 1 values, strictly ascending
     * @param values the value at each beta; the first may be NaN, which means unknown
     * @param at the betas of the results
     * @return a value for each of {@code at}
     */
    public static double[] interpolated(double[] betas, double[] values, double[] at) {
        Check.length(betas.length, "values", values.length);
        int first = Double.isNaN(values[0]) ? 1 : 0;
        return Arrays.stream(at)
                .map(beta -> {
                    if (beta <= betas[first]) {
                        return values[first];
                    }
                    int k = Math.min(segment(betas, beta), betas.length - 2);
                    double share = Math.min(1.0, (beta - betas[k]) / (betas[k + 1] - betas[k]));
                    return (1.0 - share) * values[k] + share * values[k + 1];
                })
                .toArray();
    }

    /** The index of the last knot that is at most x; knots are ascending, and the first is at most x. */
    private static int segment(double[] knots, double x) {
        int index = Arrays.binarySearch(knots, x);
        return index >= 0 ? index : -index - 2;
    }

    /** The global communication barrier: the sum of the rejections. */
    public static double barrier(double[] rejections) {
        return Sum.of(rejections);
    }

    /**
     * The advised number of slots: {@code 2 barrier + 1}, rounded up, in [2, most]. A pair with nearly no exchanges
     * adds at most 1 to the barrier, however far apart its slots are. With such a pair the number of slots is doubled,
     * so that the next schedule has most of its slots between the slots of this pair.
     *
     * @param rejections the rejection of each pair, in [0, 1]
     * @param most at least 2
     */
    public static int advised(double[] rejections, int most) {
        boolean hasClosedPair = Arrays.stream(rejections).anyMatch(rejection -> rejection > MOST_REJECTION);
        double advised = Math.ceil(2.0 * barrier(rejections) + 1.0);
        return (int) Math.max(
                2.0, Math.min(hasClosedPair ? Math.max(advised, 2.0 * rejections.length + 1.0) : advised, most));
    }

    /**
     * A cubic between each two knots, with a continuous derivative, that ascends as its knots do.
     *
     * <p>The derivative at a knot is the mean of the two neighbouring secants. Where the derivatives at the ends of a
     * segment, as multiples a and b of its secant, lie outside the circle {@code a^2 + b^2 = 9}, they are scaled back
     * onto it: then the cubic ascends. Source: Fritsch and Carlson, <i>Monotone piecewise cubic interpolation</i>, SIAM
     * J. Numer. Anal. 17, 1980, doi:10.1137/0717021.
     */
    private static final class MonotoneCubic {

        private final double[] x;
        private final double[] y;
        private final double[] slopes;

        MonotoneCubic(double[] x, double[] y) {
            this.x = x;
            this.y = y;
            int last = x.length - 1;
            slopes = new double[x.length];
            slopes[0] = secant(0);
            slopes[last] = secant(last - 1);
            for (int k = 1; k < last; k++) {
                slopes[k] = 0.5 * (secant(k - 1) + secant(k));
            }
            for (int k = 0; k < last; k++) {
                double a = slopes[k] / secant(k);
                double b = slopes[k + 1] / secant(k);
                double length = Math.hypot(a, b);
                if (length > 3.0) { // beyond this bound the cubic might descend
                    slopes[k] *= 3.0 / length;
                    slopes[k + 1] *= 3.0 / length;
                }
            }
        }

        private double secant(int k) {
            return (y[k + 1] - y[k]) / (x[k + 1] - x[k]);
        }

        /**
         * The value at a point between the first knot and the last: Hermite's cubic of its segment, with t in [0, 1].
         */
        double at(double point) {
            int k = Math.min(segment(x, point), x.length - 2);
            double h = x[k + 1] - x[k];
            double t = (point - x[k]) / h;
            double u = 1.0 - t;
            return u * u * ((1.0 + 2.0 * t) * y[k] + t * h * slopes[k])
                    + t * t * ((1.0 + 2.0 * u) * y[k + 1] - u * h * slopes[k + 1]);
        }
    }
}
