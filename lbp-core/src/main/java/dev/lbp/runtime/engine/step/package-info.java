/**
 * The arithmetic and the books of one step: acceptance, the scale and what warm-up finds of it, flip weights, heat
 * baths. Nothing here knows a chain; chains have these as parts. Open {@link dev.lbp.runtime.engine.step.ChainScale}
 * first. Not API.
 */
package dev.lbp.runtime.engine.step;
