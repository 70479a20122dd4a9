/**
 * Densities of real coordinates as targets: a {@link dev.lbp.continuous.DensityModel} scores points, a {@link
 * dev.lbp.continuous.RealStatistic} is traced, and a {@link dev.lbp.continuous.ContinuousResult} is what a run returns.
 */
@NullMarked
package dev.lbp.continuous;

import org.jspecify.annotations.NullMarked;
