/**
 * Single proposals: jumps between modes, several tries for a step, objectives of learning, growth with the dimension.
 * Open {@link dev.lbp.experiments.proposals.Proposals} first. Only the list of experiments knows this package.
 */
package dev.lbp.experiments.proposals;
