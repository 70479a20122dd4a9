package dev.lbp.learn;

/**
 * Samples of {@link PairMh}. Experimental: names may change until 1.0.
 *
 * @param states the last state of each chain, [count][N]
 * @param acceptanceRate the share of accepted proposals over all chains, in [0, 1]
 * @param jumpDistance the mean Euclidean distance that a chain moves in a step; a rejected step counts as 0
 * @param proposedDistance the mean Euclidean distance of a state and its proposal
 * @param moved the number of chains that accepted a proposal
 */
public record PairSamples(
        float[][] states, double acceptanceRate, double jumpDistance, double proposedDistance, int moved) {}
