package dev.lbp.runtime.engine;

import dev.lbp.internal.States;
import dev.lbp.internal.Transcript;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.model.BatchModel;
import org.jspecify.annotations.Nullable;

/** A chain of the batched engine: a row of bits in the input of a {@link BatchModel}. */
abstract class BatchChain extends ChainState<byte[]> {

    final BatchModel batch;

    /** The jumps among the steps; null if there are none. */
    @Nullable IndependentJump jump;

    BatchChain(BatchModel batch, Start start, int index, ScaleController controller) {
        this(batch, start, index, new ChainScale(controller, start.largestScale()));
    }

    BatchChain(BatchModel batch, Start start, int index, ChainScale scale) {
        super(
                batch.model(),
                index,
                start.rowNames(),
                start.generator(index),
                start.state(index),
                start.dimension(),
                scale);
        this.batch = batch;
    }

    /** Makes some of the steps jumps. Must be called before the first step. */
    final void jumpBy(IndependentJump jumps) {
        jump = jumps;
    }

    @Override
    public final boolean hasOthers() {
        return jump != null && jump.kind() == StepKind.JUMP;
    }

    @Override
    public final boolean jumps() {
        return jump != null;
    }

    @Override
    public final boolean cannotReturn() {
        return jump != null && kind == jump.kind() && jump.cannotReturn;
    }

    @Override
    final void startAdapting(int steps) {
        super.startAdapting(jump == null ? steps : jump.expectedOthers(steps));
    }

    /**
     * Ends a step that proposed the last draw of {@code next}.
     *
     * @param proposedLogProb the draw's log-probability
     * @param n the number of sites of {@link #flipped} where the draw differs
     * @return whether the chain has moved
     */
    final boolean endJump(IndependentJump next, double proposedLogProb, int n) {
        double probability = AcceptRule.checked(proposedLogProb) == Double.NEGATIVE_INFINITY
                ? 0.0
                : AcceptRule.acceptanceProbability(logProb, proposedLogProb, next.logForward, next.logReverse(state));
        boolean accept = AcceptRule.accepts(probability, rng);
        if (accept) {
            weighDraw();
            moveTo(proposedLogProb, n);
        }
        if (next.kind() == StepKind.JUMP) {
            finishOther(StepKind.JUMP, n, probability, accept, n);
        } else {
            finish(n, probability, accept, n);
        }
        return accept;
    }

    /** Called before an accepted jump changes the state: computes what the chain keeps of the draw, and may fail. */
    void weighDraw() {
        // most chains keep nothing
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
