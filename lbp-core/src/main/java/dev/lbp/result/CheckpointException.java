package dev.lbp.result;

import java.io.IOException;

/**
 * The exception for a checkpoint that could not be written, or a run that cannot be resumed from one. The message names
 * the file and the reason. Earlier checkpoints are left as they were. It is the cause of a {@link RunException}.
 */
public final class CheckpointException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A checkpoint that does not belong to the run. */
    public CheckpointException(String message) {
        super(message);
    }

    /** A checkpoint whose file could not be read or written. */
    public CheckpointException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
