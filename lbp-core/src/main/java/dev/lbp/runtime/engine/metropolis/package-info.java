/**
 * Metropolis-Hastings with moves of several sites: LBP, GWG, random walk and the factorised proposals, on bits, values
 * and subsets of fixed size. Open {@link dev.lbp.runtime.engine.metropolis.MetropolisMethod} first. The classes {@code
 * Local...} are chains of the local engine, {@code Batch...} of the batched engine. {@code LocalSubsetChain} exchanges
 * ones and zeros, drawn from {@code Strata}. Not API.
 */
package dev.lbp.runtime.engine.metropolis;
