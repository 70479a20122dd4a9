package dev.lbp.models.training;

import dev.lbp.models.DenseCategories;

/**
 * The result of a {@link BoltzmannTraining}.
 *
 * @param model with the parameters of the last update
 * @param history Pearson's correlation at each update, [updates]
 * @param chains the states of the chains, [chains][N]; starts for a run of the model
 * @param converged whether the correlation reached its target
 */
public record BoltzmannResult(DenseCategories model, double[] history, int[][] chains, boolean converged) {}
