/**
 * Samplers of variable selection, in linear and logistic regression. Open {@link
 * dev.lbp.experiments.selection.Selection} first. Only the list of experiments knows this package.
 */
@NullMarked
package dev.lbp.experiments.selection;

import org.jspecify.annotations.NullMarked;
