/**
 * Chains of real coordinates: MALA, Barker, random walk and independence samplers, in lock-step on the batched engine.
 * Open {@link dev.lbp.runtime.engine.reals.RealMethod} first. Not API.
 */
package dev.lbp.runtime.engine.reals;
