/**
 * Metropolis-Hastings with moves of several sites: LBP, GWG, random walk and the factorised proposals, on bits, values
 * and subsets of fixed size. Open {@link dev.lbp.runtime.engine.metropolis.MetropolisMethod} first; local chains and
 * batched ones have a class each. Not API.
 */
package dev.lbp.runtime.engine.metropolis;
