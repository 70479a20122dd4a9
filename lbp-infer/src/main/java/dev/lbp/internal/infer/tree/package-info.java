/**
 * Passes over the cliques of an order. Open {@link dev.lbp.internal.infer.tree.SumTree} first: sums, conditional
 * distributions and draws. {@code BestTree} finds the best states. The package uses tables and orders, and does not use
 * {@code dev.lbp.infer}.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.internal.infer.tree;
