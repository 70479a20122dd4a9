/**
 * Compares parallel tempering with runs without it, on targets with known answers. Open {@link
 * dev.lbp.experiments.tempering.TemperingTrials} first. Only the list of experiments uses this package.
 */
package dev.lbp.experiments.tempering;
