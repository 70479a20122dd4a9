package dev.lbp.internal.bytes;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A transcript that writes the state, numbers with their high byte first. */
public final class TranscriptWriter implements Transcript {

    static final int CHUNK = 1 << 13;

    private final DataOutputStream out;
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK);

    /**
     * @param out should be buffered: it is written in small pieces; the caller flushes and closes it
     */
    public TranscriptWriter(OutputStream out) {
        this.out = new DataOutputStream(out);
    }

    /** A write operation. */
    private interface Writing {
        void run() throws IOException;
    }

    private static void write(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean isReading() {
        return false;
    }

    @Override
    public boolean of(boolean value) {
        write(() -> out.writeBoolean(value));
        return value;
    }

    @Override
    public int of(int value) {
        write(() -> out.writeInt(value));
        return value;
    }

    @Override
    public long of(long value) {
        write(() -> out.writeLong(value));
        return value;
    }

    @Override
    public double of(double value) {
        write(() -> out.writeLong(Double.doubleToRawLongBits(value)));
        return value;
    }

    @Override
    public String of(String value) {
        of(value.getBytes(StandardCharsets.UTF_8));
        return value;
    }

    @Override
    public byte[] of(byte[] values) {
        of(values.length);
        of(values, values.length);
        return values;
    }

    @Override
    public void of(byte[] values, int n) {
        write(() -> out.write(values, 0, n));
    }

    @Override
    public void of(int[] values, int n) {
        inChunks(n, Integer.BYTES, (from, count) -> chunk.asIntBuffer().put(values, from, count));
    }

    @Override
    public void of(long[] values, int n) {
        inChunks(n, Long.BYTES, (from, count) -> chunk.asLongBuffer().put(values, from, count));
    }

    @Override
    public void of(double[] values, int n) {
        inChunks(n, Double.BYTES, (from, count) -> chunk.asDoubleBuffer().put(values, from, count));
    }

    @Override
    public void of(float[] values, int n) {
        inChunks(n, Float.BYTES, (from, count) -> chunk.asFloatBuffer().put(values, from, count));
    }

    /** The values of an array that one chunk holds. */
    interface Piece {
        void copy(int from, int count);
    }

    private void inChunks(int n, int size, Piece piece) {
        int most = CHUNK / size;
        for (int from = 0; from < n; from += most) {
            int count = Math.min(most, n - from);
            piece.copy(from, count);
            of(chunk.array(), count * size);
        }
    }
}
