/**
 * Images of a simple model, corrected by a learned density ratio. Open {@link
 * dev.lbp.experiments.correction.Correction} first. Only the list of experiments uses this package.
 */
package dev.lbp.experiments.correction;
