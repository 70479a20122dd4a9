/**
 * The parts of one step: acceptance, the scale and its adaptation, flip weights, heat baths. No class here depends on a
 * chain. Open {@link dev.lbp.runtime.engine.step.ChainScale} first. {@code ConditionalFlips} and {@code HeatBath} draw
 * from conditionals, {@code FlipWeights} weighs all flips. Not API.
 */
package dev.lbp.runtime.engine.step;
