/**
 * Updates of single sites, by Gibbs or Metropolis rules: sweeps in order, by colours, in blocks on all threads,
 * thinned, or of random sites. Open {@link dev.lbp.runtime.engine.sweep.SweepMethod} first, whose order is a
 * {@link dev.lbp.runtime.engine.sweep.Scan} and whose rule is of {@link dev.lbp.runtime.engine.sweep.Sweeps}. Not API.
 */
package dev.lbp.runtime.engine.sweep;
