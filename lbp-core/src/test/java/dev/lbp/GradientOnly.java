package dev.lbp;

import dev.lbp.target.EnergyModel;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** A batched model that leaves it to the sampler to make log-ratios of its gradient. */
public record GradientOnly(EnergyModel model) implements EnergyModel {

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public INDArray logProb(INDArray states) {
        return model.logProb(states);
    }

    @Override
    public INDArray gradient(INDArray states) {
        return model.gradient(states);
    }

    @Override
    public Evaluation evaluate(INDArray states) {
        return Evaluation.ofGradient(states, logProb(states), gradient(states));
    }

    @Override
    public DataType dataType() {
        return model.dataType();
    }
}
