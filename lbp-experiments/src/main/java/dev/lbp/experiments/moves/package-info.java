/**
 * Walks on categories, permutations and other states with moves of their own, and how fast they are. Open {@link
 * dev.lbp.experiments.moves.Moves} first. Only the list of experiments knows this package.
 */
package dev.lbp.experiments.moves;
