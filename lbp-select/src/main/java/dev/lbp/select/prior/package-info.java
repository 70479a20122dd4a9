/**
 * The priors of a selection that a caller may choose or write: {@link dev.lbp.select.prior.Inclusion}, of models, and
 * {@link dev.lbp.select.prior.Evidence}, what a prior of coefficients makes of one linear model. Open
 * {@link dev.lbp.select.prior.Inclusion} first.
 */
@NullMarked
package dev.lbp.select.prior;

import org.jspecify.annotations.NullMarked;
