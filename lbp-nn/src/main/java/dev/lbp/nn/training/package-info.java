/*
 * How the classes work together. `PersistentTraining` and `AdversarialTraining` collect the settings. `TrainingTask`
 * and `AdversarialTask` are their `TrainingState`, which a `TrainingLoop` updates and saves in a `StateFile`. `Ascent`
 * is Adam. `PairRatio` evaluates a discriminator. `AdversarialProposal` is the result of an `AdversarialTraining`.
 * `ReplayBuffer` has the persistent chains, `AcceptanceLoss` the losses of a proposal.
 */
/**
 * Networks fitted to data. {@link dev.lbp.nn.training.PersistentTraining} maximises the likelihood of the data by
 * persistent contrastive divergence, with any sampler of lbp. {@link
 * dev.lbp.nn.training.AdversarialProposal} is a proposal trained on samples alone, with a discriminator of pairs.
 */
@NullMarked
package dev.lbp.nn.training;

import org.jspecify.annotations.NullMarked;
