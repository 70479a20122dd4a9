package dev.lbp.runtime.engine.chain;

import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.target.Target;

/**
 * A chain of the batched engine: a row in the input of a {@link BatchModel}.
 *
 * @param <S> the array of a state
 */
public abstract class RowChain<S> extends ChainState<S> {

    public final BatchModel batch;

    protected RowChain(
            Target model, BatchModel batch, Start<S> start, int index, ChainScale scale, ExtraStep... extraSteps) {
        super(model, start, index, scale, extraSteps);
        this.batch = batch;
    }

    /** Writes a state into the chain's row of the model's input. */
    protected abstract void write(S at);

    /** Starts the chain at the state that the model has just scored. If this throws, it keeps its log-probability. */
    public void begin() {
        logProb = AcceptRule.checkedStart(batch.logProb[index], model);
    }
}
