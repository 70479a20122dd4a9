package dev.lbp.kernel;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * LBP-R: R distinct sites, one after another without replacement, each with probability proportional to its weight among
 * the sites not yet drawn (Algorithm 1 of Sun, Dai and Schuurmans 2022). The path has probability
 * {@code prod_r w_{u_r} / (W - sum_{i<r} w_{u_i})}, the ratio in their equation 5.
 *
 * <p>The denominators are suffix sums, {@code D_r = rest + sum_{i>=r} w_{u_i}} with {@code rest} the weight of the sites not
 * on the path, so that nothing cancels when the path holds almost all of the weight.
 */
public final class PathProposal implements Proposal {

    private static final long serialVersionUID = 1L;

    @Override
    public boolean weighted() {
        return true;
    }

    @Override
    public boolean draw(WeightTable table, int scale, UniformRandomProvider rng, int[] path) {
        return table.drawDistinct(scale, rng, path);
    }

    @Override
    public double logProbability(WeightTable table, int[] path, int scale, boolean reversed) {
        LogProduct product = new LogProduct();
        double denominator = table.totalWithout(path, scale);
        for (int k = 0; k < scale; k++) {
            double weight = table.weight(path[reversed ? k : scale - 1 - k]);
            if (weight == 0.0) {
                return Double.NEGATIVE_INFINITY;
            }
            denominator += weight;
            product.times(weight / denominator);
        }
        return product.log();
    }

    @Override
    public int flips(WeightTable table, int[] path, int scale, int[] sites) {
        System.arraycopy(path, 0, sites, 0, scale);
        return scale;
    }
}
