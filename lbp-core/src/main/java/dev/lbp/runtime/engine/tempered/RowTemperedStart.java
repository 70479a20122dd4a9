package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.runtime.model.RowReference;

/**
 * What the chains of a tempered run on the batched engine are made from.
 *
 * @param <S> the array of a state
 */
public interface RowTemperedStart<S> extends TemperedStart<S> {

    @Override
    default Ensemble<S> ensemble(WorkerPool pool) {
        return BatchTemperedEnsemble.of(this, pool);
    }

    @Override
    RowReference<S> reference();

    /** Makes a batch of the model, with input and output arrays of its own. */
    BatchModel batch(RowBlocks blocks);

    /** The number of entries in a row of the model's input. */
    default int cells() {
        return space().sites();
    }

    /** Makes the chains, one for each row, which sample the annealed model {@code path}. */
    LockStepEnsemble<S> ensemble(AnnealedModel<S> path, Start<S> rows, WorkerPool pool);
}
