package dev.lbp.runtime.engine.chain;

import dev.lbp.runtime.engine.step.StepKind;
import dev.lbp.target.LocalEnergyModel;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A kind of step of one chain of bits that is no move of its method. Whatever the state, a step is of this kind with a
 * fixed probability, so a chain that mixes kinds leaves its target invariant if each of them does.
 */
public abstract class ExtraStep {

    final double probability;

    /**
     * @param probability in (0, 1]
     */
    ExtraStep(double probability) {
        this.probability = probability;
    }

    /** Draws whether the next step is of this kind. */
    public final boolean isNext(UniformRandomProvider rng) {
        return probability == 1.0 || rng.nextDouble() < probability;
    }

    /** The expected number of steps that are not of this kind. */
    final int expectedOthers(int steps) {
        return probability == 1.0 ? steps : (int) Math.round((1.0 - probability) * steps);
    }

    /** What the steps count as. */
    abstract StepKind kind();

    /** Takes a step with a chain of the local engine. */
    abstract void take(LocalBitChain chain);

    /** Whether the steps use log-ratios of the tracker. */
    boolean asksLogRatios() {
        return false;
    }

    /** Whether the steps are draws of a distribution that does not know the state. */
    boolean jumps() {
        return false;
    }

    /** Whether the last step was such a draw, at a state that the distribution never draws. */
    boolean cannotReturn() {
        return false;
    }

    /** Replaces the tracker of its own that this kind may have, on the local engine. */
    void replaceTracker(LocalEnergyModel model, LocalEnergyModel.Tracker ofChain) {
        // most kinds have none
    }

    /** Whether a tracker is this kind's own. */
    boolean owns(Object target) {
        return false;
    }
}
