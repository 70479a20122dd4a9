/**
 * Samplers of real coordinates. Open {@link dev.lbp.experiments.reals.RealTrials} first. Only the list of experiments
 * uses this package.
 */
package dev.lbp.experiments.reals;
