package dev.lbp.runtime.engine;

import dev.lbp.internal.States;
import java.util.stream.IntStream;
import org.apache.commons.rng.JumpableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * The start of the chains of a run: their states, their generators, and the sites that they may flip.
 *
 * <p>Each chain has its own stream, which depends only on the seed and the chain's index. One generator is seeded, and chain c
 * has its stream after c + 1 jumps of 2^128 numbers. The run itself has the stream before the first jump. So neither the number
 * of threads nor the number of chains changes the draws of a chain.
 */
public final class Start {

    private final byte[][] states;
    private final UniformRandomProvider[] generators;
    private final UniformRandomProvider runGenerator;
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
        JumpableUniformRandomProvider source =
                (JumpableUniformRandomProvider) RandomSource.XO_SHI_RO_256_PP.create(seed);
        runGenerator = source.jump();
        for (int c = 0; c < first; c++) {
            source.jump();
        }
        generators = new UniformRandomProvider[chains];
        states = new byte[chains][];
        for (int c = 0; c < chains; c++) {
            generators[c] = source.jump();
            states[c] = initial == null
                    ? States.random(dimension, generators[c])
                    : States.checked(initial[c], c, dimension);
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
        return generators[chain];
    }

    /** The generator for random values that all chains share. */
    public UniformRandomProvider runGenerator() {
        return runGenerator;
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
