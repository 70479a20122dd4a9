package dev.lbp.runtime.record;

/**
 * A store for the states of one chain's draws. The chain's thread calls it.
 *
 * @param <S> the array of a state
 */
public interface DrawStore<S> {

    /**
     * Adds the next draw.
     *
     * @param state the chain's own array; the store must copy it
     */
    void add(S state);
}
