package dev.lbp.result;

import java.io.IOException;

/**
 * A checkpoint could not be written, or a run cannot be resumed from one: the message names the file and says why. Checkpoints
 * written before are left as they were. It is the cause of a {@link RunException}.
 */
public final class CheckpointException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A checkpoint that is not that of the run. */
    public CheckpointException(String message) {
        super(message);
    }

    /** A failure of a file. */
    public CheckpointException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
