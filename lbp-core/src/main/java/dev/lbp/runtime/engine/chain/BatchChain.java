package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.States;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.model.BatchModel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A chain of the batched engine: a row of bits in the input of a {@link BatchModel}. */
public abstract class BatchChain extends RowChain<byte[]> {

    /** The jumps among the steps; null if there are none. */
    private final @Nullable IndependentJump jump;

    /** Whether the current step is a jump. */
    protected boolean jumping;

    /** The number of sites where the draw of a jump differs from the state; {@link #flipped} begins with them. */
    protected int differences;

    public BatchChain(BatchModel batch, BitStart start, int index, ChainScale scale, StepMix mix) {
        this(batch, start, index, scale, mix.newJump(start.dimension()));
    }

    private BatchChain(BatchModel batch, BitStart start, int index, ChainScale scale, @Nullable IndependentJump jump) {
        super(batch.model(), batch, start, index, scale, jump == null ? new ExtraStep[0] : new ExtraStep[] {jump});
        this.jump = jump;
    }

    /** Draws whether the next step is a jump, and for a jump the state that it proposes. Returns whether it is one. */
    protected final boolean beginsJump() {
        jumping = jump != null && jump.isNext(rng);
        if (jump != null && jumping) {
            jump.draw(rng, state);
            differences = jump.differences(state, flipped);
        }
        return jumping;
    }

    /**
     * Ends a jump.
     *
     * @param proposedLogProb the draw's log-probability
     * @return whether the chain has moved
     */
    protected final boolean endJump(double proposedLogProb) {
        IndependentJump currentJump = Objects.requireNonNull(jump);
        double probability = currentJump.acceptance(this, proposedLogProb);
        boolean accept = AcceptRule.accepts(probability, rng);
        if (accept) {
            weighDraw(); // before the state changes, because it may fail
            moveTo(proposedLogProb, differences);
        }
        finishExtra(currentJump.kind(), differences, probability, accept, differences);
        return accept;
    }

    /**
     * Computes the weights that the chain will keep at the draw of an accepted jump. Called before the state changes,
     * because the computation may fail.
     */
    public void weighDraw() {
        // most chains keep nothing
    }

    @Override
    protected void write(byte[] at) {
        batch.writeRow(index, at);
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
