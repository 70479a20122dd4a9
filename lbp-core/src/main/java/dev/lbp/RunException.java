package dev.lbp;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run has failed; what it had sampled until then is in here. {@link ModelException}: its model or a statistic; {@link
 * SinkException}: its sink; {@link CheckpointException}: its checkpoints. A RunException itself: its weight function, its scale
 * controller, its listener, or anything else, such as too little memory. The message says which.
 *
 * <p>The cause is what was thrown, an {@link Error} as well as an exception: a run does not throw an Error by itself, because
 * what was sampled would be lost with it. After an {@link OutOfMemoryError} the partial result is there if there is memory to
 * make it.
 */
public sealed class RunException extends RuntimeException permits ModelException, SinkException, CheckpointException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable SampleResult partialResult;

    RunException(@Nullable String message, @Nullable Throwable cause) {
        this(message, cause, null);
    }

    RunException(@Nullable String message, @Nullable Throwable cause, @Nullable SampleResult partialResult) {
        super(message, cause);
        this.partialResult = partialResult;
    }

    /** What ends a run in which something was thrown. */
    static RunException of(Throwable thrown) {
        if (thrown instanceof RunException run) {
            return run;
        }
        if (thrown instanceof PartFailure part) {
            return new RunException(part.getMessage(), part.getCause());
        }
        String advice =
                thrown instanceof OutOfMemoryError ? " (fewer chains or draws, or a larger heap: java -Xmx)" : "";
        return new RunException("the run failed: " + thrown + advice, thrown);
    }

    /** What had been sampled; empty if the run had not begun, or outside of runs. */
    public final Optional<SampleResult> partialResult() {
        return Optional.ofNullable(partialResult);
    }

    /** The same failure with what had been sampled until then. */
    final RunException with(SampleResult result) {
        RunException copy = copy(result);
        copy.setStackTrace(getStackTrace());
        for (Throwable suppressed : getSuppressed()) {
            copy.addSuppressed(suppressed);
        }
        return copy;
    }

    RunException copy(SampleResult result) {
        return new RunException(getMessage(), getCause(), result);
    }
}
