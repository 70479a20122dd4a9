package dev.lbp;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A model broke its contract: it threw, or returned NaN, +Infinity, or an array of the wrong shape or type. The message names
 * the model, and during sampling the chain and the step; the cause is what it threw, if it did. A {@link Statistic} that
 * throws, or is NaN or infinite, is reported in the same way, by its name.
 */
public final class ModelException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable SampleResult partialResult;

    ModelException(String message, @Nullable Throwable cause) {
        this(message, cause, null);
    }

    private ModelException(@Nullable String message, @Nullable Throwable cause, @Nullable SampleResult partialResult) {
        super(message, cause);
        this.partialResult = partialResult;
    }

    /** The same failure with what had been sampled until then. */
    ModelException with(SampleResult result) {
        ModelException copy = new ModelException(getMessage(), getCause(), result);
        copy.setStackTrace(getStackTrace());
        return copy;
    }

    /** What a run had sampled when the model failed; empty outside of runs. */
    public Optional<SampleResult> partialResult() {
        return Optional.ofNullable(partialResult);
    }
}
