/** Chains of real coordinates: MALA, Barker and random walk, in lock-step on the batched engine. Not API. */
@NullMarked
package dev.lbp.runtime.engine.reals;

import org.jspecify.annotations.NullMarked;
