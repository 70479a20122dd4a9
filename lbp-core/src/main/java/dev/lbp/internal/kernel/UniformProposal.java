package dev.lbp.internal.kernel;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * RWM-R: R distinct sites, drawn uniformly. A path of R sites has the same probability in both directions, which
 * cancels, so this class returns probability 1. The table must have weight 1 for every free site, in every state.
 */
public final class UniformProposal implements Proposal {

    private static final long serialVersionUID = 1L;

    @Override
    public boolean weighted() {
        return false;
    }

    /** Draws R distinct sites; returns R, or -1 if fewer than R sites may be flipped. */
    @Override
    public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
        int count = (int) scale;
        return table.drawDistinct(count, rng, path) ? count : -1;
    }

    @Override
    public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
        return 0.0;
    }
}
