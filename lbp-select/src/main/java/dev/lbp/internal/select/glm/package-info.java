/**
 * Regressions that are not linear. Open {@link dev.lbp.internal.select.glm.GlmProblem} first: it checks settings
 * against the data of a {@code GlmResponse} and makes a {@code GlmModel}, the target. A {@code GlmFit} fits a model by
 * a likelihood, and {@code ToggleEstimates} tells from it what each flip would change. {@code EnumeratedGlm} visits
 * all models, {@code EvidenceSampler} finds the error of an approximate evidence. Only {@code VariableSelection}
 * depends on this package.
 */
package dev.lbp.internal.select.glm;
