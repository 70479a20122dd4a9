package dev.lbp.runtime.record;

import dev.lbp.runtime.engine.ChainState;

/** Makes the recorder of each chain of a run, as the state space of its model needs it. */
public interface RecorderFactory {

    /** A recorder of a chain at its start. */
    ChainRecorder recorder(ChainState chain);
}
