/*
 * How the classes work together. `PlainModel` is a target of plain functions, `TrackedCategories` makes a local model a
 * batched one, `SiteConstraints` restricts states, `SiteNames` names sites and values.
 */
/**
 * The targets of a run: an {@link dev.lbp.target.EnergyModel} scores states, and a {@link dev.lbp.target.Statistic} is
 * traced.
 */
@NullMarked
package dev.lbp.target;

import org.jspecify.annotations.NullMarked;
