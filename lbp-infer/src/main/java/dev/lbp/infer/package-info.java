/**
 * Inference in factor graphs: marginals given evidence, the probability of evidence, the most probable state and
 * independent exact draws, where the graph is narrow enough. Open {@code Inference} first.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.infer;
