package dev.lbp.internal.bytes;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;

/** A transcript that reads the state that a {@link TranscriptWriter} has written. */
public final class TranscriptReader extends Transcript {

    private final DataInputStream in;

    /**
     * @param in should be buffered: it is read in small pieces
     */
    public TranscriptReader(InputStream in) {
        this.in = new DataInputStream(in);
    }

    @Override
    public boolean isReading() {
        return true;
    }

    @Override
    public byte[] of(byte[] values) {
        int length = of(0); // reads a whole number; the argument, which a writer would write, is ignored
        try {
            byte[] bytes = in.readNBytes(Math.max(0, length)); // reads in pieces: a wrong length allocates no memory
            if (bytes.length != length) {
                throw new StreamCorruptedException("must have " + length + " bytes: an array of " + bytes.length);
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void of(byte[] values, int n) {
        try {
            in.readFully(values, 0, n);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
