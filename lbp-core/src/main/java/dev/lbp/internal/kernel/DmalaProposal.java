package dev.lbp.internal.kernel;

/**
 * The discrete Metropolis-adjusted Langevin algorithm (Zhang, Liu and Liu 2022, "A Langevin-like sampler for discrete
 * distributions", equation 3): {@code p_i = tau w_i / (1 + tau w_i)}. With w = sqrt(t), tau is exp(-1 / (2 alpha)) of
 * their step size alpha.
 */
public final class DmalaProposal extends FactorisedProposal {

    private static final long serialVersionUID = 1L;

    /**
     * At this time step and t = 1, p is 1/2 with w = t/(t+1) and 2/3 with sqrt(t). A longer step would come near to the
     * flip of all sites, which symmetric targets accept and which mixes nothing.
     */
    private static final double LARGEST_ADAPTIVE = 2.0;

    /** The proposal, for any weights. */
    public DmalaProposal() {
        super(LARGEST_ADAPTIVE);
    }

    /** p = tau w / (1 + tau w) for each site. */
    @Override
    void probabilities(double[] weights, double timeStep, double[] flip, double[] stay) {
        for (int i = 0; i < weights.length; i++) {
            double odds = timeStep * weights[i];
            flip[i] = odds / (1.0 + odds);
            stay[i] = 1.0 / (1.0 + odds);
        }
    }
}
