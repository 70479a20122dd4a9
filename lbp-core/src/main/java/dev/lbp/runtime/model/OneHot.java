package dev.lbp.runtime.model;

import dev.lbp.internal.Answers;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A batched model of categories as a model of its N C cells, for {@link BatchModel}. The log-ratios of its evaluations
 * are the logits.
 */
record OneHot(CategoricalEnergyModel model) implements EnergyModel {

    @Override
    public int dimension() {
        return Math.multiplyExact(model.dimension(), model.values());
    }

    @Override
    public String name() {
        return ModelCalls.nameOf(model);
    }

    @Override
    public DataType dataType() {
        return model.dataType();
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
        CategoricalEnergyModel.Evaluation answer = Answers.notNull("evaluate", model.evaluate(states));
        return new Evaluation(answer.logProb(), answer.logits());
    }

    @Override
    public boolean exactFlips() {
        return model.exactFlips();
    }
}
