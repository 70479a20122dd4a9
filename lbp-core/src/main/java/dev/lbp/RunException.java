package dev.lbp;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A run has failed, by its model, its sink or its checkpoints; what it had sampled until then is in here. */
public abstract sealed class RunException extends RuntimeException
        permits ModelException, SinkException, CheckpointException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable SampleResult partialResult;

    RunException(@Nullable String message, @Nullable Throwable cause, @Nullable SampleResult partialResult) {
        super(message, cause);
        this.partialResult = partialResult;
    }

    /** What had been sampled; empty if the run had not begun, or outside of runs. */
    public final Optional<SampleResult> partialResult() {
        return Optional.ofNullable(partialResult);
    }

    /** The same failure with what had been sampled until then. */
    final RunException with(SampleResult result) {
        RunException copy = copy(result);
        copy.setStackTrace(getStackTrace());
        return copy;
    }

    abstract RunException copy(SampleResult result);
}
