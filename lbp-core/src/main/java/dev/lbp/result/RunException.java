package dev.lbp.result;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The exception for a run that failed; it holds the draws until then. The message names the part that failed, and
 * {@link #getCause} is the exception of that part:
 *
 * <ul>
 *   <li>{@link dev.lbp.target.ModelException}: the model or a statistic, whose own exception is the cause in turn;
 *   <li>{@link SinkException}: the sink;
 *   <li>{@link CheckpointException}: the checkpoints;
 *   <li>others: an exception of the weight function, the scale controller or the listener, or an
 *     {@link OutOfMemoryError}.
 * </ul>
 *
 * <p>A run does not throw an {@link Error} by itself, because its draws would be lost with it. After an {@link
 * OutOfMemoryError} the partial result is present if there is memory for it.
 */
public final class RunException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable RunResult partialResult;

    private final boolean begun;

    /**
     * A failure.
     *
     * @param partialResult null if nothing was sampled
     */
    public RunException(@Nullable String message, @Nullable Throwable cause, @Nullable RunResult partialResult) {
        this(message, cause, partialResult, partialResult != null);
    }

    /**
     * A failure.
     *
     * @param partialResult null if nothing was sampled
     * @param begun whether the run had begun
     */
    public RunException(
            @Nullable String message, @Nullable Throwable cause, @Nullable RunResult partialResult, boolean begun) {
        super(message, cause);
        this.partialResult = partialResult;
        this.begun = begun;
    }

    /**
     * Whether the run, or the part of a run, had begun: it failed while it was carried out, for example by a full
     * disk. False if it was refused, for example because its checkpoint is that of another run.
     */
    public boolean hasBegun() {
        return begun;
    }

    /** The result until the failure of a run of bits; empty if the run had not begun, or outside of such runs. */
    public Optional<SampleResult> partialResult() {
        return partialResult(SampleResult.class);
    }

    /**
     * The result until the failure.
     *
     * @param type {@link RunResult}, or the type that the run would have returned
     * @return empty if the run had not begun or has a result of another type, or outside of runs
     */
    public <R extends RunResult> Optional<R> partialResult(Class<R> type) {
        return Optional.ofNullable(partialResult).filter(type::isInstance).map(type::cast);
    }
}
