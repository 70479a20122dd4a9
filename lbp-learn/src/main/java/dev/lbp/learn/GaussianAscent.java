package dev.lbp.learn;

import java.util.Arrays;

/**
 * The gradient of an {@link Objective} of a Gaussian proposal q, by the reparameterised draws {@code x' = mu + sigma e}
 * of q, with e standard normal. With draws x of the unnormalised target p,
 *
 * <pre>  log xi = log p(x') - log p(x) + log q(x) - log q(x')
 *  d log xi / d mu_j        = s_j(x') + z_j / sigma_j
 *  d log xi / d log sigma_j = s_j(x') sigma_j e_j + 1 + z_j^2 - 1,</pre>
 *
 * <p>where {@code s = grad log p} and {@code z = (x - mu) / sigma}. The objectives differ only in the weights of the
 * terms of x' and of x:
 *
 * <ul>
 *   <li>{@link Objective#REVERSE_KL}, the ELBO {@code E_q log p + entropy of q}: only x', with equal weights.
 *   <li>{@link Objective#FORWARD_KL}, {@code E_p log q}: only x, with equal weights.
 *   <li>{@link Objective#LOWER_BOUND}, the ELBO plus {@code E_p log q}: x and x', with equal weights.
 *   <li>{@link Objective#ACCEPTANCE_RATE}, {@code log E min(1, xi)}: each pair has the weight {@code xi} if xi is below
 *     1, otherwise 0, divided by the sum of {@code min(1, xi)} over all pairs. Because {@code E xi = 1}, this also
 *     minimises {@code E |xi - 1|}.
 * </ul>
 */
final class GaussianAscent {

    private final Objective objective;

    /** The weights of the draws of p, written by {@link #weigh}. */
    final double[] ofTarget;
    /** The weights of the draws of q, written by {@link #weigh}. */
    final double[] ofProposal;

    GaussianAscent(Objective objective, int targetDraws, int proposalDraws) {
        this.objective = objective;
        ofTarget = new double[targetDraws];
        ofProposal = new double[proposalDraws];
    }

    /** Whether the objective needs draws of the target. */
    static boolean needsTarget(Objective objective) {
        return objective != Objective.REVERSE_KL;
    }

    /**
     * Computes the weights.
     *
     * @param logTarget {@code log p - log q} at the draws of p
     * @param logProposal {@code log p - log q} at the draws of q
     */
    void weigh(double[] logTarget, double[] logProposal) {
        if (objective == Objective.ACCEPTANCE_RATE) {
            weighPairs(logTarget, logProposal);
            return;
        }
        // both divergences have plain means as gradients: over the draws of p, over those of q, or over both
        Arrays.fill(ofTarget, objective == Objective.REVERSE_KL ? 0.0 : 1.0 / ofTarget.length);
        Arrays.fill(ofProposal, objective == Objective.FORWARD_KL ? 0.0 : 1.0 / ofProposal.length);
    }

    /**
     * Computes the weights of {@link Objective#ACCEPTANCE_RATE}. Terms are divided by the largest one against
     * underflow.
     */
    private void weighPairs(double[] logTarget, double[] logProposal) {
        Arrays.fill(ofTarget, 0.0);
        Arrays.fill(ofProposal, 0.0);
        double largest = Double.NEGATIVE_INFINITY;
        for (double x : logTarget) {
            for (double y : logProposal) {
                largest = Math.max(largest, Math.min(0.0, y - x));
            }
        }
        double sum = 0.0;
        for (int i = 0; i < logTarget.length; i++) {
            for (int k = 0; k < logProposal.length; k++) {
                double logXi = logProposal[k] - logTarget[i];
                double accepted = Math.exp(Math.min(0.0, logXi) - largest);
                sum += accepted;
                if (logXi < 0.0) { // else min(1, xi) is 1 and has no gradient
                    ofTarget[i] += accepted;
                    ofProposal[k] += accepted;
                }
            }
        }
        for (int i = 0; i < ofTarget.length; i++) {
            ofTarget[i] /= sum;
        }
        for (int k = 0; k < ofProposal.length; k++) {
            ofProposal[k] /= sum;
        }
    }

    /**
     * Adds the terms of a draw of q to the gradient.
     *
     * @param parameters mu, followed by log sigma, [2d]
     * @param slopes s(x'), [d]
     * @param noise e, [d]
     * @param gradient [2d]
     */
    void addProposal(int draw, double[] parameters, double[] slopes, double[] noise, double[] gradient) {
        double weight = ofProposal[draw];
        int d = slopes.length;
        for (int j = 0; weight != 0.0 && j < d; j++) {
            gradient[j] += weight * slopes[j];
            gradient[d + j] += weight * (slopes[j] * Math.exp(parameters[d + j]) * noise[j] + 1.0);
        }
    }

    /** Adds the terms of a draw of p to the gradient. */
    void addTarget(int draw, double[] parameters, double[] point, double[] gradient) {
        double weight = ofTarget[draw];
        int d = point.length;
        for (int j = 0; weight != 0.0 && j < d; j++) {
            double sigma = Math.exp(parameters[d + j]);
            double z = (point[j] - parameters[j]) / sigma;
            gradient[j] += weight * z / sigma;
            gradient[d + j] += weight * (z * z - 1.0);
        }
    }
}
