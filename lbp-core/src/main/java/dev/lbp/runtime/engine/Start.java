package dev.lbp.runtime.engine;

import dev.lbp.internal.States;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The start of the chains of a run of bits: their states, their generators, and the sites that they may flip. The generators are
 * {@link ChainStreams}.
 */
public final class Start {

    private final byte[][] states;
    private final ChainStreams streams;
    private final int @Nullable [] free;
    private final int[] frozen;

    /** Makes the start of all chains of a run; see the other constructor. */
    public Start(int dimension, int chains, long seed, byte @Nullable [][] initial, boolean @Nullable [] frozenMask) {
        this(dimension, 0, chains, seed, initial, frozenMask);
    }

    /**
     * Makes the start of some chains of a run, with the same streams as in the whole run.
     *
     * @param first the index in the run of the first of these chains
     * @param chains the number of these chains
     * @param initial one state for each of these chains, or null for independent fair bits
     * @param frozenMask the sites that never flip, or null for none
     */
    Start(
            int dimension,
            int first,
            int chains,
            long seed,
            byte @Nullable [][] initial,
            boolean @Nullable [] frozenMask) {
        streams = ChainStreams.of(seed, first, chains);
        states = new byte[chains][];
        for (int c = 0; c < chains; c++) {
            states[c] =
                    initial == null ? States.random(dimension, generator(c)) : States.checked(initial[c], c, dimension);
        }
        if (frozenMask == null) {
            free = null;
            frozen = new int[0];
        } else {
            frozen = IntStream.range(0, dimension).filter(i -> frozenMask[i]).toArray();
            free = frozen.length == 0
                    ? null
                    : IntStream.range(0, dimension).filter(i -> !frozenMask[i]).toArray();
        }
    }

    int chains() {
        return states.length;
    }

    public int dimension() {
        return states[0].length;
    }

    byte[] state(int chain) {
        return states[chain];
    }

    UniformRandomProvider generator(int chain) {
        return generators()[chain];
    }

    /** The generators of all chains; tests replace them before chains are made. */
    UniformRandomProvider[] generators() {
        return streams.chains();
    }

    /** The generator for random values that all chains share. */
    public UniformRandomProvider runGenerator() {
        return streams.run();
    }

    /** The sites that may flip, ascending; null for all. */
    int @Nullable [] free() {
        return free;
    }

    int[] frozen() {
        return frozen;
    }

    public int freeCount() {
        return dimension() - frozen.length;
    }

    /** N values, true for sites that never flip. */
    public boolean[] frozenMask() {
        boolean[] mask = new boolean[dimension()];
        for (int site : frozen) {
            mask[site] = true;
        }
        return mask;
    }

    /** The sites that may flip, ascending. */
    int[] freeSites() {
        return free == null ? IntStream.range(0, dimension()).toArray() : free;
    }
}
