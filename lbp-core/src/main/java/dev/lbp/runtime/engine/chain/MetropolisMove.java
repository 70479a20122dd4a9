package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.ConditionalFlips;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.theory.OptimalScaling;
import java.io.Serializable;

/**
 * The move of a Metropolis-Hastings chain: its proposal, its weight function and its scale controller.
 *
 * @param proposal draws the paths; only the proposal distinguishes the methods
 * @param weight weights the flips; has no effect if the proposal is not weighted
 * @param controller adapts the scale in warm-up, or fixes it
 * @param mix how often steps are of other kinds
 */
public record MetropolisMove(Proposal proposal, WeightFunction weight, ScaleController controller, StepMix mix)
        implements Serializable {

    /** Checks the mix: if the record is read from bytes of another version, it may be null. */
    public MetropolisMove {
        Check.notNull("mix", mix);
    }

    /** A move of chains that make moves alone. */
    public MetropolisMove(Proposal proposal, WeightFunction weight, ScaleController controller) {
        this(proposal, weight, controller, StepMix.MOVES);
    }

    /** A copy with another scale controller. */
    public MetropolisMove with(ScaleController another) {
        return new MetropolisMove(proposal, weight, another, mix);
    }

    /** Whether the scale is a number of sites; else it is a time step. */
    public boolean whole() {
        return proposal.scales(1).whole();
    }

    /** Whether a move proposes one flip by the weights t/(t+1). Then the chain can correct {@link ConditionalFlips}. */
    public boolean proposesOneFlip() {
        return controller instanceof FixedScale fixed
                && fixed.scale() == 1.0
                && whole()
                && proposal.weighted()
                && new FlipWeights(weight).form() == FlipWeightKernel.Form.BARKER;
    }

    /** Makes the scale of one chain. */
    public ChainScale newScale(BitStart start) {
        return new ChainScale(controller, proposal.scales(start.largestScale()));
    }

    /** Makes a table of flip weights for one state. If the proposal is not weighted, every free site has weight 1. */
    public WeightTable newTable(BitStart start) {
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
     * Computes a first guess of the scale from the theory of product targets. It treats the sites as independent, with
     * their current log-odds given the others. NaN if the theory does not apply or a log-ratio is NaN.
     *
     * @param free the sites that may flip
     * @param logRatios the log-ratios of these sites at {@code state}, in the same order
     */
    public double guess(byte[] state, int[] free, double[] logRatios) {
        FlipWeights weights = new FlipWeights(weight);
        boolean informedPath = proposal.weighted() && whole();
        if (controller instanceof FixedScale || !informedPath || !weights.isBalanced()) {
            return Double.NaN;
        }
        double[] logOdds = new double[free.length];
        for (int k = 0; k < free.length; k++) {
            logOdds[k] = (1 - 2 * state[free[k]]) * logRatios[k];
            if (Double.isNaN(logOdds[k])) {
                return Double.NaN; // the weights are computed and checked later
            }
        }
        // lambda_1 of the theory tells how fast the acceptance rate falls with R
        double lambda1 = OptimalScaling.lambda1OfLogOdds(logOdds, weights::logWeight);
        return lambda1 >= 0.0
                ? OptimalScaling.lbpScale(lambda1, OptimalScaling.LBP_ACCEPTANCE, free.length)
                : Double.NaN;
    }
}
