/**
 * Calls of a user's model: they check its answers and name its failures. Open {@code BatchModel} first, the model of
 * the batched engine; {@code ModelCalls} names failures outside of steps. {@code Colourings} checks colourings. Classes
 * named {@code Annealed...} and {@code Reference} are targets between the temperatures of a ladder. Not API.
 */
package dev.lbp.runtime.model;
