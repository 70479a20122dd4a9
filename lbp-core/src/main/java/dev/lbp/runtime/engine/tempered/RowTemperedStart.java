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

    /** A batch of the model with an input and an answer of its own. */
    BatchModel batch(RowBlocks blocks);

    /** The cells of a row. */
    default int cells() {
        return space().sites();
    }

    /** Makes the chains of the rows, which sample the path. */
    LockStepEnsemble<S> ensemble(AnnealedModel<S> path, Start<S> rows, WorkerPool pool);
}
