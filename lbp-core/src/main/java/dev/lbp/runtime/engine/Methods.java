package dev.lbp.runtime.engine;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.FactorisedProposal;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.ball.HammingBallMethod;
import dev.lbp.runtime.engine.ball.MultipleTryMethod;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.path.PathMethod;
import dev.lbp.runtime.engine.sweep.BlockGibbsMethod;
import dev.lbp.runtime.engine.sweep.Scan;
import dev.lbp.runtime.engine.sweep.SiteSkipping;
import dev.lbp.runtime.engine.sweep.SweepMethod;
import dev.lbp.runtime.engine.sweep.Sweeps;

/** The methods on discrete spaces, for the builders of samplers. */
public final class Methods {

    private Methods() {}

    /** The choice of one of the others. */
    public static Method auto() {
        return new AutoMethod();
    }

    public static Method lbp(WeightFunction weight, ScaleController controller, StepMix mix) {
        return new MetropolisMethod("LBP", new MetropolisMove(new PathProposal(), weight, controller, mix));
    }

    public static Method gwg(WeightFunction weight, ScaleController controller, StepMix mix) {
        return new MetropolisMethod("GWG", new MetropolisMove(new ReplacementProposal(), weight, controller, mix));
    }

    public static Method rwm(ScaleController controller, StepMix mix) {
        return new MetropolisMethod("RWM", uniform(WeightFunction.BARKER, controller, mix));
    }

    private static MetropolisMove uniform(WeightFunction weight, ScaleController controller, StepMix mix) {
        return new MetropolisMove(new UniformProposal(), weight, controller, mix);
    }

    /** The independence sampler: no step is left for the moves. */
    public static Method independent(StateDistribution q) {
        return rwm(new FixedScale(1.0), StepMix.ofJumps(q));
    }

    /** Independent flips of all sites. */
    public static Method factorised(
            String name, FactorisedProposal proposal, WeightFunction weight, ScaleController controller) {
        return new MetropolisMethod(name, new MetropolisMove(proposal, weight, controller));
    }

    /** Multiple-try Metropolis. */
    public static Method multipleTry(int tries, WeightFunction weight, ScaleController controller, StepMix mix) {
        return new MultipleTryMethod(tries, uniform(weight, controller, mix));
    }

    /** The path-auxiliary sampler with weights re-evaluated after every move. */
    public static Method pas(WeightFunction weight, FixedScale length) {
        return new PathMethod(new ReplacementProposal(), weight, length);
    }

    /**
     * Draws from Hamming balls.
     *
     * @param block the sites of a block; 0 for the usual number
     */
    public static Method hammingBall(int radius, int block, StepMix mix) {
        return new HammingBallMethod(radius, block, mix);
    }

    /** Updates of single sites. */
    public static Method sweeps(Sweeps sweeps, Scan scan, SiteSkipping skipping, StepMix mix) {
        Check.that(scan != Scan.RANDOM || !skipping.on(), "be left out with randomScan()", "thinned", "true");
        Check.that(scan != Scan.IN_BLOCKS || !skipping.on(), "be left out with inBlocks()", "thinned", "true");
        Check.that(scan != Scan.IN_BLOCKS || mix.q() == null, "be left out with inBlocks()", "jumps", mix.jumps());
        return new SweepMethod(sweeps, scan, skipping, mix);
    }

    public static Method blockGibbs() {
        return new BlockGibbsMethod();
    }
}
