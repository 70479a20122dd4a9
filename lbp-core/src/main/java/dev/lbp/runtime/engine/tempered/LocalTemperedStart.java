package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LocalChain;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.AnnealedTracker;
import dev.lbp.target.SiteGraph;
import java.util.Optional;

/**
 * What the chains of a tempered run on the local engine are made from.
 *
 * @param <S> the array of a state
 */
interface LocalTemperedStart<S> extends TemperedStart<S> {

    @Override
    default Ensemble<S> ensemble(WorkerPool pool) {
        return LocalTemperedEnsemble.of(this, pool);
    }

    /** The graph of the model's sites; empty if it has none, or one too dense for states to divide into parts. */
    Optional<SiteGraph> graph();

    /** The length of the array that a tracker needs for the sites or labels that a change touches. */
    int touched();

    /** Makes the tracker of slot 0 of a ladder, whose states are drawn from the reference. */
    AnnealedTracker<S> referenceTracker();

    /** Makes the factory of the chains of one slot. */
    SlotChains<S> chains(Start<S> slot);

    /**
     * Makes the chains of one slot, a position that all ladders have: {@code create} makes that of one ladder.
     *
     * @param <S> the array of a state
     */
    interface SlotChains<S> {
        LocalChain<S> create(int ladder, double beta);
    }
}
