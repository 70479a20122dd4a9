package dev.lbp.runtime.engine.words;

import dev.lbp.internal.States;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.proposal.FixedScale;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.PackedBits;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.target.LocalEnergyModel;

/**
 * One lane of a {@link Word}, a bit of each of its words, as a chain for recorders and checkpoints. During a round of
 * steps only the word holds the lane's state and flips. {@link #unpack} copies them into the arrays of the chain, on
 * request and at the end of the round.
 */
final class LaneChain extends ChainState<byte[]> implements PackedBits {

    private final Word word;
    private final int lane;

    /** Whether state and flips were copied from the word since its last sweep. */
    private boolean unpacked = true;

    LaneChain(LocalEnergyModel model, BitStart start, int index, Word word, int lane) {
        // the scale of a step is the number of sites that a sweep visits
        super(model, start, index, new ChainScale(new FixedScale(start.freeCount()), start.largestScale()));
        this.word = word;
        this.lane = lane;
    }

    /** Ends a sweep of the word that has flipped {@code count} sites of the lane. */
    void endSweep(int count, double newLogProb) {
        logProb = newLogProb;
        unpacked = false;
        int visited = scale.draw(rng); // the fixed number of sites of a sweep
        finish(visited, /* probability= */ 1.0, /* stepAccepted= */ true, count); // no sweep is rejected
    }

    /** Copies the state and the flips from the word, unless that was done since its last sweep. */
    @Override
    public void unpack() {
        if (!unpacked) {
            word.unpack(lane, state, flipped);
            unpacked = true;
        }
    }

    @Override
    public long[] words() {
        return word.sites;
    }

    @Override
    public int lane() {
        return lane;
    }

    @Override
    protected void change(int n) {
        States.flip(state, flipped, n);
    }

    @Override
    protected void transcribeState(Transcript transcript) {
        transcript.of(state, state.length);
    }
}
