package dev.lbp.runtime.engine;

/** What a step of a chain was. Acceptance rate, jump distance and the rule of the scale are about moves alone. */
public enum StepKind {
    /** A move of the method. */
    MOVE,
    /** A {@link HeatBathSwap}. */
    SWAP,
    /** An {@link IndependentJump} among moves. */
    JUMP
}
