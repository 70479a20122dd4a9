/**
 * Passes over the cliques of an order: sums, conditional laws, draws, best states. Open
 * {@link dev.lbp.internal.infer.tree.SumTree} first. It knows tables and orders below it, and nothing of
 * {@code dev.lbp.infer}.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.internal.infer.tree;
