package dev.lbp.internal.bytes;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;

/**
 * Gives the indices of data in random order, in passes: each pass has every index once, and is shuffled again. A batch
 * may contain the end of one pass and the start of the next, so all batches have the same size and no data are left
 * out.
 */
public final class BatchStream {

    private final int[] order;
    private final UniformRandomProvider random;
    private int next;

    /**
     * @param size the number of data, at least 1
     */
    public BatchStream(int size, UniformRandomProvider random) {
        this.order = PermutationSampler.natural(size);
        this.random = random;
        this.next = size; // the first call of next() begins a pass
    }

    /** The index of the next datum. */
    public int next() {
        if (next == order.length) {
            PermutationSampler.shuffle(random, order);
            next = 0;
        }
        return order[next++];
    }

    /** Writes or reads the present pass, without the generator. */
    public void transcribe(Transcript transcript) {
        transcript.of(order, order.length);
        next = transcript.of(next);
    }
}
