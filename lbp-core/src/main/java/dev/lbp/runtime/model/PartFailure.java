package dev.lbp.runtime.model;

import dev.lbp.internal.Failures;
import dev.lbp.result.RunException;

/**
 * The failure of a user's part of a sampler: a weight function or a scale controller. It does not name the chain; a
 * caller that knows the chain converts it to a {@link RunException} by {@link #in}.
 */
public final class PartFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String part;
    private final Throwable thrown;

    /**
     * @param part the name of the part in the message
     * @param thrown the exception of the part, or one about its wrong answer
     */
    public PartFailure(String part, Throwable thrown) {
        super(part + " failed: " + Failures.words(thrown), thrown);
        this.part = part;
        this.thrown = thrown;
    }

    /** The exception for a run, where {@code where} names a chain and a step. */
    public RunException in(String where) {
        return new RunException(part + " failed in " + where + ": " + Failures.words(thrown), thrown, null);
    }
}
