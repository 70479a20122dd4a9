package dev.lbp.result;

/**
 * The outcome of a step.
 *
 * @param accepted whether the proposed state was accepted; always true for Gibbs, true for a swap that sets the removed
 *     site again
 * @param acceptanceProbability min(1, alpha), in [0, 1]; 1 for Gibbs and, up to rounding, for swaps, 0 if no proposal
 *     could be drawn
 * @param flips the number of sites that differ between the new state and the old one; 0 if rejected
 * @param scale the number R of sites that were drawn; for DLMC and DMALA the number of sites proposed to flip; for
 *     Gibbs the number of sites visited; 2 for a swap; for a jump the number of sites where its draw differs
 * @param jumped whether the step was a jump among other moves
 */
public record StepInfo(boolean accepted, double acceptanceProbability, int flips, int scale, boolean jumped) {}
