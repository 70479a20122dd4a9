package dev.lbp.solve;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The exception for a search that failed; it holds the best states found before the failure. The message names the part
 * that failed, and {@link #getCause} is its exception: a {@link dev.lbp.target.ModelException} of the model, the
 * exception of the listener, or an {@link OutOfMemoryError}.
 */
public final class SolveException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Solution<?> partialResult;

    SolveException(@Nullable String message, @Nullable Throwable cause, @Nullable Solution<?> partialResult) {
        super(message, cause);
        this.partialResult = partialResult;
    }

    /**
     * The solution until the failure.
     *
     * @param type the array of a state, {@code byte[].class} or {@code int[].class}
     * @return empty if no state was found, or states have another type
     */
    @SuppressWarnings("unchecked") // the type is checked
    public <S> Optional<Solution<S>> partialResult(Class<S> type) {
        return Optional.ofNullable(partialResult)
                .filter(solution -> type.isInstance(solution.best()))
                .map(solution -> (Solution<S>) solution);
    }
}
