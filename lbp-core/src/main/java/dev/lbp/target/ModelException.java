package dev.lbp.target;

import org.jspecify.annotations.Nullable;

/**
 * A model broke its contract: it threw, or returned NaN, +Infinity, or an array of the wrong shape or type. The message names
 * the model, and during sampling the chain and the step; the cause is what it threw, if it did, an {@link Error} as well as an
 * exception. A {@link Statistic} that throws, or is NaN or infinite, is reported in the same way, by its name. In a run it is the
 * cause of a {@link dev.lbp.result.RunException}.
 */
public final class ModelException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure of a model.
     *
     * @param cause what it threw; null if it threw nothing
     */
    public ModelException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
