package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.States;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.model.BatchModel;
import org.jspecify.annotations.Nullable;

/** A chain of the batched engine: a row of bits in the input of a {@link BatchModel}. */
public abstract class BatchChain extends ChainState<byte[]> {

    public final BatchModel batch;

    /** The jumps among the steps; null if there are none. */
    public final @Nullable IndependentJump jump;

    public BatchChain(BatchModel batch, BitStart start, int index, ScaleController controller) {
        this(batch, start, index, new ChainScale(controller, start.largestScale()), StepMix.MOVES);
    }

    public BatchChain(BatchModel batch, BitStart start, int index, ChainScale scale, StepMix mix) {
        this(batch, start, index, scale, mix.newJump(start.dimension()));
    }

    private BatchChain(BatchModel batch, BitStart start, int index, ChainScale scale, @Nullable IndependentJump jump) {
        super(batch.model(), start, index, scale, jump == null ? new ExtraStep[0] : new ExtraStep[] {jump});
        this.batch = batch;
        this.jump = jump;
    }

    /**
     * Ends a step that proposed the last draw of {@code next}.
     *
     * @param proposedLogProb the draw's log-probability
     * @param n the number of sites of {@link #flipped} where the draw differs
     * @return whether the chain has moved
     */
    public final boolean endJump(IndependentJump next, double proposedLogProb, int n) {
        double probability = next.acceptance(this, proposedLogProb);
        boolean accept = AcceptRule.accepts(probability, rng);
        if (accept) {
            weighDraw();
            moveTo(proposedLogProb, n);
        }
        finishExtra(next.kind(), n, probability, accept, n);
        return accept;
    }

    /** Called before an accepted jump changes the state: computes what the chain keeps of the draw, and may fail. */
    public void weighDraw() {
        // most chains keep nothing
    }

    @Override
    protected final void change(int n) {
        States.flip(state, flipped, n);
    }

    @Override
    protected final void transcribeState(Transcript transcript) {
        transcript.of(state, state.length);
    }
}
