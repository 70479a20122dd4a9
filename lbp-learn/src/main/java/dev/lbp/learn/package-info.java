/*
 * How the classes work together. `ProposalTraining` runs the rounds, `AutoregressiveFit` fits an `Autoregressive` by
 * the gradient of `CentredLogistic`, `AcceptanceRate` judges it, `LearnedProposal` is the result. `BernoulliMixtureFit`
 * fits a `BernoulliMixture` by `MixtureMaximisation`. `ProposalPolish` moves either along the gradient of an
 * `Objective`, and knows them as `Parametric` alone. Where only data and a generator are given, `DensityRatioFit`
 * trains a `Perceptron` to be a `DensityRatio`, by which `ImplicitMh` corrects draws, and `HeldOutDifference` decides
 * whether data and generator differ. `PairMh` corrects proposals of reals by any ratio of pairs. For real coordinates
 * `GaussianFit` runs the updates of a `GaussianTask`, whose gradients are those of `GaussianAscent`; the result is a
 * `FittedGaussian`. Proposals are serialised as `KeptArrays`, with a checksum.
 */
/**
 * Proposals learned from draws, for {@link dev.lbp.Samplers.ScaledBuilder#jumps} and
 * {@link dev.lbp.Samplers#independent(dev.lbp.proposal.StateDistribution)}. Experimental: names and defaults may change
 * until 1.0. {@link dev.lbp.learn.ProposalTraining} is the entry, {@link dev.lbp.learn.GaussianProposal} the one for
 * densities of real coordinates. {@link dev.lbp.learn.DensityRatio} and {@link dev.lbp.learn.ImplicitMh} correct
 * samples where no density is known, only data; {@link dev.lbp.learn.PairMh} those of proposals that depend on the
 * present state.
 */
@NullMarked
package dev.lbp.learn;

import org.jspecify.annotations.NullMarked;
