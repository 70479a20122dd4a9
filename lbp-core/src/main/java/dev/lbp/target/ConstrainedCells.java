package dev.lbp.target;

import dev.lbp.internal.Values;
import dev.lbp.internal.WithinBall;
import dev.lbp.internal.kernel.nd4j.StateBatch;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A batched model of categories with {@link SiteConstraints}. */
record ConstrainedCells(CategoricalEnergyModel model, SiteConstraints constraints)
        implements CategoricalEnergyModel, WithinBall {

    @Override
    public int dimension() {
        return constraints.sites();
    }

    @Override
    public int values() {
        return constraints.values();
    }

    @Override
    public int radius() {
        return constraints.most();
    }

    @Override
    public String name() {
        return model.name() + " (" + constraints + ")";
    }

    @Override
    public Map<String, String> identity() {
        return constraints.identity(model.identity());
    }

    @Override
    public SiteNames siteNames() {
        return model.siteNames();
    }

    @Override
    public int[] randomState(UniformRandomProvider rng) {
        return constraints.repaired(model.randomState(rng), rng);
    }

    @Override
    public DataType dataType() {
        return model.dataType();
    }

    @Override
    public boolean exactFlips() {
        return model.exactFlips();
    }

    @Override
    public INDArray logProb(INDArray states) {
        double[] logProb = CellScores.logProb(model, states);
        double[] cells = StateBatch.doubles(states, dimension() * values());
        for (int r = 0; r < logProb.length; r++) {
            constrainLogProb(logProb, r, Values.ofCells(cells, r, dimension(), values()));
        }
        return Nd4j.createFromArray(logProb);
    }

    /** The model's gradient, constrained like the logits: forbidden cells are -Infinity. */
    @Override
    public INDArray gradient(INDArray states) {
        double[] slopes = CellScores.cells("gradient", model.gradient(states), states);
        return CellScores.matrix(constrainedLogits(slopes, states), Math.toIntExact(states.size(0)));
    }

    @Override
    public INDArray logits(INDArray states) {
        double[] logits = CellScores.cells("logits", model.logits(states), states);
        return CellScores.matrix(constrainedLogits(logits, states), Math.toIntExact(states.size(0)));
    }

    @Override
    public Evaluation evaluate(INDArray states) {
        CellScores scores = CellScores.evaluated(model, states);
        double[] cells = StateBatch.doubles(states, dimension() * values());
        for (int r = 0; r < scores.logProb().length; r++) {
            int[] state = Values.ofCells(cells, r, dimension(), values());
            constrainLogProb(scores.logProb(), r, state);
            constrainLogits(scores.logits(), r, state, constraints.mutations(state));
        }
        return scores.toEvaluation();
    }

    private double[] constrainedLogits(double[] logits, INDArray states) {
        double[] cells = StateBatch.doubles(states, dimension() * values());
        for (int r = 0; r < states.size(0); r++) {
            int[] state = Values.ofCells(cells, r, dimension(), values());
            constrainLogits(logits, r, state, constraints.mutations(state));
        }
        return logits;
    }

    private void constrainLogProb(double[] logProb, int row, int[] state) {
        logProb[row] = constraints.forbiddenCount(state) > 0
                ? Double.NEGATIVE_INFINITY
                : logProb[row] + constraints.logProb(constraints.mutations(state));
    }

    /** Adds the constraints' log-ratio of each move to the logit of its value. */
    private void constrainLogits(double[] logits, int row, int[] state, int mutations) {
        int k = row * state.length * values();
        for (int i = 0; i < state.length; i++) {
            int mutationsElsewhere = mutations - (constraints.isMutation(i, state[i]) ? 1 : 0);
            for (int c = 0; c < values(); c++, k++) {
                if (c != state[i]) {
                    int after = mutationsElsewhere + (constraints.isMutation(i, c) ? 1 : 0);
                    logits[k] = constraints.isForbidden(i, c)
                            ? Double.NEGATIVE_INFINITY
                            : logits[k] + constraints.logRatio(mutations, after);
                }
            }
        }
    }
}
