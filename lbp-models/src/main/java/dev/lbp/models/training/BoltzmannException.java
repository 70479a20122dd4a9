package dev.lbp.models.training;

import org.jspecify.annotations.Nullable;

/** A {@link BoltzmannTraining} has failed: its parameters diverged, or its listener threw. */
public final class BoltzmannException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient BoltzmannResult partialResult;

    BoltzmannException(String message, @Nullable Throwable cause, BoltzmannResult partialResult) {
        super(message, cause);
        this.partialResult = partialResult;
    }

    /** The model of the last whole update. */
    public BoltzmannResult partialResult() {
        return partialResult;
    }
}
