/**
 * Parallel tempering against runs without it, on targets whose answers are known. Open {@link
 * dev.lbp.experiments.tempering.TemperingTrials} first. Only the list of experiments knows this package.
 */
package dev.lbp.experiments.tempering;
