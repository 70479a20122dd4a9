/**
 * What trackers of models keep of a state, and update after each change. Open {@link
 * dev.lbp.internal.models.tracker.CategoricalTracker} first: the tracker of models whose sites have categories. {@code
 * PermutationTracker} and {@code MatchingTracker} are for permutations and matchings; {@code Quantum} rounds numbers so
 * that sums of them are exact in any order. Only {@code dev.lbp.models} depends on this package. {@code GraphColouring}
 * colours graphs, for sweeps by colours.
 */
package dev.lbp.internal.models.tracker;
