package dev.lbp.models.training;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A training has failed, by its listener or by too little memory; the machine of the last whole update is in here. The cause is
 * what was thrown, an {@link Error} as well as an exception.
 */
public final class TrainingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable TrainingResult partialResult;

    TrainingException(String message, Throwable cause, @Nullable TrainingResult partialResult) {
        super(message, cause);
        this.partialResult = partialResult;
    }

    /** What had been trained; empty if there was no memory left to copy it. */
    public Optional<TrainingResult> partialResult() {
        return Optional.ofNullable(partialResult);
    }
}
