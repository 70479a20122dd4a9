/**
 * Networks fitted to data. {@link dev.lbp.nn.training.PersistentTraining} maximises the likelihood of the data by
 * persistent contrastive divergence, with any sampler of lbp.
 */
@NullMarked
package dev.lbp.nn.training;

import org.jspecify.annotations.NullMarked;
