package dev.lbp.result;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run has failed; what it had sampled until then is in here. The message says who failed, and {@link #getCause} is what was
 * thrown:
 *
 * <ul>
 *   <li>{@link dev.lbp.target.ModelException}: the model or a statistic, with what that threw as the cause in turn;
 *   <li>{@link SinkException}: the sink;
 *   <li>{@link CheckpointException}: the checkpoints;
 *   <li>anything else: what the weight function, the scale controller or the listener threw, or an {@link OutOfMemoryError}.
 * </ul>
 *
 * <p>A run does not throw an {@link Error} by itself, because what was sampled would be lost with it. After an {@link
 * OutOfMemoryError} the partial result is there if there is memory to make it.
 */
public final class RunException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable SampleResult partialResult;

    /**
     * A failure.
     *
     * @param partialResult null if nothing was sampled
     */
    public RunException(@Nullable String message, @Nullable Throwable cause, @Nullable SampleResult partialResult) {
        super(message, cause);
        this.partialResult = partialResult;
    }

    /** What had been sampled; empty if the run had not begun, or outside of runs. */
    public Optional<SampleResult> partialResult() {
        return Optional.ofNullable(partialResult);
    }
}
