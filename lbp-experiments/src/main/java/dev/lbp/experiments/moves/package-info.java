/**
 * Measures the speed of samplers on categories, permutations and other states with their own moves. Open {@link
 * dev.lbp.experiments.moves.Moves} first. Only the list of experiments uses this package.
 */
package dev.lbp.experiments.moves;
