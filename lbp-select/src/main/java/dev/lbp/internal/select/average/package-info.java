/**
 * What regressions of all kinds have in common: the models that were found, and averages over them. Open
 * {@link dev.lbp.internal.select.average.Regression} first, the interface of a regression. {@code VisitedModels} are
 * the models, {@code ModelAverage} averages over them, {@code PosteriorMixture} and {@code RowMixtures} give intervals,
 * {@code Measures} score predictions. Regressions and {@code dev.lbp.select} depend on this package; it knows
 * {@code data} and {@code prior}, and no regression.
 */
@NullMarked
package dev.lbp.internal.select.average;

import org.jspecify.annotations.NullMarked;
