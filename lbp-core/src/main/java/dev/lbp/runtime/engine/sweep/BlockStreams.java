package dev.lbp.runtime.engine.sweep;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.XoShiRo256PlusPlus;

/**
 * The random numbers for the blocks of one chain's sweeps. Each block of each sweep has a generator of its own, which
 * depends only on the chain's generator at the beginning of the sweep and on the number of the block. So draws do not
 * depend on which thread works on a block, or when, and a checkpoint holds the chain's generator alone.
 */
interface BlockStreams {

    /** Begins a sweep: draws its key from the chain's generator. */
    void begin(UniformRandomProvider chain);

    /** The generator of a block in the present sweep. Any thread may call this. */
    UniformRandomProvider of(int block);

    /** The streams that the chains of runs use. */
    static BlockStreams seeded() {
        return new Seeded();
    }

    /**
     * XoShiRo256++ generators seeded by SplitMix64 (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195), as the
     * authors of XoShiRo advise. A sweep draws a key of two numbers, each the start of a sequence of SplitMix64. Block
     * b is seeded by the outputs 2b and 2b + 1 of both sequences. The outputs of one sequence differ, so no two blocks
     * of a sweep have the same seed. Seeds of different sweeps are equal about as rarely as random numbers of 128 bits.
     */
    final class Seeded implements BlockStreams {

        private static final long GOLDEN = 0x9e3779b97f4a7c15L;

        /** The key of the present sweep. */
        private long first;

        private long second;

        private Seeded() {}

        @Override
        public void begin(UniformRandomProvider chain) {
            first = chain.nextLong();
            second = chain.nextLong();
        }

        @Override
        public UniformRandomProvider of(int block) {
            long at = GOLDEN * (2L * block + 1); // states of SplitMix64 lie GOLDEN apart: this gives output 2 block
            return new XoShiRo256PlusPlus(
                    mix(first + at), mix(second + at), mix(first + at + GOLDEN), mix(second + at + GOLDEN));
        }

        /** The output function of SplitMix64: a permutation of the longs. */
        private static long mix(long state) {
            long z = (state ^ state >>> 30) * 0xbf58476d1ce4e5b9L;
            z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
            return z ^ z >>> 31;
        }
    }
}
