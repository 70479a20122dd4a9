package dev.lbp.runtime.run;

import dev.lbp.internal.Fingerprint;
import dev.lbp.internal.Values;
import dev.lbp.runtime.engine.ChainSpan;
import dev.lbp.runtime.engine.Ensemble;
import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.engine.MoveStart;
import dev.lbp.runtime.engine.WorkerPool;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.target.CategoricalEnergyModel;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** A batched model of categories. Label {@code i * C + c} gives value c to site i. */
record OneHotTarget(CategoricalEnergyModel model) implements ValueTarget {

    /** The model's input and answer, and log-ratios and weights of two states, in double. */
    private static final int BYTES_PER_CELL = 64;

    @Override
    public int values() {
        return ModelCalls.valuesOf(model);
    }

    @Override
    public int moves() {
        return Math.multiplyExact(ModelCalls.dimensionOf(model), values());
    }

    @Override
    public void checkFreezes() {
        // every site may be frozen
    }

    @Override
    public MoveStart start(ChainSpan span, long seed, int @Nullable [][] initial, boolean @Nullable [] frozen) {
        return new MoveStart(model, span, seed, initial, frozen);
    }

    @Override
    public Ensemble<int[]> ensemble(Method method, MoveStart start, boolean @Nullable [] frozen, WorkerPool pool) {
        return method.ensemble(model, start, pool);
    }

    @Override
    public double moveBytes(Method method, int sites, int moves) {
        return BYTES_PER_CELL * (double) moves + method.bytesPerSite() * (double) sites;
    }

    @Override
    public String randomStart() {
        return "independent uniform values";
    }

    @Override
    public int[] randomState(UniformRandomProvider rng) {
        return Values.random(ModelCalls.dimensionOf(model), values(), rng);
    }

    @Override
    public double[] logProb(int[][] states) {
        BatchModel batch =
                new BatchModel(model, ModelCalls.dimensionOf(model), values(), RowBlocks.whole(states.length));
        for (int k = 0; k < states.length; k++) {
            batch.writeRow(k, states[k]);
        }
        batch.score();
        return batch.logProb;
    }

    @Override
    public void identify(Map<String, String> entries, int[] state, boolean usesLogRatios) {
        entries.put(
                "the model's type", model.dataType() + (model.exactFlips() ? ", exact flips" : ", first-order flips"));
        if (usesLogRatios) {
            double[] logits = new double[moves()];
            BatchModel batch = new BatchModel(model, state.length, values(), RowBlocks.whole(1));
            batch.writeRow(0, state);
            batch.evaluate();
            batch.logRatios(0, logits);
            entries.put("the model's logits (checksum)", Fingerprint.of(logits.length, k -> logits[k]));
        }
    }
}
