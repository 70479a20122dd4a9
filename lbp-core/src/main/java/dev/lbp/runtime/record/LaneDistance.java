package dev.lbp.runtime.record;

import dev.lbp.runtime.space.Space;

/**
 * The self-distance of a chain whose bits are one lane, a bit position, of words that several chains share. {@link
 * WordSites} counts the distances of all these chains together.
 */
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

    /** Writes the state with which draws are compared into the chain's bits of {@code states}, which are 0. */
    void write(long[] states) {
        for (int k = 0; k < states.length; k++) {
            states[k] |= (long) earlier(k) << lane;
        }
    }

    @Override
    int distance(byte[] state) {
        return word.distance(this);
    }
}
