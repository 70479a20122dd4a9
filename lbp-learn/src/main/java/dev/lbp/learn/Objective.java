package dev.lbp.learn;

import dev.lbp.internal.Sum;
import java.util.Arrays;

/**
 * The objective of learning a proposal q for a target p. Every objective is best at q = p. If q cannot represent p,
 * different objectives lead to different q.
 *
 * <p>A gradient is a weighted sum of scores {@code s(x) = grad log q(x)} over draws of p and of q. Source of
 * {@link #ACCEPTANCE_RATE} and {@link #LOWER_BOUND}: Neklyudov, Shvechikov and Vetrov, Metropolis-Hastings view on
 * variational inference and adversarial training, arXiv:1810.07151, 2018. Their gradients are reparameterised, which is
 * not possible for bits.
 */
public enum Objective {

    /**
     * {@code KL(p || q)}, or maximum likelihood, with the gradient {@code E_p s}, s = grad log q. It needs only draws
     * of p, has a unique optimum for an {@link Autoregressive}, and lets q cover all modes of the draws. The default.
     */
    FORWARD_KL {
        @Override
        void weigh(Draws ofTarget, Draws ofProposal) {
            System.arraycopy(ofTarget.probabilities, 0, ofTarget.weights, 0, ofTarget.probabilities.length);
        }
    },

    /**
     * {@code KL(q || p)}, with the direction {@code E_q (log(p / q) - b) s}, where b is the mean of {@code log(p / q)}.
     * It uses only draws of q, so q may lose modes, even all but one. The target must be positive everywhere.
     */
    REVERSE_KL {
        @Override
        void weigh(Draws ofTarget, Draws ofProposal) {
            double mean = 0.0;
            for (int k = 0; k < ofProposal.probabilities.length; k++) {
                double logWeight = ofProposal.logWeights[k];
                if (logWeight == Double.NEGATIVE_INFINITY && ofProposal.probabilities[k] > 0.0) {
                    throw new IllegalStateException(
                            "must be finite: log p of a draw of q; this target forbids states, so use ACCEPTANCE_RATE");
                }
                mean += ofProposal.probabilities[k] * logWeight;
            }
            for (int k = 0; k < ofProposal.probabilities.length; k++) {
                ofProposal.weights[k] = ofProposal.probabilities[k] * (ofProposal.logWeights[k] - mean);
            }
        }
    },

    /**
     * {@code KL(p || q) + KL(q || p)}, with the sum of both gradients. It is smallest where
     * {@link AcceptanceRate#lowerBound} is largest. The target must be positive everywhere.
     */
    LOWER_BOUND {
        @Override
        void weigh(Draws ofTarget, Draws ofProposal) {
            FORWARD_KL.weigh(ofTarget, ofProposal); // sets the weights of the target's draws only
            REVERSE_KL.weigh(ofTarget, ofProposal); // sets the weights of the proposal's draws only
        }
    },

    /**
     * The logarithm of the {@link AcceptanceRate#acceptance}, with the gradient {@code E_q (a - b) s / b}. Here
     * {@code a(x') = 2 P(xi > 1) + P(xi = 1)} over x from p, with the Metropolis-Hastings ratio xi of proposing x' at
     * x, and b is the mean of a, which is the acceptance. Its weights are bounded. From scratch it may fail, because it
     * uses only draws of q and has no gradient if p and q do not overlap. After maximum likelihood it raises the mean
     * acceptance, but q may draw rare modes less often, so that a chain waits longer in a rare mode;
     * {@link AcceptanceRate#importanceEss} then falls. Compare both numbers.
     */
    ACCEPTANCE_RATE {
        @Override
        void weigh(Draws ofTarget, Draws ofProposal) {
            double[] accepted =
                    AcceptanceRate.acceptanceTerms(ofTarget.logWeights, ofTarget.probabilities, ofProposal.logWeights);
            // the weights q (a - b) / b, where a is the acceptance of a draw of q and b the mean of a
            double mean = Sum.of(accepted.length, k -> ofProposal.probabilities[k] * accepted[k]);
            for (int k = 0; k < accepted.length; k++) {
                ofProposal.weights[k] = mean == 0.0 ? 0.0 : ofProposal.probabilities[k] * (accepted[k] / mean - 1.0);
            }
        }
    };

    /**
     * Sets the weights of the draws of p and of q, so that the weighted sum of scores is the direction of ascent. With
     * all states and their exact probabilities this is the gradient, because scores have the mean 0 under q. With K
     * draws of q, b is the mean of the draws; this scales the expectation of the gradient over q by (K - 1) / K, and
     * keeps its direction.
     */
    abstract void weigh(Draws ofTarget, Draws ofProposal);

    /**
     * States of p or of q: {@code log p - log q} of each state up to a constant, the probability of each state, and the
     * weight of its score.
     */
    static final class Draws {

        final double[] logWeights;
        final double[] probabilities;
        final double[] weights;

        Draws(double[] logWeights, double[] probabilities) {
            this.logWeights = logWeights;
            this.probabilities = probabilities;
            weights = new double[probabilities.length];
        }

        /** Draws that all have the probability 1/n. */
        static Draws of(double[] logWeights) {
            double[] probabilities = new double[logWeights.length];
            Arrays.fill(probabilities, 1.0 / probabilities.length);
            return new Draws(logWeights, probabilities);
        }
    }
}
