package dev.lbp.internal.kernel;

import dev.lbp.internal.kernel.FlipWeightKernel.Form;

/**
 * Discrete Langevin Monte Carlo (Sun, Dai, Dai, Zhou and Schuurmans 2023, "Discrete Langevin samplers via Wasserstein
 * gradient flow"). Each site alone follows the Markov jump process with rate w_i to flip, whose equilibrium is the
 * conditional {@code nu_i = t_i / (1 + t_i)} of its other value, for the time tau:
 * {@code p_i = nu_i (1 - exp(-tau w_i / nu_i))}. On independent sites a long step is an independent draw.
 *
 * <pre>{@code
 * w = t/(t+1): nu = w,                 p = (1 - e^-tau) w
 * w = sqrt(t): t = w^2, w/nu = w + 1/w, p = t (1 - e) / (1 + t), 1 - p = (1 + t e) / (1 + t), e = exp(-tau (w + 1/w))
 * }</pre>
 */
public final class DlmcProposal extends FactorisedProposal {

    private static final long serialVersionUID = 1L;

    /**
     * At this time step p is nu to 5e-5. A site whose flip is certain still stays with a probability of 5e-5 or more
     * with t/(t+1), so the chain cannot alternate between two states in which each site wants to flip.
     */
    private static final double LARGEST_ADAPTIVE = 10.0;

    /**
     * w^2 is held at this value or above, so that a possible flip has a positive probability. It is the least positive
     * weight too.
     */
    private static final double LEAST_RATIO = Exp.exp(FlipWeightKernel.LEAST_LOG_WEIGHT);

    private final boolean squareRoot;

    /**
     * @param form of the weights: SQRT or BARKER; from the others t does not follow
     */
    public DlmcProposal(Form form) {
        super(LARGEST_ADAPTIVE);
        this.squareRoot = form == Form.SQRT;
    }

    @Override
    public Proposal ofValues() {
        return new CategoricalDlmcProposal(LARGEST_ADAPTIVE);
    }

    @Override
    void probabilities(double[] weights, double timeStep, double[] flip, double[] stay) {
        if (squareRoot) {
            fromSquareRoots(weights, timeStep, flip, stay);
        } else {
            fromConditionals(weights, timeStep, flip, stay);
        }
    }

    private static void fromConditionals(double[] weights, double timeStep, double[] flip, double[] stay) {
        double rest = Exp.exp(-timeStep);
        double relaxed = -StrictMath.expm1(-timeStep);
        for (int i = 0; i < weights.length; i++) {
            double conditional = Math.min(weights[i], 1.0); // rounding may have lifted it above 1
            flip[i] = relaxed * conditional;
            stay[i] = (1.0 - conditional) + rest * conditional;
        }
    }

    private static void fromSquareRoots(double[] weights, double timeStep, double[] flip, double[] stay) {
        int n = weights.length;
        for (int i = 0; i < n; i++) {
            flip[i] = -timeStep * (weights[i] + 1.0 / weights[i]); // -Infinity for a weight of 0
        }
        FlipWeightKernels.chosen().weights(Form.MIN, flip, 0, n, 0.0, stay, 0); // their exponentials
        for (int i = 0; i < n; i++) {
            double rest = stay[i];
            // 0 for a weight of 0, without a branch, so that the compiler can use SIMD
            double ratio = Math.max(weights[i] * weights[i], Math.min(weights[i], LEAST_RATIO));
            double toStay = 1.0 / (1.0 + ratio); // for a division less
            flip[i] = ratio * (1.0 - rest) * toStay;
            stay[i] = (1.0 + ratio * rest) * toStay;
        }
    }
}
