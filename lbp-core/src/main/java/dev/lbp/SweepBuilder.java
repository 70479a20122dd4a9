package dev.lbp;

import dev.lbp.proposal.StateDistribution;
import dev.lbp.runtime.engine.Methods;
import dev.lbp.runtime.engine.Mixture;
import dev.lbp.runtime.engine.Sweeps;

/**
 * Builds a sampler that updates single sites, {@link Samplers#gibbs} or {@link Samplers#metropolis}. A step is a sweep,
 * coloured if the model gives a colouring.
 */
public final class SweepBuilder {

    private final Sweeps sweeps;
    private Mixture mixture = Mixture.MOVES;
    private Methods.Scan scan = Methods.Scan.COLOURED;

    SweepBuilder(Sweeps sweeps) {
        this.sweeps = sweeps;
    }

    /** Updates the sites one by one in ascending order, even if the model gives a colouring. */
    public SweepBuilder inOrder() {
        scan = Methods.Scan.IN_ORDER;
        return this;
    }

    /**
     * Draws each site to update uniformly, with replacement. A step makes one update per free site. So a step costs
     * about as much as a sweep, and counts per step are comparable.
     */
    public SweepBuilder randomScan() {
        scan = Methods.Scan.RANDOM;
        return this;
    }

    /**
     * Makes a step a jump, see {@link Samplers.ScaledBuilder#jumps}. On a batched model a jump takes as long as a
     * sweep.
     */
    public SweepBuilder jumps(StateDistribution q, double probability) {
        mixture = mixture.withJumps(q, probability);
        return this;
    }

    /** The sampler. */
    public Sampler build() {
        return new Sampler(Methods.sweeps(sweeps, scan, mixture));
    }
}
