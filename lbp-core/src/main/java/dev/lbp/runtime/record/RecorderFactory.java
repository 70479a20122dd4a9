package dev.lbp.runtime.record;

import dev.lbp.internal.Transcript;
import dev.lbp.runtime.engine.ChainState;

/**
 * A factory of the recorders of a run's chains, for the state space of their model.
 *
 * @param <S> the array of a chain's state
 */
public interface RecorderFactory<S> {

    /** Makes the recorder of a chain at its start. */
    ChainRecorder<S> recorder(ChainState<S> chain);

    /** Whether the chains trace distances to a state that the run's first chain reaches, so that all chains need it for their draws. */
    default boolean refersToFirst() {
        return false;
    }

    /**
     * Sets the reference state of all chains, before their draws; nothing if {@link #refersToFirst} is false.
     *
     * @param state of the run's first chain at the end of warm-up; copied
     */
    default void refer(S state) {
        // the reference state is known at the start
    }

    /** Writes or reads the reference state that was set. */
    default void transcribe(Transcript transcript) {
        // the reference state is known at the start
    }
}
