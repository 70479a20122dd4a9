/**
 * Convergence diagnostics of scalar traces. They take arrays, return doubles, and need nothing else of the library.
 *
 * <p>A trace is one number per draw (a log-probability, a Hamming distance). All chains of one trace form one
 * {@code double[chains][draws]}, with rows of equal length, without warm-up. No argument is changed. Every method is a
 * pure function of its arguments and may be called from any thread, and the same traces give the same bits on one JVM.
 *
 * <p><b>NaN means that the trace does not determine the answer</b>: it is constant, has a value that is not finite, or
 * is too short, that is it has no draws, one draw, or fewer than the method needs. Each method lists the cases that
 * apply and its exceptions from this rule. A wrong shape, no chain or rows of different lengths, is an error of the
 * caller and throws {@link java.lang.IllegalArgumentException}. So do more than 2^29 draws of a chain, and more than
 * 2^31 - 9 of all chains. Null throws {@link java.lang.NullPointerException} with the argument's name.
 *
 * <table>
 * <caption>Which one to read</caption>
 * <tr><th>question</th><th>answer</th></tr>
 * <tr><td>Did the chains reach the same place?</td><td>{@link dev.lbp.diagnostics.RHat}, below 1.01</td></tr>
 * <tr><td>How many independent draws is this worth?</td><td>{@link dev.lbp.diagnostics.EffectiveSampleSize#bulk bulk}
 *     for centres, {@link dev.lbp.diagnostics.EffectiveSampleSize#tail tail} for quantiles</td></tr>
 * <tr><td>How does one chain compare with published tables?</td><td>{@link
 *     dev.lbp.diagnostics.EffectiveSampleSize#tfp(double[][]) tfp}</td></tr>
 * <tr><td>At what lag are draws uncorrelated?</td><td>{@link dev.lbp.diagnostics.Autocorrelation}</td></tr>
 * <tr><td>At what lag, if chains may disagree?</td><td>{@link dev.lbp.diagnostics.PooledAutocorrelation}</td></tr>
 * <tr><td>Which chain differs from the others?</td><td>{@link dev.lbp.diagnostics.RankHistogram}</td></tr>
 * <tr><td>What is the error of this mean?</td><td>{@link dev.lbp.diagnostics.MonteCarloError}</td></tr>
 * </table>
 *
 * <p>Source, except for {@code tfp}, autocorrelation and batch means: A. Vehtari, A. Gelman, D. Simpson, B. Carpenter,
 * P.-C. Bürkner, <i>Rank-normalization, folding, and localization: an improved R-hat for assessing convergence of
 * MCMC</i>, Bayesian Analysis 16(2), 2021, <a href="https://doi.org/10.1214/20-BA1221">doi:10.1214/20-BA1221</a>.
 * Equation numbers are those of this paper. The tests compare this package with tables of another implementation of it,
 * the R package posterior.
 */
@NullMarked
package dev.lbp.diagnostics;

import org.jspecify.annotations.NullMarked;
