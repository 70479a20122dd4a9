package dev.lbp.internal.kernel;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * LBP-R: R distinct sites, one after another without replacement, each with probability proportional to its weight
 * among the sites not yet drawn (Algorithm 1 of Sun, Dai and Schuurmans 2022). The path has probability {@code prod_r
 * w_{u_r} / (W - sum_{i<r} w_{u_i})}, the ratio in their equation 5.
 *
 * <p>The denominators are suffix sums, {@code D_r = rest + sum_{i>=r} w_{u_i}} with {@code rest} the weight of the
 * sites not on the path, so that no digits cancel if the path has almost all of the weight.
 */
public final class PathProposal implements Proposal {

    private static final long serialVersionUID = 1L;

    /** Draws R distinct sites; returns R, or -1 if fewer than R sites have a positive weight. */
    @Override
    public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
        int count = (int) scale;
        return table.drawDistinct(count, rng, path) ? count : -1;
    }

    /** Multiplies the ratios w / D of the path, as in the class comment. */
    @Override
    public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
        // from the last site drawn to the first, so that the denominators grow
        double[] weights = table.weights(path, length, !reversed);
        double denominator = table.totalWithout(path, weights, length);
        LogProduct product = table.product().clear();
        int k = 0;
        for (; k < length - 3; k += 4) { // four sites share a division and a sum
            double w0 = weights[k];
            double w1 = weights[k + 1];
            double w2 = weights[k + 2];
            double w3 = weights[k + 3];
            double w01 = w0 + w1;
            double d0 = denominator + w0;
            double d1 = denominator + w01;
            double d2 = denominator + (w01 + w2);
            double d3 = denominator + (w01 + (w2 + w3));
            boolean multiplied = product.timesRatioUnlessSmall(w0 * w1, w2 * w3, (d0 * d1) * (d2 * d3));
            if (!multiplied) {
                product.timesShare(w0, d0);
                product.timesShare(w1, d1);
                product.timesShare(w2, d2);
                product.timesShare(w3, d3);
            }
            denominator = d3;
        }
        for (; k < length; k++) {
            denominator += weights[k];
            product.timesShare(weights[k], denominator);
        }
        return product.log();
    }
}
