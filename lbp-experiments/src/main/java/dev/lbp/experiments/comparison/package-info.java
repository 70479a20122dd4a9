/**
 * Compares samplers on targets of many kinds. On some of them, which are scored as a whole, an evaluation costs the
 * same for any number of flips. Open {@link dev.lbp.experiments.comparison.Comparison} first. Only the list of
 * experiments uses this package.
 */
package dev.lbp.experiments.comparison;
