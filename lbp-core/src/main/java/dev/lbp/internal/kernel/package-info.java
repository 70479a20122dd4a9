/**
 * The arithmetic of a step on plain arrays: weights from log-ratios, draws of sites by weight, and the probability of a
 * path. It does not depend on models, chains or runs. Open {@code PathProposal} first; {@code WeightTable} draws sites
 * by weight, {@code ScalarFlipWeights} computes weights, {@code FactorisedProposal} is the base of DLMC and DMALA,
 * {@code Exp} the exponential function. Not API.
 */
package dev.lbp.internal.kernel;
