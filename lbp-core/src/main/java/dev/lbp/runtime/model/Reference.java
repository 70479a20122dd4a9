package dev.lbp.runtime.model;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * The hot end of a path: a distribution that can be drawn and scored.
 *
 * @param <S> the array of a state
 */
public interface Reference<S> {

    /** Draws a state into an array. Frozen sites keep their values. */
    void draw(S state, UniformRandomProvider rng);

    /** The log-probability of a state; up to a constant if {@link #normalised} is false. */
    double logProb(S state);

    /** Whether the probabilities of all states sum to 1. */
    default boolean normalised() {
        return true;
    }

    /** Whether all states have the same probability. */
    default boolean isFair() {
        return false;
    }
}
