/**
 * The experiments of the paper: efficiency by scale, scaling with the dimension, Table 1, adaptation and weight
 * functions. Open {@link dev.lbp.experiments.paper.Table1} first. Experiments on moves and on proposals use its weight
 * functions and its rough targets. {@code Efficiency}, {@code Scaling}, {@code Adaptation} and {@code Weights} are the
 * other large ones.
 */
package dev.lbp.experiments.paper;
