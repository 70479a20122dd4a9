/*
 * How the classes work together. `ProposalTraining` runs the rounds. `AutoregressiveFit` fits an `Autoregressive` by
 * the gradient of `CentredLogistic`, and `AcceptanceRate` judges it. `LearnedProposal` is the result.
 * `BernoulliMixtureFit` fits a `BernoulliMixture` by `MixtureMaximisation`. `ProposalPolish` moves an `Autoregressive`
 * or a `BernoulliMixture` along the gradient of an `Objective`; it depends only on their interface `Parametric`.
 *
 * If only data and a generator are given, `DensityRatioFit` trains a `Perceptron` for a `DensityRatio`,
 * `HeldOutDifference` decides whether data and generator differ, and `ImplicitMh` corrects draws of the generator.
 * `PairMh` corrects proposals of reals by any ratio of pairs. For real coordinates `GaussianFit` makes the updates of a
 * `GaussianTask` by the gradients of `GaussianAscent`; the result is a `FittedGaussian`. `KeptArrays` is the serialised
 * form of proposals.
 */
/**
 * Proposals learned from draws, for {@link dev.lbp.Samplers.ScaledBuilder#jumps} and
 * {@link dev.lbp.Samplers#independent(dev.lbp.proposal.StateDistribution)}. Experimental: names and defaults may change
 * until 1.0. Open {@link dev.lbp.learn.ProposalTraining} first, or {@link dev.lbp.learn.GaussianProposal} for densities
 * of real coordinates. If only data are given and no density, {@link dev.lbp.learn.DensityRatio} and
 * {@link dev.lbp.learn.ImplicitMh} correct samples of a generator. {@link dev.lbp.learn.PairMh} corrects proposals that
 * depend on the present state.
 */
@NullMarked
package dev.lbp.learn;

import org.jspecify.annotations.NullMarked;
