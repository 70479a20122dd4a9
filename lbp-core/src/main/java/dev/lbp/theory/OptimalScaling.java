package dev.lbp.theory;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;
import dev.lbp.internal.kernel.Exp;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Optimal scaling of Metropolis-Hastings on {0,1}^N, after Sun, Dai and Schuurmans (2022), "Optimal Scaling for Locally
 * Balanced Proposals in Discrete Spaces". Equation numbers are those of the paper.
 *
 * <p>For a product target with P(x_j = 1) = p_j the acceptance rate of LBP-R is {@code 2 Phi(-lambda_1 l^(3/2) / 2)}
 * with {@code l = R / N^(2/3)}, and its expected jump distance is R times that. The best R is
 * {@code 1.081 (N / lambda_1)^(2/3)}; the acceptance rate there is 0.574 for every target. For random walks, RWM-R,
 * acceptance is {@code 2 Phi(-lambda_2 R^(1/2) / 2)}, and 0.234 is the best (Theorem 3.8, at beta = 0). Both are limits
 * for large N; on coupled targets they are a guess.
 *
 * <p>An argument out of its range, an empty array and NaN are refused with {@link IllegalArgumentException}, null with
 * {@link NullPointerException}. For all other arguments the answer is a number, unless a method states an exception.
 */
public final class OptimalScaling {

    /** The best acceptance rate of a locally balanced proposal, Corollary 3.2. */
    public static final double LBP_ACCEPTANCE = 0.574;

    /** The best acceptance rate of a random walk, Corollary 3.9. */
    public static final double RWM_ACCEPTANCE = 0.234;

    /**
     * The target acceptance rate of an informed proposal for most effective samples per second, on a model whose steps
     * cost O(R).
     *
     * <p>It is {@link #lbpAcceptancePerTime} at a fixed cost of 0.175. At fixed costs of 0.01 to 0.7 it has at least 91
     * % of the largest jump distance per unit of time, where 0.574 has 62 to 91 %. {@code lbp quickstart} measures
     * effective samples.
     */
    public static final double LBP_LOCAL_ACCEPTANCE = 0.85;

    /**
     * The target acceptance rate of a random walk for most effective samples per second, on a model whose steps cost
     * O(R).
     *
     * <p>It is {@link #rwmAcceptancePerTime} at a fixed cost of 0.24. It has at least 90 % of the largest jump distance
     * per unit of time at fixed costs of 0.06 to 1.
     */
    public static final double RWM_LOCAL_ACCEPTANCE = 0.5;

    /** The power of R in the argument of the normal distribution function, equations 6 and 20. */
    private static final double LBP_POWER = 1.5;

    private static final double RWM_POWER = 0.5;

    /** The number of halvings that make an interval of length 2 one of length 2e-16. */
    private static final int HALVINGS = 53;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0.0, 1.0);

    private OptimalScaling() {}

    /**
     * lambda_1 of equation 7.
     *
     * @param p [N], P(x_j = 1) of each site, each in (0, 1), at least one
     * @param logWeight log g as a function of log t, for a locally balanced g: {@code WeightFunction.BARKER::logWeight}
     */
    public static double lambda1(double[] p, DoubleUnaryOperator logWeight) {
        checkProbabilities(p);
        double[] logOdds = new double[p.length];
        Arrays.setAll(logOdds, j -> Math.log(p[j]) - Math.log1p(-p[j]));
        return lambda1OfLogOdds(logOdds, logWeight);
    }

    /**
     * The spectral gap of the chain of single informed flips on a product target, in the limit of many sites and in
     * units of 1 / N (Zanella 2020, <a href="https://arxiv.org/abs/1711.07424">arXiv:1711.07424</a>, section 3.3):
     *
     * <pre>{@code
     * min_i r_i / mean_i(2 p_i (1 - p_i) r_i),    r_i = g(t_i) + g(1 / t_i),    t_i = p_i / (1 - p_i)
     * }</pre>
     *
     * <p>It is largest for t/(1+t), for which every r_i is 1. At a few sites another weight function may be better.
     *
     * @param p [N], P(x_i = 1) of each site, each in (0, 1), at least one
     * @param logWeight log g as a function of log t, for a locally balanced g
     */
    public static double productGap(double[] p, DoubleUnaryOperator logWeight) {
        checkProbabilities(p);
        double least = Double.POSITIVE_INFINITY;
        double mean = 0.0;
        for (double one : p) {
            double logT = Math.log(one) - Math.log1p(-one);
            double r = Math.exp(logWeight.applyAsDouble(logT)) + Math.exp(logWeight.applyAsDouble(-logT));
            least = Math.min(least, r);
            mean += 2.0 * one * (1.0 - one) * r / p.length;
        }
        return least / mean;
    }

    /**
     * lambda_1 of equation 7, from log-odds {@code log(p_j / (1 - p_j))}. If the target is not a product, use the
     * log-odds of each site given the others at a typical state instead.
     *
     * @param logOdds [N], of each site, at least one; finite or infinite
     * @param logWeight log g as a function of log t, for a locally balanced g
     * @return at least 0; 0 if all log-odds are 0; infinite in the limit of sites that never change, that is if no
     *     log-odds is finite, or one is infinite and g unbounded, or g is 0 everywhere; NaN if {@code logWeight} is NaN
     */
    public static double lambda1OfLogOdds(double[] logOdds, DoubleUnaryOperator logWeight) {
        Check.atLeast(1, "logOdds.length", Check.notNull("logOdds", logOdds).length);
        Check.notNull("logWeight", logWeight);
        for (int j = 0; j < logOdds.length; j++) {
            if (Double.isNaN(logOdds[j])) {
                throw new IllegalArgumentException("must not be NaN: logOdds[" + j + "]=NaN");
            }
        }
        // Both weights of a site are divided by the largest weight of all: lambda_1 does not depend on the scale of g.
        double largest = Arrays.stream(logOdds)
                .map(eta -> logWeight.applyAsDouble(Math.abs(eta)))
                .reduce(Double.NEGATIVE_INFINITY, Math::max);
        if (Double.isInfinite(largest)) {
            return Double.POSITIVE_INFINITY;
        }
        double numerator = 0.0;
        double flow = 0.0;
        for (double eta : logOdds) {
            if (Double.isInfinite(eta)) {
                continue; // in the limit of large |eta| a site adds nothing to numerator and flow
            }
            double one = 1.0 / (1.0 + Exp.exp(-eta));
            double weightAtZero = Exp.exp(logWeight.applyAsDouble(eta) - largest);
            double weightAtOne = Exp.exp(logWeight.applyAsDouble(-eta) - largest);
            double difference = weightAtZero - weightAtOne;
            numerator += one * weightAtOne * difference * difference;
            flow += one * weightAtOne;
        }
        if (flow == 0.0) {
            return Double.POSITIVE_INFINITY;
        }
        // By balance p_j w_j(1) = (1 - p_j) w_j(0), so the expected weight of a site is 2 p_j w_j(1).
        double meanWeight = 2.0 * flow / logOdds.length;
        return Math.sqrt(numerator / (4.0 * meanWeight * meanWeight * flow));
    }

    /**
     * lambda_2 of equation 21 at beta = 0: for probabilities that keep their distance from 1/2 as N grows.
     *
     * @param p [N], P(x_j = 1) of each site, each in (0, 1), at least one
     */
    public static double lambda2(double[] p) {
        return lambda2(p, 0.0);
    }

    /**
     * lambda_2 of equation 21, for probabilities that come near 1/2 as N grows: {@code |p_j - 1/2|} is of the order of
     * {@code N^-beta}.
     *
     * @param p [N], P(x_j = 1) of each site, each in (0, 1), at least one
     * @param beta in [0, 1/2)
     */
    public static double lambda2(double[] p, double beta) {
        checkProbabilities(p);
        checkBeta(beta);
        double sum = Sum.of(p.length, j -> (2.0 * p[j] - 1.0) * (Math.log(p[j]) - Math.log1p(-p[j])));
        return Math.sqrt(2.0 * sum / p.length) * Math.pow(p.length, beta);
    }

    private static void checkBeta(double beta) {
        Check.that(beta >= 0.0 && beta < 0.5, "be in [0, 0.5)", "beta", beta);
    }

    private static void checkProbabilities(double[] p) {
        Check.atLeast(1, "p.length", Check.notNull("p", p).length);
        Check.inOpenUnit("p", p);
    }

    /**
     * The acceptance rate of LBP-R, equation 6.
     *
     * @param lambda1 at least 0, finite
     * @param scale R, at least 0, finite
     * @param dimension N, at least 1
     * @return in [0, 1]
     */
    public static double lbpAcceptance(double lambda1, double scale, int dimension) {
        checkFinite("lambda1", lambda1);
        checkFinite("scale", scale);
        Check.atLeast(1, "dimension", dimension);
        // in this order no partial product is infinite where another is 0
        return 2.0 * NORMAL.cumulativeProbability(-0.5 * (lambda1 * scale * Math.sqrt(scale)) / dimension);
    }

    private static void checkFinite(String name, double value) {
        Check.that(value >= 0.0 && value <= Double.MAX_VALUE, "be finite and >= 0", name, value);
    }

    /** The expected jump distance of LBP-R in sites, equation 8. The arguments are those of {@link #lbpAcceptance}. */
    public static double lbpJumpDistance(double lambda1, double scale, int dimension) {
        return scale * lbpAcceptance(lambda1, scale, dimension);
    }

    /**
     * The acceptance rate of RWM-R, equation 20 at beta = 0: for probabilities that keep their distance from 1/2 as N
     * grows.
     *
     * @param lambda2 at least 0, finite
     * @param scale R, at least 0, finite
     * @return in [0, 1]
     */
    public static double rwmAcceptance(double lambda2, double scale) {
        checkFinite("lambda2", lambda2);
        checkFinite("scale", scale);
        return 2.0 * NORMAL.cumulativeProbability(-0.5 * lambda2 * Math.sqrt(scale));
    }

    /**
     * The acceptance rate of RWM-R, equation 20: with {@code l = R / N^(2 beta)} it is {@code 2 Phi(-lambda_2 sqrt(l) /
     * 2)}. So the best R grows as {@code N^(2 beta)}.
     *
     * @param lambda2 of the same beta, at least 0, finite
     * @param scale R, at least 0, finite
     * @param beta in [0, 1/2), where {@code |p_j - 1/2|} is of the order of {@code N^-beta}
     * @param dimension N, at least 1
     * @return in [0, 1]
     */
    public static double rwmAcceptance(double lambda2, double scale, double beta, int dimension) {
        checkFinite("scale", scale);
        checkBeta(beta);
        Check.atLeast(1, "dimension", dimension);
        return rwmAcceptance(lambda2, scale / Math.pow(dimension, 2.0 * beta));
    }

    /**
     * The expected jump distance of RWM-R in sites. The arguments are those of {@link #rwmAcceptance(double, double)}.
     */
    public static double rwmJumpDistance(double lambda2, double scale) {
        return scale * rwmAcceptance(lambda2, scale);
    }

    /**
     * The scale R that gives LBP-R the acceptance rate {@code acceptance}: equation 6 solved for R. At 0.574 it is the
     * best scale, {@code 1.081 (N / lambda_1)^(2/3)}.
     *
     * @param lambda1 at least 0; may be infinite
     * @param acceptance in (0, 1)
     * @param dimension N, at least 1
     * @return at least 0; infinite if lambda1 is 0, and 0 if it is infinite
     */
    public static double lbpScale(double lambda1, double acceptance, int dimension) {
        Check.notNegative("lambda1", lambda1);
        Check.inOpenUnit("acceptance", acceptance);
        Check.atLeast(1, "dimension", dimension);
        // not 0, where half would be infinite: half of the smallest double is rounded to 0
        double half = -NORMAL.inverseCumulativeProbability(Math.max(0.5 * acceptance, Double.MIN_VALUE));
        return Math.pow(2.0 * half * dimension / lambda1, 2.0 / 3.0);
    }

    /**
     * The acceptance rate of LBP-R with the largest expected jump distance per unit of time, if the time of a step has
     * a fixed part and a part in proportion to R. A step that costs one evaluation of the model at any R has an
     * infinite fixed cost, and its best rate is the paper's, 0.574. If the whole cost of a step is in proportion to R,
     * the fixed cost is 0 and the best rate tends to 1: short steps are rejected less.
     *
     * @param fixedCost the time of the fixed part, in units of the other part at the scale of acceptance 0.574; at
     *     least 0, may be infinite
     * @return in [0.574, 1]
     */
    public static double lbpAcceptancePerTime(double fixedCost) {
        return acceptancePerTime(LBP_POWER, fixedCost);
    }

    /**
     * The acceptance rate of RWM-R with the largest expected jump distance per unit of time, if the time of a step has
     * a fixed part and a part in proportion to R. See {@link #lbpAcceptancePerTime}; the rate of the paper is 0.234.
     *
     * @param fixedCost the time of the fixed part, in units of the other part at the scale of acceptance 0.234; at
     *     least 0, may be infinite
     * @return in [0.234, 1]
     */
    public static double rwmAcceptancePerTime(double fixedCost) {
        return acceptancePerTime(RWM_POWER, fixedCost);
    }

    /**
     * The acceptance rate at the largest jump distance per unit of time, when a step costs {@code c + z}, with c the
     * fixed cost. With acceptance {@code a = 2 Phi(-u)}, u in proportion to R^power, and z = R / R*, the maximum of
     * {@code a z / (c + z)} is where {@code -d log a / d log R = power u phi(u) / Phi(-u)} is equal to
     * {@code c / (c + z)}. R* is the best scale if every step costs the same: c is infinite, and the slope is 1.
     */
    private static double acceptancePerTime(double power, double fixedCost) {
        Check.notNegative("fixedCost", fixedCost);
        double perStep = stationary(power, Double.POSITIVE_INFINITY, 1.0);
        return 2.0 * NORMAL.cumulativeProbability(-stationary(power, fixedCost, perStep));
    }

    /**
     * Solves {@code power u phi(u) / Phi(-u) = c / (c + z)} for u by bisection, with {@code z = (u / u*)^(1 / power)}.
     * The left side ascends in u, and is above 1 at u = 2.
     *
     * @param fixedCost c
     * @param perStep u*, the u at R*
     */
    private static double stationary(double power, double fixedCost, double perStep) {
        double low = 0.0;
        double high = 2.0;
        for (int halving = 0; halving < HALVINGS; halving++) {
            double u = 0.5 * (low + high);
            double slope = power * u * NORMAL.density(u) / NORMAL.cumulativeProbability(-u);
            double z = Math.pow(u / perStep, 1.0 / power);
            if (slope * (1.0 + z / Math.abs(fixedCost)) < 1.0) { // abs because z / -0.0 is -Infinity
                low = u;
            } else {
                high = u;
            }
        }
        return low;
    }
}
