package dev.lbp.internal.kernel;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * RWM-R: R distinct sites, uniformly. Every path of R sites has the same probability in both directions. It cancels, so
 * this class returns the probability 1. The table must hold the weight 1 for every free site, and need not change with
 * the state.
 */
public final class UniformProposal implements Proposal {

    private static final long serialVersionUID = 1L;

    @Override
    public boolean weighted() {
        return false;
    }

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
