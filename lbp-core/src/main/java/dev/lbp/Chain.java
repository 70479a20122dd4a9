package dev.lbp;

import dev.lbp.result.StepInfo;
import dev.lbp.runtime.engine.Ensemble;

/**
 * One chain in the caller's own loop, made by {@link Sampler#start(EnergyModel, long)}. Not thread-safe.
 *
 * <p>A chain of an adaptive sampler adapts its scale at every step until {@link #warmUp} has ended, and keeps it from then on.
 */
public final class Chain {

    private final ChainBatch only;

    Chain(Ensemble ensemble) {
        only = new ChainBatch(ensemble);
    }

    /**
     * Takes so many steps, adapting the scale, then freezes it. Of a sampler with a fixed scale it only takes the steps.
     *
     * @param steps at least 0
     * @throws dev.lbp.target.ModelException if the model fails
     */
    public void warmUp(int steps) {
        only.warmUp(steps);
    }

    /** Whether the scale is still adapting; false for a fixed scale and after {@link #warmUp}. */
    public boolean adapting() {
        return only.adapting();
    }

    /**
     * Takes one step. After one that fails, the chain is at a state with its log-probability, and the next step goes on from there.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     * @throws dev.lbp.result.RunException if the weight function or the scale controller fails
     */
    public StepInfo step() {
        only.step();
        return only.lastStep(0);
    }

    /** The current state, N values of 0 or 1; a copy. */
    public byte[] state() {
        return only.state(0);
    }

    /** The unnormalised log-probability of the current state. */
    public double logProb() {
        return only.logProb(0);
    }

    /** The scale R: a real number, of which each step plays one of the two integers around it unless it is fixed. */
    public double scale() {
        return only.scale();
    }
}
