/**
 * Searches for sets of nodes of a graph. Open {@link dev.lbp.internal.solve.sets.GraphProblem} first: it chooses
 * between the graph, as {@code GraphRows}, and its complement. {@code SetSearch} anneals a {@code NodeSet}; for cliques
 * it starts at the largest of {@code GreedyCliques}. Only {@code Solver} and {@code Graph} depend on this package.
 */
package dev.lbp.internal.solve.sets;
