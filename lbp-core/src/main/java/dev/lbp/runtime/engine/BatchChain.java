package dev.lbp.runtime.engine;

import dev.lbp.internal.States;
import dev.lbp.internal.Transcript;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.model.BatchModel;

/** A chain of the batched engine: a row of bits in the input of a {@link BatchModel}. */
abstract class BatchChain extends ChainState<byte[]> {

    final BatchModel batch;

    BatchChain(BatchModel batch, Start start, int index, ScaleController controller) {
        this(batch, start, index, new ChainScale(controller, start.largestScale()));
    }

    BatchChain(BatchModel batch, Start start, int index, ChainScale scale) {
        super(batch.model(), index, start.generator(index), start.state(index), start.dimension(), scale);
        this.batch = batch;
    }

    @Override
    final void change(int n) {
        States.flip(state, flipped, n);
    }

    @Override
    final void transcribeState(Transcript transcript) {
        transcript.of(state, state.length);
    }
}
