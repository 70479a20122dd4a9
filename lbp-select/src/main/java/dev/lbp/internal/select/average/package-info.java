/**
 * What regressions of all kinds have in common: the models that were found, and averages over them. Open {@link
 * dev.lbp.internal.select.average.Regression} first, the interface of a regression. {@code SubsetModel} is what
 * samplers sample, {@code VisitedModels} are the models, {@code ModelAverage} averages over them, {@code
 * PosteriorMixture} and {@code RowMixtures} give intervals, {@code Measures} score predictions. Regressions and the
 * package {@code dev.lbp.select} depend on this package. It knows {@code data}, {@code prior} and the public packages
 * {@code dev.lbp.select.data} and {@code dev.lbp.select.prior}, and no regression. {@code Margins} keeps heredity of
 * interactions, {@code FamilyJump} moves between models, {@code Rankings} scores orders.
 */
package dev.lbp.internal.select.average;
