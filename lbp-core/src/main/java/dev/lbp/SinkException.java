package dev.lbp;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The draws of a run could not be written to its {@link SamplingRun#sink}: the message names the file. What had been written
 * before can be read.
 */
public final class SinkException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable SampleResult partialResult;

    SinkException(IOException cause) {
        this(cause, null);
    }

    private SinkException(IOException cause, @Nullable SampleResult partialResult) {
        super(cause.getMessage(), cause);
        this.partialResult = partialResult;
    }

    /** The same failure with what had been sampled until then. */
    SinkException with(SampleResult result) {
        SinkException copy = new SinkException((IOException) Objects.requireNonNull(getCause()), result);
        copy.setStackTrace(getStackTrace());
        return copy;
    }

    /** What a run had sampled when the sink failed; empty if it had not begun. */
    public Optional<SampleResult> partialResult() {
        return Optional.ofNullable(partialResult);
    }
}
