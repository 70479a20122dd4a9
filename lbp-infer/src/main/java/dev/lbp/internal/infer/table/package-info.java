/**
 * Tables of probabilities, and the graph as evidence leaves it. Open {@link dev.lbp.internal.infer.table.Problem}
 * first. It knows {@code dev.lbp.models.factor} and no other package of this module.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.internal.infer.table;
