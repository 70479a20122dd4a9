/**
 * Neural networks as targets. A {@link dev.lbp.nn.ScoreNetwork} computes unnormalised log-probabilities and their gradient by
 * the states; a {@link dev.lbp.nn.TrainableNetwork} also has parameters and the gradient by them.
 */
@NullMarked
package dev.lbp.nn;

import org.jspecify.annotations.NullMarked;
