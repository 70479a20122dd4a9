/**
 * Parallel tempering against runs without it, on targets whose answers are known. Open {@link
 * dev.lbp.experiments.tempering.TemperingTrials} first. Only the list of experiments knows this package.
 */
@NullMarked
package dev.lbp.experiments.tempering;

import org.jspecify.annotations.NullMarked;
