package dev.lbp.runtime.engine.step;

import dev.lbp.runtime.engine.chain.HeatBathSwap;
import dev.lbp.runtime.engine.chain.IndependentJump;

/**
 * What a step of a chain was. Acceptance rate, jump distance and the rule of the scale are about moves alone; the other
 * kinds have a rate each.
 */
public enum StepKind {
    /** A move of the method. */
    MOVE("accepted", true),
    /** A {@link HeatBathSwap}. */
    SWAP("swaps moved", false),
    /** An {@link IndependentJump} among moves. */
    JUMP("jumps accepted", true);

    /** What the rate is the rate of, in words. */
    public final String words;

    /** Whether the rate is the mean of min(1, alpha); else it is the share of steps that changed the state. */
    public final boolean rejects;

    StepKind(String words, boolean rejects) {
        this.words = words;
        this.rejects = rejects;
    }
}
