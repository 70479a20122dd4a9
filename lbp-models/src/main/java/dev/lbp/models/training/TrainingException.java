package dev.lbp.models.training;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A training has failed, by its listener or by too little memory. This exception holds the machine of the last whole
 * update. Its cause is the thrown exception or {@link Error}.
 */
public final class TrainingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable TrainingResult partialResult;

    TrainingException(String message, Throwable cause, @Nullable TrainingResult partialResult) {
        super(message, cause);
        this.partialResult = partialResult;
    }

    /** The machine of the last whole update; empty if there was no memory left to copy it. */
    public Optional<TrainingResult> partialResult() {
        return Optional.ofNullable(partialResult);
    }
}
