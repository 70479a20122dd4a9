/**
 * Elimination orders. Open {@link dev.lbp.internal.infer.order.OrderSearch} first. The package uses tables, and does
 * not use the passes over an order.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.internal.infer.order;
