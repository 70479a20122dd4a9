/**
 * The likelihoods of regressions that are not linear, and the functions that they need. Open
 * {@link dev.lbp.internal.select.likelihood.Likelihood} first; {@code RowLikelihood} is for those that are sums over
 * rows, {@code CoxLikelihood} for survival times. Only {@code glm} depends on this package; it knows {@code average}.
 */
package dev.lbp.internal.select.likelihood;
