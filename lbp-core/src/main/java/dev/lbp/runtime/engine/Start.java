package dev.lbp.runtime.engine;

import dev.lbp.internal.States;
import java.util.stream.IntStream;
import org.apache.commons.rng.JumpableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Where the chains of a run begin: their states, their generators, and the sites they may flip.
 *
 * <p>Each chain has a stream of its own, derived from the seed and the chain's index alone: one generator is seeded, and
 * chain c takes the stream that c + 1 jumps of 2^128 numbers lead to. The stream before the first jump is the run's own. So
 * neither the number of threads nor the number of chains changes what a chain draws.
 */
public final class Start {

    private final byte[][] states;
    private final UniformRandomProvider[] generators;
    private final UniformRandomProvider runGenerator;
    private final int @Nullable [] free;
    private final int[] frozen;

    /** All chains of a run, from the first; see the other constructor. */
    public Start(int dimension, int chains, long seed, byte @Nullable [][] initial, boolean @Nullable [] frozenMask) {
        this(dimension, 0, chains, seed, initial, frozenMask);
    }

    /**
     * Some chains of a run, with the streams that they have in the whole run.
     *
     * @param first the index in the run of the first of them
     * @param chains how many there are
     * @param initial one state per chain here, or null for independent fair bits
     * @param frozenMask the sites that never flip, or null for none
     */
    public Start(
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

    /** The generator of what the chains have in common. */
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

    /** Which sites never flip. */
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
