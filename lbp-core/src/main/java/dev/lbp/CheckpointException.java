package dev.lbp;

import java.io.IOException;

/**
 * A checkpoint could not be written, or a run cannot be resumed from one: the message names the file and says why. Checkpoints
 * written before are left as they were.
 */
public final class CheckpointException extends RunException {

    private static final long serialVersionUID = 1L;

    CheckpointException(String message) {
        super(message, null, null);
    }

    CheckpointException(IOException cause) {
        super(cause.getMessage(), cause, null);
    }

    private CheckpointException(CheckpointException of, SampleResult partialResult) {
        super(of.getMessage(), of.getCause(), partialResult);
    }

    @Override
    RunException copy(SampleResult result) {
        return new CheckpointException(this, result);
    }
}
