package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.CategoricalBase;
import dev.lbp.runtime.model.CategoricalPath;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.runtime.space.ValueSpace;
import dev.lbp.target.CategoricalEnergyModel;

/**
 * What the chains of a tempered run on a batched model of categories are made from: method, model, space, reference and
 * settings.
 */
public record TemperedValues(
        Method method,
        CategoricalEnergyModel model,
        ValueSpace space,
        CategoricalBase reference,
        TemperedSettings<int[]> settings)
        implements RowTemperedStart<int[]> {

    /** Makes the reference that the settings give, and the start with it. */
    public static TemperedValues of(
            Method method, CategoricalEnergyModel model, ValueSpace space, TemperedSettings<int[]> settings) {
        CategoricalBase reference = CategoricalBase.of(
                settings.plan().numbers(),
                space.sites(),
                space.values(),
                site -> space.values(),
                settings.start().frozen());
        return new TemperedValues(method, model, space, reference, settings);
    }

    @Override
    public ValueStart slot(int streams) {
        return new ValueStart(model, settings.start().ofSlot(streams));
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
