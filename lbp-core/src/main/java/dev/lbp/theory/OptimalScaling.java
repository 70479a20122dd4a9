package dev.lbp.theory;

import dev.lbp.internal.Check;
import dev.lbp.kernel.Exp;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Optimal scaling of Metropolis-Hastings on {0,1}^N, after Sun, Dai and Schuurmans (2022), "Optimal Scaling for Locally
 * Balanced Proposals in Discrete Spaces". Equation numbers are theirs.
 *
 * <p>For a product target with P(x_j = 1) = p_j the acceptance rate of LBP-R is {@code 2 Phi(-lambda_1 l^(3/2) / 2)} with
 * {@code l = R / N^(2/3)}, and its expected jump distance R times that. The best R is {@code 1.081 (N / lambda_1)^(2/3)},
 * where the acceptance rate is 0.574 whatever the target. For random walks, RWM-R, acceptance is
 * {@code 2 Phi(-lambda_2 R^(1/2) / 2)}, best at 0.234. Both are limits for large N; on coupled targets they serve as a guess.
 */
public final class OptimalScaling {

    /** The best acceptance rate of a locally balanced proposal, Corollary 3.2. */
    public static final double LBP_ACCEPTANCE = 0.574;

    /** The best acceptance rate of a random walk, Corollary 3.9. */
    public static final double RWM_ACCEPTANCE = 0.234;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0.0, 1.0);

    private OptimalScaling() {}

    /**
     * lambda_1 of equation 7.
     *
     * @param p P(x_j = 1) of each site, each in (0, 1)
     * @param logWeight log g as a function of log t, for a locally balanced g: {@code WeightFunction.BARKER::logWeight}
     */
    public static double lambda1(double[] p, DoubleUnaryOperator logWeight) {
        double[] logOdds = new double[p.length];
        for (int j = 0; j < p.length; j++) {
            Check.inOpenUnit("p[" + j + "]", p[j]);
            logOdds[j] = Math.log(p[j]) - Math.log1p(-p[j]);
        }
        return lambda1OfLogOdds(logOdds, logWeight);
    }

    /**
     * lambda_1 of equation 7, from log-odds {@code log(p_j / (1 - p_j))}. Of a target that is no product, the log-odds of
     * each site given the others at a typical state are a stand-in.
     *
     * @param logOdds of each site; finite or infinite
     * @param logWeight log g as a function of log t, for a locally balanced g
     * @return at least 0; 0 if all log-odds are 0
     */
    public static double lambda1OfLogOdds(double[] logOdds, DoubleUnaryOperator logWeight) {
        // Both weights of a site are scaled by the largest there is: lambda_1 does not depend on the scale of g.
        double largest = Double.NEGATIVE_INFINITY;
        for (double eta : logOdds) {
            largest = Math.max(largest, logWeight.applyAsDouble(Math.abs(eta)));
        }
        double numerator = 0.0;
        double flow = 0.0;
        for (double eta : logOdds) {
            double one = 1.0 / (1.0 + Exp.exp(-eta));
            double weightAtZero = Exp.exp(logWeight.applyAsDouble(eta) - largest);
            double weightAtOne = Exp.exp(logWeight.applyAsDouble(-eta) - largest);
            double difference = weightAtZero - weightAtOne;
            numerator += one * weightAtOne * difference * difference;
            flow += one * weightAtOne;
        }
        if (numerator == 0.0) {
            return 0.0;
        }
        // By balance p_j w_j(1) = (1 - p_j) w_j(0), so the expected weight of a site is 2 p_j w_j(1).
        double meanWeight = 2.0 * flow / logOdds.length;
        return Math.sqrt(numerator / (4.0 * meanWeight * meanWeight * flow));
    }

    /**
     * lambda_2 of equation 21 at beta = 0.
     *
     * @param p P(x_j = 1) of each site, each in (0, 1)
     */
    public static double lambda2(double[] p) {
        double sum = 0.0;
        for (int j = 0; j < p.length; j++) {
            Check.inOpenUnit("p[" + j + "]", p[j]);
            sum += (2.0 * p[j] - 1.0) * (Math.log(p[j]) - Math.log1p(-p[j]));
        }
        return Math.sqrt(2.0 * sum / p.length);
    }

    /** The acceptance rate of LBP-R, equation 6. */
    public static double lbpAcceptance(double lambda1, double scale, int dimension) {
        return 2.0 * NORMAL.cumulativeProbability(-0.5 * lambda1 * Math.pow(scale, 1.5) / dimension);
    }

    /** The expected jump distance of LBP-R, equation 8. */
    public static double lbpJumpDistance(double lambda1, double scale, int dimension) {
        return scale * lbpAcceptance(lambda1, scale, dimension);
    }

    /** The acceptance rate of RWM-R, equation 20 at beta = 0. */
    public static double rwmAcceptance(double lambda2, double scale) {
        return 2.0 * NORMAL.cumulativeProbability(-0.5 * lambda2 * Math.sqrt(scale));
    }

    /** The expected jump distance of RWM-R. */
    public static double rwmJumpDistance(double lambda2, double scale) {
        return scale * rwmAcceptance(lambda2, scale);
    }

    /**
     * The scale at which LBP-R has a given acceptance rate, equation 6 solved for R; at 0.574 it is the best one,
     * {@code 1.081 (N / lambda_1)^(2/3)}.
     *
     * @param acceptance in (0, 1)
     * @return infinite if lambda1 is 0
     */
    public static double lbpScale(double lambda1, double acceptance, int dimension) {
        Check.inOpenUnit("acceptance", acceptance);
        double half = -NORMAL.inverseCumulativeProbability(0.5 * acceptance);
        return Math.pow(2.0 * half * dimension / lambda1, 2.0 / 3.0);
    }
}
