package dev.lbp.runtime.engine;

import dev.lbp.target.LocalEnergyModel;
import org.jspecify.annotations.Nullable;

/** A chain of bits on the local engine that takes some of its steps as {@link HeatBathSwap swaps}, if it is told to. */
abstract class SwappingChain extends LocalBitChain {

    /** Null if no step is a swap. */
    final @Nullable HeatBathSwap swapper;

    /** The sites that the tracker reports in this step. */
    final int[] touched;

    /**
     * @param swaps the probability that a step is a swap, in [0, 1)
     */
    SwappingChain(LocalEnergyModel model, Start start, int index, ChainScale scale, double swaps) {
        super(model, start, index, scale);
        this.swapper = HeatBathSwap.of(swaps, start);
        this.touched = new int[2 * start.dimension()];
    }

    @Override
    final void advanceLocally() {
        if (swapper != null && swapper.isNext(rng)) {
            advance(swapper);
        } else {
            advanceByMove();
        }
    }

    /** Takes one step that is no swap. State and log-probability change together at its end. */
    abstract void advanceByMove();

    /**
     * Updates what the chain keeps beside the tracker, after the tracker has made an accepted swap.
     *
     * @param count the number of entries of {@link #touched}, or {@code ALL_SITES}
     */
    abstract void adopt(HeatBathSwap accepted, int count);

    private void advance(HeatBathSwap next) {
        tracker.save();
        int count = next.propose(state, tracker, touched, rng);
        boolean moves = count != 0;
        double proposedLogProb = moves ? AcceptRule.checked(tracker.logProb()) : logProb;
        double probability = moves
                ? AcceptRule.acceptanceProbability(logProb, proposedLogProb, 0.0, next.logWeightRatio)
                : next.drawn ? 1.0 : 0.0;
        boolean accept = AcceptRule.accepts(probability, rng);
        if (moves && accept) {
            adopt(next, count);
            flipped[0] = next.removed;
            flipped[1] = next.added;
            moveTo(proposedLogProb, 2);
        } else {
            tracker.restore();
            stay();
        }
        finishOther(StepKind.SWAP, 2, probability, accept, moves ? 2 : 0);
    }

    @Override
    public final boolean hasOthers() {
        return swapper != null || super.hasOthers();
    }

    @Override
    final void startAdapting(int steps) {
        super.startAdapting(swapper == null ? steps : swapper.expectedOthers(steps));
    }
}
