/*
 * How the classes work together. `FactorBuilder` collects the terms, `FactorGraph` lists them as tables,
 * `BitTermTracker` and `ValueTermTracker` keep a state.
 */
/**
 * Models that users declare: sums of terms of a few sites each, with trackers, graph and colouring made from them.
 * Open {@link dev.lbp.models.factor.FactorModel} first. It uses other targets of {@code dev.lbp.models}, and none of
 * them uses it.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.models.factor;
