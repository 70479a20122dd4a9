/**
 * Chains of real coordinates: MALA, Barker, random walk and independence samplers, in lock-step on the batched engine.
 * Open {@link dev.lbp.runtime.engine.reals.RealMethod} first. {@code IncrementChain} adds noise to all coordinates,
 * {@code IndependentChain} draws new points, {@code DiagonalShape} learns the noise of each coordinate. Not API.
 */
package dev.lbp.runtime.engine.reals;
