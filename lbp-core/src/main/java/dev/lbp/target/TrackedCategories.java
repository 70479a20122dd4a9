package dev.lbp.target;

import dev.lbp.internal.PerThread;
import dev.lbp.internal.Values;
import dev.lbp.internal.kernel.nd4j.StateBatch;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Turns a local model of categories into a batched one. A tracker is reset to each state and computes the log-ratios of
 * all labels: the logit of each value minus the logit of the current value.
 */
record TrackedCategories(CategoricalModel model, PerThread<MoveModel.Tracker> trackers)
        implements CategoricalEnergyModel {

    TrackedCategories(CategoricalModel model) {
        this(model, new PerThread<>());
    }

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public int values() {
        return model.values();
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public Map<String, String> identity() {
        return model.identity();
    }

    @Override
    public SiteNames siteNames() {
        return model.siteNames();
    }

    @Override
    public int[] randomState(UniformRandomProvider rng) {
        return model.randomState(rng);
    }

    @Override
    public boolean exactFlips() {
        return true;
    }

    @Override
    public INDArray logProb(INDArray states) {
        return Nd4j.createFromArray(scored(states, false).logProb());
    }

    @Override
    public INDArray gradient(INDArray states) {
        return evaluate(states).logits();
    }

    @Override
    public Evaluation evaluate(INDArray states) {
        return scored(states, true).toEvaluation();
    }

    private CellScores scored(INDArray states, boolean withLogits) {
        int values = model.values();
        int cells = model.dimension() * values;
        double[] oneHot = StateBatch.doubles(states, cells);
        int rows = oneHot.length / cells;
        MoveModel.Tracker tracker = trackers.get(any -> true, model::newTracker); // any will do: it is reset below
        CellScores scored = new CellScores(new double[rows], new double[withLogits ? oneHot.length : 0]);
        int[] labels = IntStream.range(0, cells).toArray();
        double[] ratios = new double[cells];
        for (int r = 0; r < rows; r++) {
            int[] state = Values.ofCells(oneHot, r, model.dimension(), values);
            tracker.reset(state);
            scored.logProb()[r] = tracker.logProb();
            if (withLogits) {
                tracker.logRatios(labels, cells, ratios);
                System.arraycopy(ratios, 0, scored.logits(), r * cells, cells);
                for (int i = 0; i < state.length; i++) {
                    scored.logits()[r * cells + i * values + state[i]] = 0.0; // its label is illegal
                }
            }
        }
        return scored;
    }
}
