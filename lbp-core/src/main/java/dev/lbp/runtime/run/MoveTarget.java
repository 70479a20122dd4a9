package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.Fingerprint;
import dev.lbp.runtime.engine.ChainSpan;
import dev.lbp.runtime.engine.Ensemble;
import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.engine.MoveStart;
import dev.lbp.runtime.engine.WorkerPool;
import dev.lbp.runtime.model.FrozenCategories;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.MoveModel;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** A model with its own moves. */
record MoveTarget(MoveModel model) implements ValueTarget {

    /** The labels whose log-ratios identify a model. */
    private static final int LABELS = 1_000;

    @Override
    public int values() {
        return ModelCalls.valuesOf(model);
    }

    @Override
    public int moves() {
        return ModelCalls.movesOf(model);
    }

    @Override
    public void checkFreezes() {
        Check.that(
                model instanceof CategoricalModel,
                "be a CategoricalModel to freeze sites, whose moves change one site",
                "model",
                ModelCalls.nameOf(model));
    }

    @Override
    public MoveStart start(ChainSpan span, long seed, int @Nullable [][] initial, boolean @Nullable [] frozen) {
        return new MoveStart(model, span, seed, initial);
    }

    @Override
    public Ensemble<int[]> ensemble(Method method, MoveStart start, boolean @Nullable [] frozen, WorkerPool pool) {
        return method.ensemble(
                frozen == null ? model : new FrozenCategories((CategoricalModel) model, frozen), start, pool);
    }

    @Override
    public double moveBytes(Method method, int sites, int moves) {
        return method.bytesPerMove() * (double) moves;
    }

    @Override
    public String randomStart() {
        return "drawn by the model";
    }

    @Override
    public int[] randomState(UniformRandomProvider rng) {
        return ModelCalls.randomState(model, rng);
    }

    @Override
    public double[] logProb(int[][] states) {
        MoveModel.Tracker tracker = model.newTracker();
        double[] logProb = new double[states.length];
        for (int k = 0; k < states.length; k++) {
            ModelCalls.reset(tracker, states[k]);
            logProb[k] = tracker.logProb();
        }
        return logProb;
    }

    /** Adds log-ratios of up to {@link #LABELS} labels, which tell models apart whose labels mean different moves. */
    @Override
    public void identify(Map<String, String> entries, int[] state, boolean usesLogRatios) {
        MoveModel.Tracker tracker = model.newTracker();
        ModelCalls.reset(tracker, state);
        int moves = moves();
        int count = Math.min(LABELS, moves);
        int[] labels = IntStream.range(0, count)
                .map(k -> (int) ((long) k * moves / count))
                .toArray();
        double[] ratios = new double[count];
        tracker.logRatios(labels, count, ratios);
        entries.put("the model's log-ratios (checksum)", Fingerprint.of(count, k -> ratios[k]));
    }
}
