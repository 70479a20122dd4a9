package dev.lbp.internal.kernel;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws all free sites at once, given hidden variables that the model has drawn. The weight of a site is its flip
 * probability t/(t+1), where t is its probability ratio given the hidden variables. So this is a draw from the target
 * given the hidden variables, and no step is rejected.
 */
public final class HiddenProposal implements Proposal {

    private static final long serialVersionUID = 1L;

    private final int[] free;

    /**
     * @param free the sites that may flip, ascending
     */
    public HiddenProposal(int[] free) {
        this.free = free.clone();
    }

    @Override
    public boolean absolute() {
        return true;
    }

    @Override
    public boolean exact() {
        return true;
    }

    /** Draws for every free site whether it flips, with its weight as the probability. */
    @Override
    public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
        int length = 0;
        for (int site : free) {
            if (rng.nextDouble() < table.weight(site)) {
                path[length++] = site;
            }
        }
        return length;
    }

    @Override
    public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
        throw new UnsupportedOperationException("an exact proposal is accepted without its probability");
    }
}
