package dev.lbp.runtime.model;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Answers;
import dev.lbp.target.EnergyModel;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A density as a model of its coordinates, for {@link BatchModel}. The log-ratios of its evaluations are the gradient.
 */
record DensityRows(DensityModel model) implements EnergyModel {

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public String name() {
        return ModelCalls.nameOf(model);
    }

    @Override
    public INDArray logProb(INDArray points) {
        return model.logProb(points);
    }

    @Override
    public INDArray gradient(INDArray points) {
        return model.gradient(points);
    }

    @Override
    public Evaluation evaluate(INDArray points) {
        DensityModel.Evaluation answer = Answers.notNull("evaluate", model.evaluate(points));
        return new Evaluation(answer.logProb(), answer.gradient());
    }
}
