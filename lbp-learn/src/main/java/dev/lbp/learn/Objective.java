package dev.lbp.learn;

import dev.lbp.internal.Sum;
import java.util.Arrays;

/**
 * What the parameters of a proposal q are moved to, given the target p. Every objective is a difference of p and q that
 * is least, or an agreement that is largest, where q = p; they differ in what a q that cannot become p gives up.
 *
 * <p>A gradient is a weighted sum of scores {@code s(x) = grad log q(x)} over draws of p and of q, for any q with a
 * score. Source of {@link #ACCEPTANCE_RATE} and {@link #LOWER_BOUND}: Neklyudov, Shvechikov and Vetrov,
 * Metropolis-Hastings view on variational inference and adversarial training, arXiv:1810.07151, 2018; their gradients
 * pass through the draw, which bits do not allow.
 */
public enum Objective {

    /**
     * {@code KL(p || q)}, that is maximum likelihood: {@code E_p s}. It needs draws of p alone, has one maximum for an
     * {@link Autoregressive}, and q covers all modes of the draws. The default.
     */
    FORWARD_KL {
        @Override
        void weigh(Draws ofTarget, Draws ofProposal) {
            System.arraycopy(ofTarget.shares, 0, ofTarget.weights, 0, ofTarget.shares.length);
        }
    },

    /**
     * {@code KL(q || p)}: {@code E_q (log(p / q) - b) s}, with the mean b. It sees only what q draws already: modes
     * vanish, and of a mixture all but one may. The target must be positive everywhere.
     */
    REVERSE_KL {
        @Override
        void weigh(Draws ofTarget, Draws ofProposal) {
            double mean = 0.0;
            for (int k = 0; k < ofProposal.shares.length; k++) {
                double logWeight = ofProposal.logWeights[k];
                if (logWeight == Double.NEGATIVE_INFINITY && ofProposal.shares[k] > 0.0) {
                    throw new IllegalStateException(
                            "must be finite: log p of a draw of q; this target forbids states, so use ACCEPTANCE_RATE");
                }
                mean += ofProposal.shares[k] * logWeight;
            }
            for (int k = 0; k < ofProposal.shares.length; k++) {
                ofProposal.weights[k] = ofProposal.shares[k] * (ofProposal.logWeights[k] - mean);
            }
        }
    },

    /**
     * {@code KL(p || q) + KL(q || p)}, which is least where {@link AcceptanceRate#lowerBound} is largest: the sum of
     * both gradients. The target must be positive everywhere.
     */
    LOWER_BOUND {
        @Override
        void weigh(Draws ofTarget, Draws ofProposal) {
            FORWARD_KL.weigh(ofTarget, ofProposal);
            REVERSE_KL.weigh(ofTarget, ofProposal);
        }
    },

    /**
     * The logarithm of the {@link AcceptanceRate#acceptance}: {@code E_q (a - b) s / b}, where
     * {@code a(x') = 2 P(xi > 1) + P(xi = 1)} over x of p, and b is the mean of a, the acceptance. Its weights are
     * bounded. From scratch it may fail: it has no gradient where p and q do not meet, and it sees only what q draws
     * already. After likelihood it raises the mean acceptance, but rare modes may be drawn more seldom and
     * {@link AcceptanceRate#importanceEss} may fall: a chain then waits longer in a rare mode. Look at both.
     */
    ACCEPTANCE_RATE {
        @Override
        void weigh(Draws ofTarget, Draws ofProposal) {
            double[] accepted = AcceptanceRate.ofProposals(ofTarget.logWeights, ofTarget.shares, ofProposal.logWeights);
            double mean = Sum.of(accepted.length, k -> ofProposal.shares[k] * accepted[k]);
            for (int k = 0; k < accepted.length; k++) {
                ofProposal.weights[k] = mean == 0.0 ? 0.0 : ofProposal.shares[k] * (accepted[k] / mean - 1.0);
            }
        }
    };

    /**
     * Sets the weights of both, so that their weighted scores add up to the direction of ascent. With all states and
     * their exact probabilities this is the gradient, because scores have the mean 0 under q. With K draws of q the
     * mean of the draws in the place of b multiplies what it is subtracted from by (K - 1) / K, and leaves its
     * direction.
     */
    abstract void weigh(Draws ofTarget, Draws ofProposal);

    /**
     * States of one law, with {@code log p - log q} up to a constant, the states' probabilities, and the weights of
     * their scores.
     */
    static final class Draws {

        final double[] logWeights;
        final double[] shares;
        final double[] weights;

        Draws(double[] logWeights, double[] shares) {
            this.logWeights = logWeights;
            this.shares = shares;
            weights = new double[shares.length];
        }

        /** Draws that all have the share 1/n, whatever their weights. */
        static Draws of(double[] logWeights) {
            double[] shares = new double[logWeights.length];
            Arrays.fill(shares, 1.0 / shares.length);
            return new Draws(logWeights, shares);
        }
    }
}
