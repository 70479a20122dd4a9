package dev.lbp.runtime.engine.step;

import dev.lbp.runtime.engine.chain.HeatBathSwap;
import dev.lbp.runtime.engine.chain.IndependentJump;

/**
 * The kind of a step. The acceptance rate, the jump distance and the controller of the scale use moves alone; each
 * other kind has a rate of its own.
 */
public enum StepKind {
    /** A move of the method. */
    MOVE("accepted", true),
    /** A {@link HeatBathSwap}. */
    SWAP("swaps moved", false),
    /** An {@link IndependentJump} among moves. */
    JUMP("jumps accepted", true);

    /** The name of the rate in summaries. */
    public final String words;

    /** Whether the rate is the mean of min(1, alpha); else it is the share of steps that changed the state. */
    public final boolean rejects;

    StepKind(String words, boolean rejects) {
        this.words = words;
        this.rejects = rejects;
    }
}
