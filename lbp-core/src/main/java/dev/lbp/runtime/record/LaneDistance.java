package dev.lbp.runtime.record;

import dev.lbp.runtime.space.Space;

/** The distance of a chain that shares words with others, which counts that of all of them together. */
final class LaneDistance extends SelfDistance<byte[]> {

    private final WordSites word;
    private final int lane;

    LaneDistance(Space<byte[]> space, byte[] state, WordSites word, int lane) {
        super(space, state);
        this.word = word;
        this.lane = lane;
        word.add(this);
    }

    int lane() {
        return lane;
    }

    /** Writes the state that draws are compared with into the bits of the chain, which are 0. */
    void write(long[] states) {
        for (int k = 0; k < states.length; k++) {
            states[k] |= (long) then(k) << lane;
        }
    }

    @Override
    int distance(byte[] state) {
        return word.distance(this);
    }
}
