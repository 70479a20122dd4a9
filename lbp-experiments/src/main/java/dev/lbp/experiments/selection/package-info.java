/**
 * Samplers of variable selection, in linear and logistic regression. Open {@link
 * dev.lbp.experiments.selection.Selection} first. Only the list of experiments uses this package.
 */
package dev.lbp.experiments.selection;
