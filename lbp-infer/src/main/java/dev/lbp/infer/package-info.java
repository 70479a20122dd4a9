/*
 * How the classes work together. `Inference` collects settings. `SumCore` and `BestCore` apply the evidence and
 * eliminate what is cheap. `ExactPosterior` answers where tables fit; elsewhere `SampledPosterior` draws states of the
 * core.
 */
/**
 * Inference in factor graphs: marginals given evidence, the probability of evidence, the most probable state and
 * independent draws. Answers are exact if the graph is narrow enough, otherwise estimated. Open {@code Inference}
 * first.
 */
@org.jspecify.annotations.NullMarked
package dev.lbp.infer;
