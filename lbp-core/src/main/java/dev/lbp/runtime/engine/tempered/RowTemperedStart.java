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
 * The start of a tempered run on the batched engine.
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

    /** Makes a batch of the model with its own input and answers. */
    BatchModel batch(RowBlocks blocks);

    /** The number of cells in a row of the model's input. */
    default int cells() {
        return space().sites();
    }

    /** Makes the chains of the rows, which sample the annealed model. */
    LockStepEnsemble<S> ensemble(AnnealedModel<S> path, Start<S> rows, WorkerPool pool);
}
