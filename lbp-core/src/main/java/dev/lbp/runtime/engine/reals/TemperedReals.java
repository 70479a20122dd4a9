package dev.lbp.runtime.engine.reals;

import dev.lbp.continuous.DensityModel;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.tempered.BatchTemperedEnsemble;
import dev.lbp.runtime.engine.tempered.RowTemperedStart;
import dev.lbp.runtime.engine.tempered.TemperingPlan;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.DensityPath;
import dev.lbp.runtime.model.GaussianBase;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.runtime.space.RealSpace;
import dev.lbp.runtime.tempering.SlotRecords;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The start of a tempered run on a density.
 *
 * @param span the chains of the run that start
 * @param initial one point for each chain of the run, which all its slots start at; null for the method's points
 * @param chainsPerBatch the chains whose replicas the model evaluates in one batch; 0 for all
 * @param tracked statistics by name, which are recorded at all slots
 */
public record TemperedReals(
        RealMethod method,
        DensityModel model,
        TemperingPlan plan,
        RealSpace space,
        GaussianBase reference,
        ChainSpan span,
        long seed,
        double @Nullable [][] initial,
        int chainsPerBatch,
        Map<String, ? extends SlotRecords.Observable<double[]>> tracked)
        implements RowTemperedStart<double[]> {

    @Override
    public SlotRecords<double[]> records() {
        return new SlotRecords<>(tracked);
    }

    @Override
    public Start<double[]> slot(int streams) {
        return Start.ofSlot(space, span, seed, initial, rng -> method.start(model, rng), streams)
                .inBatchesOf(chainsPerBatch);
    }

    @Override
    public Ensemble<double[]> ensemble(WorkerPool pool) {
        return BatchTemperedEnsemble.of(this, pool);
    }

    @Override
    public Start<double[]> rows(Start<double[]> cold, List<double[]> states, List<UniformRandomProvider> generators) {
        return Start.ofRows(cold, states, generators);
    }

    @Override
    public BatchModel batch(RowBlocks blocks) {
        return new BatchModel(model, space.sites(), blocks);
    }

    @Override
    public int cells() {
        return space.sites();
    }

    @Override
    public LockStepEnsemble<double[]> ensemble(AnnealedModel<double[]> path, Start<double[]> rows, WorkerPool pool) {
        return (LockStepEnsemble<double[]>) method.ensemble(new DensityPath(path), rows, pool);
    }
}
