package dev.lbp.runtime.record;

/** Keeps the states of one chain's draws; called by the chain's thread. */
public interface DrawStore {

    /**
     * Takes the next draw.
     *
     * @param state the chain's own; to be copied
     */
    void add(byte[] state);
}
