package dev.lbp.runtime.engine;

import dev.lbp.runtime.model.BatchModel;

/**
 * A Metropolis-Hastings chain of the batched engine. It does the chain's part of a step: {@link #propose} before the model's
 * evaluation, {@link #decide()} after it. Only the model's input holds the proposed state.
 */
abstract class ProposingChain extends BatchChain {

    ProposingChain(BatchModel batch, Start start, int index, ChainScale scale) {
        super(batch, start, index, scale);
    }

    /** Starts the chain at the state that the model has just scored. */
    abstract void begin();

    /** Draws a path and flips its sites in the model's input. */
    abstract void propose();

    /** Accepts or rejects the proposed state, given the model's answer for it. */
    abstract void decide();
}
