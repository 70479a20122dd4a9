/**
 * Proposals beyond local moves: jumps between modes, several tries per step, objectives of learning, and the acceptance
 * of jumps against the dimension. Open {@link dev.lbp.experiments.proposals.Proposals} first. Only the list of
 * experiments uses this package.
 */
package dev.lbp.experiments.proposals;
