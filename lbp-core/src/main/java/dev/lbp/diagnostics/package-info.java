/**
 * Convergence diagnostics of scalar traces: arrays in, doubles out, nothing else of the library needed.
 *
 * <p>A trace is one number per draw (a log-probability, a Hamming distance). All chains of one trace come as {@code
 * double[chains][draws]}, rows of equal length, warm-up already removed. No argument is changed, every method is a
 * pure function of its arguments and may be called from any thread, and the same traces give the same bits on one JVM.
 *
 * <p><b>NaN means that the trace cannot answer the question</b>: it is constant, has a value that is not finite, or
 * is too short, that is it has no draws, one draw, or fewer than the method needs. Each method says which of these apply and
 * where it departs from that rule. A wrong shape, no chain or rows of different lengths, is a mistake of the caller and throws
 * {@link java.lang.IllegalArgumentException}; so do more than 2^29 draws of a chain, and more than 2^31 - 9 of all chains.
 * Null throws {@link java.lang.NullPointerException} with the argument's name.
 *
 * <table>
 * <caption>Which one to read</caption>
 * <tr><th>question</th><th>answer</th></tr>
 * <tr><td>did the chains reach the same place?</td><td>{@link dev.lbp.diagnostics.RHat}, below 1.01</td></tr>
 * <tr><td>how many independent draws is this worth?</td>
 *     <td>{@link dev.lbp.diagnostics.EffectiveSampleSize#bulk bulk} for centres,
 *     {@link dev.lbp.diagnostics.EffectiveSampleSize#tail tail} for quantiles</td></tr>
 * <tr><td>how does one chain compare with published tables?</td>
 *     <td>{@link dev.lbp.diagnostics.EffectiveSampleSize#tfp(double[][]) tfp}</td></tr>
 * <tr><td>how far apart must draws be to be unlike?</td><td>{@link dev.lbp.diagnostics.Autocorrelation}</td></tr>
 * <tr><td>the same, of chains that may disagree?</td><td>{@link dev.lbp.diagnostics.PooledAutocorrelation}</td></tr>
 * <tr><td>which chain is elsewhere than the others?</td><td>{@link dev.lbp.diagnostics.RankHistogram}</td></tr>
 * <tr><td>how far off is this mean?</td><td>{@link dev.lbp.diagnostics.MonteCarloError}</td></tr>
 * </table>
 *
 * <p>Source of all but {@code tfp}, autocorrelation and batch means: A. Vehtari, A. Gelman, D. Simpson, B. Carpenter, P.-C. Bürkner,
 * <i>Rank-normalization, folding, and localization: an improved R-hat for assessing convergence of MCMC</i>, Bayesian
 * Analysis 16(2), 2021, <a href="https://doi.org/10.1214/20-BA1221">doi:10.1214/20-BA1221</a>. The tests hold this
 * package to the tables of another implementation of that paper, the R package posterior.
 */
@NullMarked
package dev.lbp.diagnostics;

import org.jspecify.annotations.NullMarked;
