package dev.lbp;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint could not be written, or a run cannot be resumed from one: the message names the file and says why. Checkpoints
 * written before are left as they were.
 */
public final class CheckpointException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable SampleResult partialResult;

    CheckpointException(String message) {
        this(message, null, null);
    }

    CheckpointException(Exception cause) {
        this(cause.getMessage(), cause, null);
    }

    private CheckpointException(
            @Nullable String message, @Nullable Throwable cause, @Nullable SampleResult partialResult) {
        super(message, cause);
        this.partialResult = partialResult;
    }

    /** The same failure with what had been sampled until then. */
    CheckpointException with(SampleResult result) {
        CheckpointException copy = new CheckpointException(getMessage(), getCause(), result);
        copy.setStackTrace(getStackTrace());
        return copy;
    }

    /** What a run had sampled when a checkpoint failed; empty if it had not begun. */
    public Optional<SampleResult> partialResult() {
        return Optional.ofNullable(partialResult);
    }
}
