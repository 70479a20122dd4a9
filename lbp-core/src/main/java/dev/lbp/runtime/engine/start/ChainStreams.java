package dev.lbp.runtime.engine.start;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.JumpableUniformRandomProvider;
import org.apache.commons.rng.LongJumpableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The random streams of a run. Each chain has its own stream, which depends only on the seed and the chain's index. One
 * generator is seeded, and chain c has its stream after c + 1 jumps of 2^128 numbers. The run itself has the stream
 * before the first jump. So neither the number of threads nor the number of chains changes the draws of a chain.
 *
 * @param run the generator for random values that all chains share
 * @param chains the generator of each chain
 */
record ChainStreams(UniformRandomProvider run, UniformRandomProvider[] chains) {

    /**
     * The streams of some chains of a run, the same as in the whole run.
     *
     * @param span these chains
     */
    static ChainStreams of(long seed, ChainSpan span) {
        JumpableUniformRandomProvider source =
                (JumpableUniformRandomProvider) RandomSource.XO_SHI_RO_256_PP.create(seed);
        UniformRandomProvider run = source.jump();
        for (int c = 0; c < span.first(); c++) {
            source.jump();
        }
        UniformRandomProvider[] generators = new UniformRandomProvider[span.count()];
        Arrays.setAll(generators, c -> source.jump());
        return new ChainStreams(run, generators);
    }

    /** The streams of rows that have generators already. */
    ChainStreams ofRows(List<UniformRandomProvider> generators) {
        return new ChainStreams(run, generators.toArray(UniformRandomProvider[]::new));
    }

    /**
     * The streams of one slot of some ladders of a tempered run, the same as in the whole run. Chain c has a stretch of
     * the generator after c + 1 long jumps of 2^192 numbers; in it, slot s has its stream after s jumps. So the draws
     * depend neither on the number of chains nor on that of slots.
     */
    static ChainStreams ofSlot(long seed, ChainSpan span, int slot) {
        LongJumpableUniformRandomProvider source =
                (LongJumpableUniformRandomProvider) RandomSource.XO_SHI_RO_256_PP.create(seed);
        UniformRandomProvider run = source.longJump();
        for (int c = 0; c < span.first(); c++) {
            source.longJump();
        }
        UniformRandomProvider[] generators = new UniformRandomProvider[span.count()];
        for (int c = 0; c < generators.length; c++) {
            JumpableUniformRandomProvider chain = (JumpableUniformRandomProvider) source.longJump();
            for (int s = 0; s < slot; s++) {
                chain.jump();
            }
            generators[c] = chain;
        }
        return new ChainStreams(run, generators);
    }
}
