/**
 * Samplers of real coordinates. Open {@link dev.lbp.experiments.reals.RealTrials} first. Only the list of experiments
 * knows this package.
 */
@NullMarked
package dev.lbp.experiments.reals;

import org.jspecify.annotations.NullMarked;
