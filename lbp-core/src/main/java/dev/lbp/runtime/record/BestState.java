package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.VisitedState;
import java.util.Arrays;

/** A state of {@link BestStates}. The natural order is from the best to the worst. */
final class BestState implements Comparable<BestState> {

    /** Stands for no state. */
    static final BestState NONE = new BestState(0L, new long[0], Double.NEGATIVE_INFINITY);

    /** Site i is bit {@code i mod 64} of word {@code i / 64}. */
    final long[] bits;

    long hash;
    double logProb;
    long visits;

    BestState(long hash, long[] bits, double logProb) {
        this.hash = hash;
        this.bits = bits;
        this.logProb = logProb;
    }

    /** The number of longs that hold the bits of N sites. */
    static int words(int dimension) {
        return (dimension + 63) / 64;
    }

    @Override
    public int compareTo(BestState other) {
        int byLogProb = Double.compare(other.logProb, logProb);
        return byLogProb != 0 ? byLogProb : Arrays.compareUnsigned(bits, other.bits);
    }

    void transcribe(Transcript transcript) {
        hash = transcript.of(hash);
        transcript.of(bits, bits.length);
        logProb = transcript.of(logProb);
        visits = transcript.of(visits);
    }

    /** The state with a byte for each site, for the result of a run. */
    VisitedState result(int dimension) {
        byte[] state = new byte[dimension];
        for (int i = 0; i < dimension; i++) {
            state[i] = (byte) (bits[i >>> 6] >>> i & 1L); // Java shifts by i mod 64
        }
        return new VisitedState(state, logProb, visits);
    }
}
