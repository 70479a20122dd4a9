package dev.lbp.internal.kernel;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * RWM-R: R distinct sites, uniformly. Every path of R sites has the same probability in both directions. It cancels, so this
 * class returns the probability 1. The table must hold the weight 1 for every free site, and need not change with the state.
 */
public final class UniformProposal implements Proposal {

    private static final long serialVersionUID = 1L;

    @Override
    public boolean weighted() {
        return false;
    }

    @Override
    public boolean draw(WeightTable table, int scale, UniformRandomProvider rng, int[] path) {
        return table.drawDistinct(scale, rng, path);
    }

    @Override
    public double logProbability(WeightTable table, int[] path, int scale, boolean reversed) {
        return 0.0;
    }

    @Override
    public int flips(WeightTable table, int[] path, int scale, int[] sites) {
        System.arraycopy(path, 0, sites, 0, scale);
        return scale;
    }
}
