/*
 * How the classes work together. `VariableSelection` collects settings. A `Regression` checks them against the data and
 * has the target: `Problem` for linear regressions, `GlmProblem` for others, in packages of `dev.lbp.internal.select`.
 * `ModelSampling` finds models by enumeration or by chains, and `SelectionResult` averages over them.
 * `CoefficientTable`, `JointModels`, `Forecast`, `SelectionSummary`, `SelectionReport` and `SelectionFiles` tell the
 * result. `CrossValidation` leaves out folds, `JointModels` finds credible sets, `SampledInclusion` inclusion
 * probabilities of chains, `PriorSensitivity` other priors. `Json` writes JSON, `FitPictures` draws the fit,
 * and `SelectionReport` the picture of inclusion probabilities. `CorrelationFile` reads correlations of summary
 * statistics.
 */
/**
 * Bayesian variable selection: which of p variables belong in a regression, and how sure that is. A model is a subset
 * of the variables. {@link dev.lbp.select.prior.Evidence} scores how well it explains the data,
 * {@link dev.lbp.select.prior.Inclusion} is its probability before the data are seen.
 * Open {@link dev.lbp.select.VariableSelection} first.
 */
@NullMarked
package dev.lbp.select;

import org.jspecify.annotations.NullMarked;
