package dev.lbp.learn;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * A generator of states of bits whose probabilities need not be known, such as a simulator or a network with random
 * inputs. For a {@link dev.lbp.proposal.StateDistribution} q, {@code q::draw} is a generator. Experimental: names may
 * change until 1.0.
 */
@FunctionalInterface
public interface StateGenerator {

    /**
     * Draws a state, independently of earlier states. Called by one thread at a time.
     *
     * @param random the only source of randomness
     * @param state overwritten with N zeros and ones
     */
    void draw(UniformRandomProvider random, byte[] state);
}
