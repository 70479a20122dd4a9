package dev.lbp.internal.kernel;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * A draw of all free sites at once, given hidden variables that the model has drawn. A site's weight is the probability
 * that it flips, t/(t+1) of its probability ratio t given the hidden variables. So the draw is one of the target given
 * these, and no step is rejected.
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
