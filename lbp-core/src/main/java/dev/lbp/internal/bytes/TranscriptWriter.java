package dev.lbp.internal.bytes;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** A transcript that writes the state, numbers with their high byte first. */
public final class TranscriptWriter extends Transcript {

    private final OutputStream out;

    /**
     * @param out should be buffered: it is written in small pieces; the caller flushes and closes it
     */
    public TranscriptWriter(OutputStream out) {
        this.out = out;
    }

    @Override
    public boolean isReading() {
        return false;
    }

    @Override
    public byte[] of(byte[] values) {
        of(values.length);
        of(values, values.length);
        return values;
    }

    @Override
    public void of(byte[] values, int n) {
        try {
            out.write(values, 0, n);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
