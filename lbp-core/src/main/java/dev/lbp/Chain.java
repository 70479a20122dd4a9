package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.result.StepInfo;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.target.EnergyModel;

/**
 * One chain in the caller's own loop, made by {@link Sampler#start(EnergyModel, long)}. Not thread-safe.
 *
 * <p>A chain of an adaptive sampler adapts its scale at every step until {@link #warmUp} has ended. Then the scale is
 * fixed.
 */
public final class Chain {

    private final Ensemble<byte[]> ensemble;

    /** The only chain of the ensemble. */
    private final ChainState<byte[]> only;

    private final StopSignal signal = new StopSignal();

    Chain(Ensemble<byte[]> ensemble) {
        this.ensemble = ensemble;
        this.only = ensemble.chains.get(0);
    }

    /**
     * Takes {@code steps} steps, adapts the scale, then freezes it. A fixed scale stays as it is.
     *
     * @param steps at least 0
     * @throws dev.lbp.target.ModelException if the model fails
     */
    public void warmUp(int steps) {
        ensemble.warmUp(Check.atLeast(0, "steps", steps), chain -> {}, signal); // no work after each step
    }

    /** Whether the scale is still adapting; false for a fixed scale and after {@link #warmUp}. */
    public boolean adapting() {
        return only.adapting();
    }

    /**
     * Takes one step. If the step fails, the chain is still at a state with its log-probability, and the next step
     * starts there.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     * @throws dev.lbp.result.RunException if the weight function or the scale controller fails
     */
    public StepInfo step() {
        ensemble.run(1, chain -> {}, signal); // no work after each step
        return only.lastStep();
    }

    /** The current state, N values of 0 or 1; a copy. */
    public byte[] state() {
        return only.state.clone();
    }

    /** The unnormalised log-probability of the current state. */
    public double logProb() {
        return only.logProb;
    }

    /**
     * The scale R, a real number. Unless it is fixed, each step draws one of the two integers around it. For DLMC and
     * DMALA it is tau.
     */
    public double scale() {
        return adapting() ? ensemble.scale() : only.scaleValue(); // the first is exp(log) of the second, with rounding
    }
}
