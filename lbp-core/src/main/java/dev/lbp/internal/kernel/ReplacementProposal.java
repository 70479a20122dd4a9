package dev.lbp.internal.kernel;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * GWG-R: draws R sites independently WITH replacement from {@code w / W}, and flips the distinct ones (Gibbs with
 * gradients, Grathwohl et al. 2021, with more than one draw). Both directions use the probability of the whole
 * sequence, including repeats: {@code prod_r w_{u_r} / W}.
 */
public final class ReplacementProposal implements Proposal {

    private static final long serialVersionUID = 1L;

    @Override
    public String changesOnes() {
        return "it draws with replacement, and may flip more ones than zeros";
    }

    /** Draws R sites, some perhaps more than once; returns R, or -1 if no site has a positive weight. */
    @Override
    public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
        int count = (int) scale;
        return table.drawIndependent(count, rng, path) ? count : -1;
    }

    /** The logarithm of the product of w / W over the path, repeats included. */
    @Override
    public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
        LogProduct product = table.product().clear();
        double total = table.total();
        for (int r = 0; r < length; r++) {
            product.timesShare(table.weight(path[r]), total);
        }
        return product.log();
    }

    @Override
    public int flips(WeightTable table, int[] path, int length, int[] sites) {
        return table.distinct(path, length, sites);
    }
}
