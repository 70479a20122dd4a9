/*
 * How the classes work together. `NetworkModel` makes a target of a `ScoreNetwork`; `NetworkBatch` has the arrays of a
 * thread. `CategoricalNetworkModel` is a `NetworkModel` of one-hot cells, with `ValuesFirstNetwork` between where the
 * file has the cells in the other order. `NetworkPosterior` makes a density of a `TrainableNetwork`'s parameters. A
 * file is an `OnnxNetwork`. `OnnxGradient` in dev.lbp.internal.onnx, which knows nothing of this package, derives the
 * graph of the gradient from the forward graph, by a rule for each operator. dev.lbp.nn.training lies above.
 */
/**
 * Neural networks as targets. A {@link dev.lbp.nn.ScoreNetwork} computes unnormalised log-probabilities and their
 * gradient by the states; a {@link dev.lbp.nn.TrainableNetwork} also has parameters and the gradient by them.
 */
@NullMarked
package dev.lbp.nn;

import org.jspecify.annotations.NullMarked;
