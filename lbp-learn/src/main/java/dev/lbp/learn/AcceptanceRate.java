package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.internal.Order;
import dev.lbp.internal.Sum;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The acceptance rate of an independent proposal q in a chain with the stationary distribution p, and bounds of the
 * rate.
 *
 * <p>With {@code w = p / q} a proposal x' at x has the ratio {@code xi = w(x') / w(x)}. The acceptance rate is {@code E
 * min(1, xi) = 2 P(xi > 1) + P(xi = 1)} over independent x from p and x' from q, because swapping x and x' turns xi
 * into 1 / xi. The second form has no heavy tail, and needs p and q only up to constants. Source: Neklyudov, Shvechikov
 * and Vetrov, Metropolis-Hastings view on variational inference and adversarial training, arXiv:1810.07151, 2018.
 *
 * @param acceptance the acceptance rate, in [0, 1]
 * @param divergence {@code KL(q || p) + KL(p || q)}, at least 0 except for noise; infinite if q draws states of
 *     probability 0 under p
 * @param lowerBound {@code 1 - sqrt(divergence / 2)}, which is at most the acceptance (Pinsker). It is negative for
 * many useful q, so a low value is no reason to reject q
 * @param importanceEss {@code (sum w)^2 / sum w^2} over the draws of q, divided by their number, in [0, 1]: the
 *     effective draws per draw of q in importance sampling of p. It is 0 if q drew only states of probability 0 under
 *     p, and does not count a mode that q has never drawn
 */
public record AcceptanceRate(double acceptance, double divergence, double lowerBound, double importanceEss) {

    /**
     * Estimates the rate from K draws of the target. Draws K states from q, and compares all pairs in O(K log K).
     *
     * @param draws [K][N] draws of the model's distribution, at least one; they may be correlated, which adds noise
     *     only
     * @param seed for the draws of q
     * @throws IllegalArgumentException if the dimensions differ, or a draw of the target is impossible under the model
     * @throws IllegalStateException if q or the model returns NaN or positive infinity, or negative infinity for a draw
     *     of q from q itself
     */
    public static AcceptanceRate estimate(EnergyModel model, StateDistribution q, byte[][] draws, long seed) {
        byte[][] ofTarget = LogProbs.checkedDraws(model, q, draws);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        byte[][] ofProposal = new byte[draws.length][q.dimension()];
        for (byte[] state : ofProposal) {
            q.draw(random, state);
        }
        double[] atTarget = LogProbs.ofDraws(model, ofTarget);
        double[] atProposal = LogProbs.of(model, ofProposal);
        for (int k = 0; k < draws.length; k++) {
            atTarget[k] -= LogProbs.checked("q.logProb()", q.logProb(ofTarget[k]));
            double own = LogProbs.checked("q.logProb()", q.logProb(ofProposal[k]));
            if (own == Double.NEGATIVE_INFINITY) {
                throw new IllegalStateException("must score its own draw as possible: q.logProb()=" + own);
            }
            atProposal[k] -= own;
        }
        return estimate(atTarget, atProposal);
    }

    /**
     * Estimates the rate from values of {@code log w = log p - log q}, up to one constant for all values.
     *
     * @param ofTarget log w at draws of p, at least one; finite, or infinite where q is 0
     * @param ofProposal log w at draws of q, at least one; finite, or negative infinity where p is 0
     */
    public static AcceptanceRate estimate(double[] ofTarget, double[] ofProposal) {
        checkWeights("ofTarget", ofTarget, Double.NEGATIVE_INFINITY, "finite or Infinity");
        checkWeights("ofProposal", ofProposal, Double.POSITIVE_INFINITY, "finite or -Infinity");
        return weighted(ofTarget, equalShares(ofTarget.length), ofProposal, equalShares(ofProposal.length));
    }

    /**
     * Checks values of log w.
     *
     * @param wrong the infinity that is refused
     * @param right what the values must be, in words
     */
    private static void checkWeights(String name, double[] logWeights, double wrong, String right) {
        Check.atLeast(1, name + ".length", Check.notNull(name, logWeights).length);
        for (int k = 0; k < logWeights.length; k++) {
            boolean sound = !Double.isNaN(logWeights[k]) && logWeights[k] != wrong;
            Check.that(sound, "be " + right, name + "[" + k + "]", logWeights[k]);
        }
    }

    private static double[] equalShares(int count) {
        double[] shares = new double[count];
        Arrays.fill(shares, 1.0 / count);
        return shares;
    }

    /**
     * The rate from log w at states of p and of q. The probabilities {@code p} of the first states add up to 1, and so
     * do the probabilities {@code q} of the other states. The rate is exact if all states are given.
     */
    static AcceptanceRate weighted(double[] ofTarget, double[] p, double[] ofProposal, double[] q) {
        double divergence = mean(ofTarget, p) - mean(ofProposal, q);
        // the lower bound by Pinsker's inequality; noise may take the divergence below 0
        return new AcceptanceRate(
                acceptance(ofTarget, p, ofProposal, q),
                divergence,
                1.0 - Math.sqrt(Math.max(0.0, divergence) / 2.0),
                importanceEss(ofProposal, q));
    }

    /** The mean of {@link #acceptanceTerms} by the probabilities q. Rounding could take it above 1. */
    private static double acceptance(double[] ofTarget, double[] p, double[] ofProposal, double[] q) {
        double[] accepted = acceptanceTerms(ofTarget, p, ofProposal);
        double rate = Sum.of(accepted.length, k -> q[k] * accepted[k]);
        return Math.min(1.0, rate);
    }

    /**
     * {@code 2 P(xi > 1) + P(xi = 1)} over x from p, for each proposal. The mean over the proposals is the acceptance
     * rate. Visits the states of p and of q once, in the order of their weights.
     */
    static double[] acceptanceTerms(double[] ofTarget, double[] p, double[] ofProposal) {
        int[] order = Order.of(ofTarget.length, k -> ofTarget[k]);
        double[] accepted = new double[ofProposal.length];
        double below = 0.0; // P(w(x) < w(x'))
        double upTo = 0.0; // P(w(x) <= w(x'))
        int countBelow = 0;
        int countUpTo = 0;
        for (int k : Order.of(ofProposal.length, j -> ofProposal[j])) {
            double weight = ofProposal[k];
            for (; countBelow < order.length && ofTarget[order[countBelow]] < weight; countBelow++) {
                below += p[order[countBelow]];
            }
            for (; countUpTo < order.length && ofTarget[order[countUpTo]] <= weight; countUpTo++) {
                upTo += p[order[countUpTo]];
            }
            accepted[k] = below + upTo;
        }
        return accepted;
    }

    /** The mean of values, which may be infinite where the probability is 0. */
    private static double mean(double[] values, double[] probabilities) {
        double mean = 0.0;
        for (int k = 0; k < values.length; k++) {
            if (probabilities[k] > 0.0) {
                mean += probabilities[k] * values[k];
            }
        }
        return mean;
    }

    /** {@code (sum q w)^2 / sum q w^2}, with all w divided by the largest one. */
    private static double importanceEss(double[] logWeights, double[] q) {
        double largest = Arrays.stream(logWeights).max().orElseThrow();
        if (largest == Double.NEGATIVE_INFINITY) {
            return 0.0;
        }
        double sum = 0.0;
        double squares = 0.0;
        for (int k = 0; k < logWeights.length; k++) {
            double weight = Math.exp(logWeights[k] - largest);
            sum += q[k] * weight;
            squares += q[k] * weight * weight;
        }
        return sum * sum / squares;
    }
}
