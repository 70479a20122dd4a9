/** Chains of real coordinates: MALA, Barker and random walk, in lock-step on the batched engine. Not API. */
package dev.lbp.runtime.engine.reals;
