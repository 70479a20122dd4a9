package dev.lbp.runtime.record;

import dev.lbp.runtime.engine.ChainState;

/** A factory of the recorders of a run's chains, for the state space of their model. */
public interface RecorderFactory {

    /** Makes the recorder of a chain at its start. */
    ChainRecorder recorder(ChainState<byte[]> chain);
}
