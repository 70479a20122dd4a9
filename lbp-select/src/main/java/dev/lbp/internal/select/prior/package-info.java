/**
 * Priors of linear models and of their sizes, and what follows from them for the coefficients. Open
 * {@link dev.lbp.internal.select.prior.LinearEvidence} first: the evidence as a function of three numbers of a model.
 * {@code AdditionEvidence} adds what the tracker needs, {@code MixtureEvidence} integrates over g,
 * {@code PosteriorPart} is the distribution of coefficients. Regressions depend on this package; it knows only
 * {@code data}.
 */
@NullMarked
package dev.lbp.internal.select.prior;

import org.jspecify.annotations.NullMarked;
