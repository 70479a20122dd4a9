package dev.lbp.runtime.record;

import dev.lbp.runtime.engine.ChainState;

/**
 * A factory of the recorders of a run's chains, for the state space of their model.
 *
 * @param <S> the array of a chain's state
 */
public interface RecorderFactory<S> {

    /** Makes the recorder of a chain at its start. */
    ChainRecorder<S> recorder(ChainState<S> chain);
}
