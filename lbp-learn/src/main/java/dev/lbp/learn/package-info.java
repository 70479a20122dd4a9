/**
 * Proposals learned from draws, for {@link dev.lbp.Samplers.ScaledBuilder#jumps} and {@link dev.lbp.Samplers#independent}.
 * Experimental: names and defaults may change until 1.0. {@link dev.lbp.learn.ProposalTraining} is the entry.
 * {@link dev.lbp.learn.DensityRatio} and {@link dev.lbp.learn.ImplicitMh} correct samples where no density is known, only data.
 */
@NullMarked
package dev.lbp.learn;

import org.jspecify.annotations.NullMarked;
