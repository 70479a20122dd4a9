package dev.lbp.result;

import java.io.IOException;

/**
 * The exception for draws that could not be written to the {@link dev.lbp.SamplingRun#sink} of a run. The message names
 * the file. The draws written before can be read. It is the cause of a {@link RunException}.
 */
public final class SinkException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A file of draws that could not be written. */
    public SinkException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
