/**
 * Bayesian variable selection: which of p variables belong in a regression, and how sure that is. A model is a subset of the
 * variables. {@link dev.lbp.select.Evidence} scores how well it explains the data, {@link dev.lbp.select.Inclusion} is its
 * probability before the data are seen.
 */
@NullMarked
package dev.lbp.select;

import org.jspecify.annotations.NullMarked;
