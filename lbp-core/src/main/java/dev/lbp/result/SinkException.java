package dev.lbp.result;

import java.io.IOException;

/**
 * The draws of a run could not be written to its {@link dev.lbp.SamplingRun#sink}: the message names the file. What had been written
 * before can be read. It is the cause of a {@link RunException}.
 */
public final class SinkException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A failure of a file. */
    public SinkException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
