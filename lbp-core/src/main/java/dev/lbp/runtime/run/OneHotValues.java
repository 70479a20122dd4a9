package dev.lbp.runtime.run;

import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.tempered.ReferencePlan;
import dev.lbp.runtime.engine.tempered.TemperedValues;
import dev.lbp.runtime.engine.tempered.TemperingPlan;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.runtime.space.ValueSpace;
import dev.lbp.target.CategoricalEnergyModel;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;

/** A batched model of categories. Label {@code i * C + c} gives value c to site i. */
record OneHotValues(CategoricalEnergyModel model, ValueSpace space) implements ValueTarget {

    /** The bytes of a cell: the model's input and answer, and log-ratios and weights of two states, in double. */
    private static final int BYTES_PER_CELL = 64;

    @Override
    public boolean batched() {
        return true;
    }

    @Override
    public void checkSizes() {
        checkStays("values()", space.values(), () -> ModelCalls.valuesOf(model));
    }

    @Override
    public ValueStart start(RunSettings<int[]> run) {
        return new ValueStart(model, run.startPlan());
    }

    @Override
    public void checkTempering(TemperingPlan plan) {
        checkReference(plan, ReferencePlan.Kind.VALUES, space.values());
    }

    @Override
    public TemperedValues tempered(RunSettings<int[]> run, TemperingPlan plan) {
        return TemperedValues.of(run.method, model, space, run.tempered(plan));
    }

    @Override
    public Ensemble<int[]> ensemble(RunSettings<int[]> run, ValueStart start, WorkerPool pool) {
        return run.method.ensemble(model, start, pool);
    }

    @Override
    public double stateBytes(RunSettings<int[]> run) {
        // a slot of a ladder also keeps states and log-ratios of the model between reference and target
        double annealedBytes = run.tempering == null
                ? 0.0
                : AnnealedModel.bytes(Integer.BYTES * (double) space.sites(), space.moves());
        return withReplicas(
                run,
                (STATE_BYTES_PER_SITE + run.method.bytesPerSite()) * (double) space.sites()
                        + BYTES_PER_CELL * (double) space.moves()
                        + annealedBytes);
    }

    @Override
    public int[] random(UniformRandomProvider rng) {
        return ModelCalls.randomState(model, rng);
    }

    @Override
    public double[] logProb(List<int[]> states) {
        BatchModel batch = batch(states);
        batch.score();
        return batch.logProb;
    }

    private BatchModel batch(List<int[]> states) {
        BatchModel batch = new BatchModel(model, space.sites(), space.values(), RowBlocks.whole(states.size()));
        for (int k = 0; k < states.size(); k++) {
            batch.writeRow(k, states.get(k));
        }
        return batch;
    }

    @Override
    public void identifyStart(RunSettings<int[]> run, Map<String, String> entries, int[] start) {
        entries.put(
                "the model's type", model.dataType() + (model.exactFlips() ? ", exact flips" : ", first-order flips"));
        if (run.method.usesLogRatios()) {
            double[] logits = new double[space.moves()];
            BatchModel batch = batch(List.of(start));
            batch.evaluate();
            batch.logRatios(0, logits);
            entries.put("the model's logits (checksum)", Fingerprint.of(logits.length, k -> logits[k]));
        }
    }
}
