package dev.lbp;

import java.io.IOException;

/**
 * The draws of a run could not be written to its {@link SamplingRun#sink}: the message names the file. What had been written
 * before can be read.
 */
public final class SinkException extends RunException {

    private static final long serialVersionUID = 1L;

    SinkException(IOException cause) {
        super(cause.getMessage(), cause, null);
    }

    private SinkException(SinkException of, SampleResult partialResult) {
        super(of.getMessage(), of.getCause(), partialResult);
    }

    @Override
    RunException copy(SampleResult result) {
        return new SinkException(this, result);
    }
}
