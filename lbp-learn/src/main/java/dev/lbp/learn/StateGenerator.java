package dev.lbp.learn;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * A law of states of bits that can be drawn from and need not be scored: a simulator, or a network with random inputs.
 * The method {@code draw} of a {@link dev.lbp.proposal.StateDistribution} is one, {@code q::draw}. Experimental: names
 * may change until 1.0.
 */
@FunctionalInterface
public interface StateGenerator {

    /**
     * Draws a state, independently of earlier ones. One thread calls this at a time.
     *
     * @param random the only source of randomness
     * @param state receives N zeros and ones; its former contents are of no meaning
     */
    void draw(UniformRandomProvider random, byte[] state);
}
