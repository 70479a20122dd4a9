package dev.lbp.runtime.engine.start;

import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.rng.JumpableUniformRandomProvider;
import org.apache.commons.rng.LongJumpableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The random streams of a run. Each chain has its own stream, which depends only on the seed and the chain's number.
 * One generator is seeded. The run itself has the numbers before the first jump, and chain c the numbers after c + 1
 * jumps of 2^128 numbers. So neither the number of threads nor the number of chains changes the draws of a chain.
 *
 * @param run the generator for random values that all chains share
 * @param chains the generator of each chain
 */
record ChainStreams(UniformRandomProvider run, UniformRandomProvider[] chains) {

    /**
     * The streams of some chains of a run. Each chain has the stream that it has in the whole run.
     *
     * <p>For the slot of a tempered run, jumps are long jumps of 2^192 numbers, and slot s has its stream after s more
     * jumps of 2^128 numbers. So the draws depend neither on the number of chains nor on the number of slots.
     *
     * @param slot the number of a slot's streams; negative if the run is not tempered
     */
    static ChainStreams of(long seed, ChainSpan span, int slot) {
        LongJumpableUniformRandomProvider source =
                (LongJumpableUniformRandomProvider) RandomSource.XO_SHI_RO_256_PP.create(seed);
        Supplier<UniformRandomProvider> next = slot < 0 ? source::jump : source::longJump;
        UniformRandomProvider run = next.get();
        UniformRandomProvider[] generators = new UniformRandomProvider[span.count()];
        for (int c = -span.first(); c < generators.length; c++) {
            UniformRandomProvider stream = next.get();
            if (c >= 0) { // the streams of earlier chains are passed over
                generators[c] = stream;
                for (int s = 0; s < slot; s++) {
                    ((JumpableUniformRandomProvider) stream).jump();
                }
            }
        }
        return new ChainStreams(run, generators);
    }

    /** These streams with a given generator for each row. */
    ChainStreams ofRows(List<UniformRandomProvider> generators) {
        return new ChainStreams(run, generators.toArray(UniformRandomProvider[]::new));
    }
}
