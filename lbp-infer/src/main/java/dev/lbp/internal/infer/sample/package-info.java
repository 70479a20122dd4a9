/**
 * Draws of graphs that are too wide for exact answers. Open {@code GraphDraws} first. The package uses {@code dev.lbp},
 * its checkpoints and the models, and no other package of this module.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.internal.infer.sample;
