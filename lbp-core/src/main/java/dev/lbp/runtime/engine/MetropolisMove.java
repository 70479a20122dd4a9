package dev.lbp.runtime.engine;

import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.theory.OptimalScaling;
import java.io.Serializable;

/**
 * How a Metropolis-Hastings chain moves.
 *
 * @param proposal how paths are drawn: it alone sets LBP, GWG and RWM apart
 * @param weight how flips are weighted; without meaning if the proposal is not weighted
 * @param controller how the scale is found
 */
public record MetropolisMove(Proposal proposal, WeightFunction weight, ScaleController controller)
        implements Serializable {

    /** A table of flip weights for one state; if the proposal is not weighted, of weight 1 for every free site. */
    WeightTable newTable(Start start) {
        WeightTable table = WeightTable.of(start.dimension(), start.free());
        if (!proposal.weighted()) {
            double[] ones = new double[start.dimension()];
            for (int site : start.freeSites()) {
                ones[site] = 1.0;
            }
            table.load(ones);
        }
        return table;
    }

    /**
     * A first guess of the scale from the theory of product targets: each site stands for an independent one whose log-odds
     * are those it has now, given the others. NaN where the theory has nothing to say, or a log-ratio is NaN.
     *
     * @param free the sites that may flip
     * @param logRatios of these sites at the state, in the same order
     */
    double guess(byte[] state, int[] free, double[] logRatios) {
        FlipWeights weights = new FlipWeights(weight);
        if (controller instanceof FixedScale || !proposal.weighted() || !weights.isBalanced()) {
            return Double.NaN;
        }
        double[] logOdds = new double[free.length];
        for (int k = 0; k < free.length; k++) {
            logOdds[k] = (1 - 2 * state[free[k]]) * logRatios[k];
            if (Double.isNaN(logOdds[k])) {
                return Double.NaN; // the model is refused for it when its weights are made
            }
        }
        double lambda1 = OptimalScaling.lambda1OfLogOdds(logOdds, weights::logWeight);
        return lambda1 >= 0.0
                ? OptimalScaling.lbpScale(lambda1, OptimalScaling.LBP_ACCEPTANCE, free.length)
                : Double.NaN;
    }
}
