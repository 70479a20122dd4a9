package dev.lbp.runtime.model;

import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Presents an annealed model of categories as a batched one. States are one-hot cells; logits take the place of the
 * log-ratios of bits.
 *
 * @param sites the number of sites N
 * @param values the number of values C
 */
public record CategoricalPath(AnnealedModel<int[]> path, int sites, int values) implements CategoricalEnergyModel {

    @Override
    public int dimension() {
        return sites;
    }

    @Override
    public String name() {
        return path.name();
    }

    @Override
    public DataType dataType() {
        return path.dataType();
    }

    @Override
    public boolean exactFlips() {
        return path.exactFlips();
    }

    @Override
    public INDArray logProb(INDArray states) {
        return path.logProb(states);
    }

    @Override
    public INDArray gradient(INDArray states) {
        return path.gradient(states);
    }

    @Override
    public INDArray logits(INDArray states) {
        return path.flipLogRatios(states);
    }

    @Override
    public Evaluation evaluate(INDArray states) {
        EnergyModel.Evaluation answer = path.evaluate(states);
        return new Evaluation(answer.logProb(), answer.flipLogRatios());
    }
}
