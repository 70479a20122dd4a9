package dev.lbp.runtime.engine.chain;

import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.ProposingChain;

/** A chain of the batched engine whose move may change between steps. */
public interface ChoosingChain extends ProposingChain {

    /**
     * Changes the move. {@link RowChain#begin} must follow before the next step.
     *
     * @param move a move on the same sites, whose mix has no other kinds of steps
     * @param scale the scale of this chain for this move
     */
    void use(MetropolisMove move, ChainScale scale);
}
