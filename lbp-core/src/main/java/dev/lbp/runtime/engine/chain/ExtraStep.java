package dev.lbp.runtime.engine.chain;

import dev.lbp.runtime.engine.step.StepKind;
import dev.lbp.target.LocalEnergyModel;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A kind of step of one chain of bits, besides the moves of its method. The probability that a step is of this kind
 * does not depend on the state, so the chain leaves its target invariant if each of its kinds does.
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

    /**
     * Of {@code steps} steps, the expected number that are moves of the method, not of this kind. A chain all of whose
     * steps are of this kind has no other moves: then these count as its moves, and the result is {@code steps}.
     */
    final int expectedOthers(int steps) {
        return probability == 1.0 ? steps : (int) Math.round((1.0 - probability) * steps);
    }

    /** The kind under which the steps are counted. */
    abstract StepKind kind();

    /** Takes a step with a chain of the local engine. */
    abstract void takeStep(LocalBitChain chain);

    /** Whether the steps use log-ratios of the tracker. */
    boolean usesLogRatios() {
        return false;
    }

    /** Whether the steps propose draws that do not depend on the state. */
    boolean hasJumps() {
        return false;
    }

    /**
     * Whether the steps propose draws of a distribution that has probability 0 at the state where the last step began.
     */
    boolean cannotReturn() {
        return false;
    }

    /** Replaces this kind's own tracker, if it has one, on the local engine. */
    void replaceTracker(LocalEnergyModel model, LocalEnergyModel.Tracker ofChain) {
        // most kinds have none
    }

    /** Whether {@code target} is this kind's own tracker. */
    boolean owns(Object target) {
        return false;
    }
}
