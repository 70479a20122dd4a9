/**
 * Tables of probabilities, and the graph reduced by evidence. Open {@link dev.lbp.internal.infer.table.Problem} first:
 * it absorbs observations, with the values that {@code Domains} leaves to each site. The package uses {@code
 * dev.lbp.models.factor} and no other package of this module.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.internal.infer.table;
