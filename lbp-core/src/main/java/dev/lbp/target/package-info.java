/**
 * The targets of a run: an {@link dev.lbp.target.EnergyModel} scores states, and a {@link dev.lbp.target.Statistic} is
 * traced.
 */
@NullMarked
package dev.lbp.target;

import org.jspecify.annotations.NullMarked;
