package dev.lbp.models.training;

import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.ValueRun;
import dev.lbp.models.DenseCategories;

/**
 * The result of a {@link BoltzmannTraining}.
 *
 * @param model with the parameters of the last update
 * @param history Pearson's correlation at each update, [updates]
 * @param chains the states of the chains, [chains][N]; starts for a run of the model
 * @param converged whether the correlation reached its target
 */
public record BoltzmannResult(DenseCategories model, double[] history, int[][] chains, boolean converged) {

    /**
     * A run that draws from the model afresh by Gibbs, tempered from its {@link DenseCategories#reference}. Its result
     * has log Z, {@code result.tempering().orElseThrow().logZ()}, and the entropy of the family,
     * {@code result.tempering().orElseThrow().at(1.0).entropy()}, with their errors.
     */
    public ValueRun tempered() {
        return Samplers.gibbs()
                .build()
                .sample(model)
                .tempering(Tempering.replicas().reference(model.reference()));
    }
}
