package dev.lbp.runtime.engine.step;

/**
 * A Metropolis-Hastings chain of the batched engine. It does the chain's part of a step: {@link #propose} before the
 * model's evaluation, {@link #decide()} after it. Only the model's input holds the proposed state.
 */
public interface ProposingChain {

    /** Draws a path and changes its sites in the model's input. */
    void propose();

    /** Accepts or rejects the proposed state, given the model's answer for it. */
    void decide();
}
