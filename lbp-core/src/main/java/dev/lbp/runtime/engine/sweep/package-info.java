/**
 * Updates of single sites, by Gibbs or Metropolis rules: sweeps in order, by colours, in blocks on all threads,
 * thinned, or of random sites. Open {@link dev.lbp.runtime.engine.sweep.SweepMethod} first: its {@link
 * dev.lbp.runtime.engine.sweep.Scan} gives the order of the updates, its {@link dev.lbp.runtime.engine.sweep.Sweeps}
 * the rule. {@code SweepChain} and {@code SkippingChain} sweep bits, {@code CategoricalSweepChain} sweeps values such
 * as those of Potts models, {@code BlockSweepChain} uses all threads, {@code BatchGibbsEnsemble} is for models without
 * trackers. Not API.
 */
package dev.lbp.runtime.engine.sweep;
