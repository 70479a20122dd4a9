/**
 * Compares samplers on targets of many kinds, some of them scored as a whole: an evaluation costs the same whatever a
 * step flips. Open {@link dev.lbp.experiments.comparison.Comparison} first. Only the list of experiments knows this
 * package.
 */
package dev.lbp.experiments.comparison;
