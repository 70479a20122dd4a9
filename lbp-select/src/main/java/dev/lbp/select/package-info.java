/*
 * How the classes work together. `VariableSelection` collects settings, `Problem` checks them against the data,
 * `SelectionModel` is the target. `EnumeratedModels`, or `ModelSampling` with `SampledModels`, finds its models;
 * `SelectionResult` averages over them. In regressions that are not linear, these are `GlmResponse`, `GlmProblem`,
 * `GlmModel` and `EnumeratedGlm`; a `GlmFit` fits a model by a `Likelihood`, and `ToggleEstimates` tells from it what
 * each flip would change. Of linear models the tracker, `SelectionTracker`, keeps a `Fit` (the inverse of X'X of one
 * model) and `Residuals` (what the fit leaves of every column). `Borders` change the fit's `Solution` by one column.
 * Where `FitErrors` finds them too coarse, `ExactFit` computes the solution from `ExactColumns`.
 */
/**
 * Bayesian variable selection: which of p variables belong in a regression, and how sure that is. A model is a subset
 * of the variables. {@link dev.lbp.select.Evidence} scores how well it explains the data,
 * {@link dev.lbp.select.Inclusion} is its probability before the data are seen.
 */
@NullMarked
package dev.lbp.select;

import org.jspecify.annotations.NullMarked;
