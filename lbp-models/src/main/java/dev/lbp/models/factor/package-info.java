/**
 * Models that one declares: sums of terms of a few sites each, with trackers, graph and colouring made from them. Open
 * {@link dev.lbp.models.factor.FactorModel} first. It knows the other targets of {@code dev.lbp.models}, and nothing
 * of those knows it.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.models.factor;
