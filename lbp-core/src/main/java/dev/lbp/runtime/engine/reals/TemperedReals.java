package dev.lbp.runtime.engine.reals;

import dev.lbp.continuous.DensityModel;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.tempered.RowTemperedStart;
import dev.lbp.runtime.engine.tempered.TemperedSettings;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.DensityPath;
import dev.lbp.runtime.model.GaussianBase;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.runtime.space.RealSpace;

/** The start of a tempered run on a density. */
public record TemperedReals(
        RealMethod method,
        DensityModel model,
        RealSpace space,
        GaussianBase reference,
        TemperedSettings<double[]> settings)
        implements RowTemperedStart<double[]> {

    @Override
    public Start<double[]> slot(int streams) {
        return Start.of(space, settings.start().ofSlot(streams), rng -> method.start(model, rng));
    }

    @Override
    public BatchModel batch(RowBlocks blocks) {
        return new BatchModel(model, space.sites(), blocks);
    }

    @Override
    public LockStepEnsemble<double[]> ensemble(AnnealedModel<double[]> path, Start<double[]> rows, WorkerPool pool) {
        return (LockStepEnsemble<double[]>) method.ensemble(new DensityPath(path), rows, pool);
    }
}
