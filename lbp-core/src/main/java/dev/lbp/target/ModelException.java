package dev.lbp.target;

import org.jspecify.annotations.Nullable;

/**
 * The exception for a model that broke its contract: it threw, or returned NaN, +Infinity, or an array of the wrong
 * shape or type. The message names the model, and during sampling the chain and the step. The cause is the exception or
 * {@link Error} that the model threw, if any. It also reports a {@link Statistic} that throws, or is NaN or infinite,
 * by its name. In a run this exception is the cause of a {@link dev.lbp.result.RunException}.
 */
public final class ModelException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure of a model.
     *
     * @param cause the exception that the model threw; null if it threw none
     */
    public ModelException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
