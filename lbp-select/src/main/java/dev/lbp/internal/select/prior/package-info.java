/**
 * Priors of models, and what follows from them for the coefficients. Open {@link dev.lbp.select.prior.Evidence} first:
 * the evidence as a function of three numbers of a model. {@code AdditionEvidence} adds what the tracker needs,
 * {@code MixtureEvidence} integrates over g, {@code LocalG} does in models that are not linear, {@code PosteriorPart}
 * is the distribution of coefficients. Regressions depend on this package; it knows {@code data} and
 * {@code dev.lbp.select.prior}.
 */
package dev.lbp.internal.select.prior;
