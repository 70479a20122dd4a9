/**
 * Passes over the cliques of an order: sums, conditional distributions, draws, best states. Open {@link
 * dev.lbp.internal.infer.tree.SumTree} first. The package uses tables and orders, and does not use {@code
 * dev.lbp.infer}.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.internal.infer.tree;
