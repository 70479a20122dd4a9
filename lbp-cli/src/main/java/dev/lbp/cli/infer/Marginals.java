package dev.lbp.cli.infer;

import dev.lbp.infer.Posterior;
import dev.lbp.models.factor.FactorGraph;

/**
 * The probability of each value of each variable.
 *
 * @param of [variable][value]
 */
record Marginals(double[][] of) {

    static Marginals of(FactorGraph graph, Posterior posterior) {
        double[][] all = new double[graph.sites()][];
        for (int i = 0; i < all.length; i++) {
            all[i] = posterior.marginal(i);
        }
        return new Marginals(all);
    }

    /** Half of the sum of absolute differences of a variable's probabilities: 0 to 1. */
    double change(Marginals other, int site) {
        double sum = 0.0;
        for (int k = 0; k < of[site].length; k++) {
            sum += Math.abs(of[site][k] - other.of[site][k]);
        }
        return 0.5 * sum;
    }
}
