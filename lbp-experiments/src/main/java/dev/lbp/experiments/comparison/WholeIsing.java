package dev.lbp.experiments.comparison;

import dev.lbp.models.IsingModel;
import dev.lbp.target.EnergyModel;
import org.nd4j.linalg.api.ndarray.INDArray;

/** An Ising model that is scored as a whole, without a tracker. Its log-ratios are exact. */
public record WholeIsing(IsingModel ising) implements EnergyModel {

    @Override
    public int dimension() {
        return ising.dimension();
    }

    @Override
    public INDArray logProb(INDArray states) {
        return ising.logProb(states);
    }

    @Override
    public INDArray gradient(INDArray states) {
        return ising.gradient(states);
    }

    @Override
    public INDArray flipLogRatios(INDArray states) {
        return ising.flipLogRatios(states);
    }

    @Override
    public boolean exactFlips() {
        return true;
    }
}
