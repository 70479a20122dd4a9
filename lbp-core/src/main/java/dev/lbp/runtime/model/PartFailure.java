package dev.lbp.runtime.model;

import dev.lbp.result.RunException;

/**
 * A part of a sampler that a user has written, a weight function or a scale controller, has failed. It does not know in which chain;
 * whoever knows makes a {@link RunException} of it.
 */
public final class PartFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String part;
    private final Throwable thrown;

    /**
     * @param part as the message names it
     * @param thrown what it has thrown, or what is wrong with what it has returned
     */
    public PartFailure(String part, Throwable thrown) {
        super(part + " failed: " + thrown, thrown);
        this.part = part;
        this.thrown = thrown;
    }

    /** The failure, in a chain and a step. */
    public RunException in(String where) {
        return new RunException(part + " failed in " + where + ": " + thrown, thrown, null);
    }
}
