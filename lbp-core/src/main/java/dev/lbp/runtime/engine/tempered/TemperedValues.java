package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.CategoricalBase;
import dev.lbp.runtime.model.CategoricalPath;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.runtime.space.ValueSpace;
import dev.lbp.runtime.tempering.SlotRecords;
import dev.lbp.target.CategoricalEnergyModel;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** The start of a tempered run on a batched model of categories. */
public final class TemperedValues implements RowTemperedStart<int[]> {

    private final Method method;
    private final CategoricalEnergyModel model;
    private final TemperingPlan plan;
    private final ValueSpace space;
    private final ChainSpan span;
    private final long seed;
    private final Map<String, ? extends SlotRecords.Observable<int[]>> tracked;
    private final int @Nullable [][] initial;
    private final boolean @Nullable [] frozen;
    private final int chainsPerBatch;
    private final CategoricalBase reference;

    /**
     * @param span the chains of the run that start
     * @param initial one state for each chain of the run, which all its slots start at; null for uniform values
     * @param frozen N values, true for sites that never change; null for none
     * @param chainsPerBatch the chains whose replicas the model evaluates in one batch; 0 for all
     * @param tracked statistics by name, which are recorded at all slots
     */
    public TemperedValues(
            Method method,
            CategoricalEnergyModel model,
            TemperingPlan plan,
            ValueSpace space,
            ChainSpan span,
            long seed,
            int @Nullable [][] initial,
            boolean @Nullable [] frozen,
            int chainsPerBatch,
            Map<String, ? extends SlotRecords.Observable<int[]>> tracked) {
        this.method = method;
        this.model = model;
        this.plan = plan;
        this.space = space;
        this.span = span;
        this.seed = seed;
        this.tracked = tracked;
        this.initial = initial;
        this.frozen = frozen;
        this.chainsPerBatch = chainsPerBatch;
        this.reference = CategoricalBase.of(plan.numbers(), space.sites(), space.values(), frozen);
    }

    @Override
    public Method method() {
        return method;
    }

    @Override
    public CategoricalEnergyModel model() {
        return model;
    }

    @Override
    public TemperingPlan plan() {
        return plan;
    }

    @Override
    public ValueSpace space() {
        return space;
    }

    @Override
    public CategoricalBase reference() {
        return reference;
    }

    @Override
    public int chainsPerBatch() {
        return chainsPerBatch;
    }

    @Override
    public SlotRecords<int[]> records() {
        return new SlotRecords<>(tracked);
    }

    @Override
    public ValueStart slot(int streams) {
        return ValueStart.ofSlot(model, span, seed, initial, frozen, streams).inBatchesOf(chainsPerBatch);
    }

    @Override
    public Ensemble<int[]> ensemble(WorkerPool pool) {
        return BatchTemperedEnsemble.of(this, pool);
    }

    @Override
    public ValueStart rows(Start<int[]> cold, List<int[]> states, List<UniformRandomProvider> generators) {
        return ((ValueStart) cold).rows(states, generators);
    }

    @Override
    public BatchModel batch(RowBlocks blocks) {
        return new BatchModel(model, space.sites(), space.values(), blocks);
    }

    @Override
    public int cells() {
        return space.moves();
    }

    @Override
    public LockStepEnsemble<int[]> ensemble(AnnealedModel<int[]> path, Start<int[]> rows, WorkerPool pool) {
        return (LockStepEnsemble<int[]>)
                method.ensemble(new CategoricalPath(path, space.sites(), space.values()), (ValueStart) rows, pool);
    }
}
