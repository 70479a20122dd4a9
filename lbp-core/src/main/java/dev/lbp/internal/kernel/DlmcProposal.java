package dev.lbp.internal.kernel;

import dev.lbp.internal.kernel.FlipWeightKernel.Form;

/**
 * Discrete Langevin Monte Carlo (Sun, Dai, Dai, Zhou and Schuurmans 2023, "Discrete Langevin samplers via Wasserstein
 * gradient flow"). Each site alone follows a Markov jump process for the time tau. The process flips the site at rate
 * w_i, and its equilibrium is the conditional probability {@code nu_i = t_i / (1 + t_i)} of the other value: {@code p_i
 * = nu_i (1 - exp(-tau w_i / nu_i))}. On independent sites a long step is an independent draw.
 *
 * <pre>{@code
 * w = t/(t+1): nu = w,                 p = (1 - e^-tau) w
 * w = sqrt(t): t = w^2, w/nu = w + 1/w, p = t (1 - e) / (1 + t), 1 - p = (1 + t e) / (1 + t), e = exp(-tau (w + 1/w))
 * }</pre>
 */
public final class DlmcProposal extends FactorisedProposal {

    private static final long serialVersionUID = 1L;

    /**
     * At this time step p differs from nu by less than 5e-5. With t/(t+1), even a site whose conditional flip
     * probability is 1 stays with a probability of 5e-5, so the chain cannot alternate between two states.
     */
    private static final double LARGEST_ADAPTIVE = 10.0;

    /**
     * The lower bound of w^2, so that every possible flip has a positive probability. Also the least positive weight.
     */
    private static final double LEAST_RATIO = Exp.exp(FlipWeightKernel.LEAST_LOG_WEIGHT);

    private final boolean squareRoot;

    /**
     * @param form the weight function, SQRT or BARKER, whose weights determine t
     */
    public DlmcProposal(Form form) {
        super(LARGEST_ADAPTIVE);
        this.squareRoot = form == Form.SQRT;
    }

    @Override
    public Proposal ofValues() {
        return new CategoricalDlmcProposal(LARGEST_ADAPTIVE);
    }

    /** The probabilities by the form of the weights, sqrt(t) or t/(t+1). */
    @Override
    void probabilities(double[] weights, double timeStep, double[] flip, double[] stay) {
        if (squareRoot) {
            fromSquareRoots(weights, timeStep, flip, stay);
        } else {
            fromConditionals(weights, timeStep, flip, stay);
        }
    }

    /** Weights c_i = t/(t+1): gives {@code p_i = c_i (1 - e^-tau)}, and 1 - p_i as {@code (1 - c_i) + c_i e^-tau}. */
    private static void fromConditionals(double[] weights, double timeStep, double[] flip, double[] stay) {
        double rest = Exp.exp(-timeStep);
        double relaxed = -StrictMath.expm1(-timeStep);
        for (int i = 0; i < weights.length; i++) {
            double conditional = Math.min(weights[i], 1.0); // rounding may exceed 1
            flip[i] = relaxed * conditional;
            stay[i] = (1.0 - conditional) + rest * conditional;
        }
    }

    /** Weights w_i = sqrt(t): computes {@code p_i = t / (1 + t) (1 - e^{-tau (w_i + 1 / w_i)})} and 1 - p_i. */
    private static void fromSquareRoots(double[] weights, double timeStep, double[] flip, double[] stay) {
        int n = weights.length;
        for (int i = 0; i < n; i++) {
            flip[i] = -timeStep * (weights[i] + 1.0 / weights[i]); // -Infinity for a weight of 0
        }
        // the weight min(1, e^x) is e^x here, because no x is above 0
        FlipWeightKernels.chosen().weights(Form.MIN, flip, 0, n, 0.0, stay, 0);
        for (int i = 0; i < n; i++) {
            double rest = stay[i];
            // t = w^2, raised to a least one; 0 for a weight of 0, without a branch, so that the compiler can use SIMD
            double ratio = Math.max(weights[i] * weights[i], Math.min(weights[i], LEAST_RATIO));
            double toStay = 1.0 / (1.0 + ratio); // one division for both
            flip[i] = ratio * (1.0 - rest) * toStay;
            stay[i] = (1.0 + ratio * rest) * toStay;
        }
    }
}
