/*
 * How the classes work together. `NetworkModel` makes a target of a `ScoreNetwork`; `NetworkBatch` has the arrays of a
 * thread. `CategoricalNetworkModel` is a `NetworkModel` of one-hot cells; `ValuesFirstNetwork` reorders the cells if
 * the file has them in the other order. `NetworkPosterior` is the density of a `TrainableNetwork`'s parameters.
 * `OnnxNetwork` reads a file. `OnnxGradient` in dev.lbp.internal.onnx derives the graph of the gradient from the
 * forward graph, by a rule for each operator; it does not depend on this package. dev.lbp.nn.training depends on it.
 */
/**
 * Neural networks as targets. A {@link dev.lbp.nn.ScoreNetwork} computes unnormalised log-probabilities and their
 * gradient by the states; a {@link dev.lbp.nn.TrainableNetwork} also computes the gradient by its parameters.
 */
@NullMarked
package dev.lbp.nn;

import org.jspecify.annotations.NullMarked;
