/**
 * Images of a simple model, corrected by a density ratio that is learned. Open {@link
 * dev.lbp.experiments.correction.Correction} first. Only the list of experiments knows this package.
 */
package dev.lbp.experiments.correction;
