package dev.lbp.internal.bytes;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A transcript that reads the state that a {@link TranscriptWriter} has written. */
public final class TranscriptReader implements Transcript {

    private final DataInputStream in;
    private final ByteBuffer chunk = ByteBuffer.allocate(TranscriptWriter.CHUNK);

    /**
     * @param in should be buffered: it is read in small pieces
     */
    public TranscriptReader(InputStream in) {
        this.in = new DataInputStream(in);
    }

    /** A read operation. */
    private interface Reading<T> {
        T run() throws IOException;
    }

    private static <T> T read(Reading<T> reading) {
        try {
            return reading.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean isReading() {
        return true;
    }

    @Override
    public boolean of(boolean value) {
        return read(in::readBoolean);
    }

    @Override
    public int of(int value) {
        return read(in::readInt);
    }

    @Override
    public long of(long value) {
        return read(in::readLong);
    }

    @Override
    public double of(double value) {
        return Double.longBitsToDouble(of(0L));
    }

    @Override
    public String of(String value) {
        return new String(of(new byte[0]), StandardCharsets.UTF_8);
    }

    @Override
    public byte[] of(byte[] values) {
        int length = of(0);
        return read(() -> {
            byte[] bytes = in.readNBytes(Math.max(0, length)); // reads in pieces: a wrong length costs no memory
            if (bytes.length != length) {
                throw new StreamCorruptedException("must have " + length + " bytes: an array of " + bytes.length);
            }
            return bytes;
        });
    }

    @Override
    public void of(byte[] values, int n) {
        read(() -> {
            in.readFully(values, 0, n);
            return values;
        });
    }

    @Override
    public void of(int[] values, int n) {
        inChunks(n, Integer.BYTES, (from, count) -> chunk.asIntBuffer().get(values, from, count));
    }

    @Override
    public void of(long[] values, int n) {
        inChunks(n, Long.BYTES, (from, count) -> chunk.asLongBuffer().get(values, from, count));
    }

    @Override
    public void of(double[] values, int n) {
        inChunks(n, Double.BYTES, (from, count) -> chunk.asDoubleBuffer().get(values, from, count));
    }

    @Override
    public void of(float[] values, int n) {
        inChunks(n, Float.BYTES, (from, count) -> chunk.asFloatBuffer().get(values, from, count));
    }

    private void inChunks(int n, int size, TranscriptWriter.Piece piece) {
        int most = TranscriptWriter.CHUNK / size;
        for (int from = 0; from < n; from += most) {
            int count = Math.min(most, n - from);
            of(chunk.array(), count * size);
            piece.copy(from, count);
        }
    }
}
