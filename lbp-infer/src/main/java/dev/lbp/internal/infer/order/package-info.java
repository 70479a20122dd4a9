/**
 * Orders in which variables are eliminated. Open {@link dev.lbp.internal.infer.order.OrderSearch} first. It knows the
 * tables below it, and nothing of the passes that use an order.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.internal.infer.order;
