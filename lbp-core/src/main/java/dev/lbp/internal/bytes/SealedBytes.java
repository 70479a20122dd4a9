package dev.lbp.internal.bytes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * Content in an array of bytes that shows damage. Layout: 8 bytes that identify the kind, 4 for the version of its
 * format, the content, and 8 for the CRC-32C of all bytes before.
 *
 * @param kind 8 bytes that identify the kind
 * @param format the version of the content; must be raised with every change of it
 * @param what the name of the content in messages: "a part of a run"
 */
public record SealedBytes(byte[] kind, int format, String what) {

    private static final int HEAD = Long.BYTES + Integer.BYTES;

    /** The length of the longest array. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    /**
     * Writes content, with no more memory than the array that is returned.
     *
     * @param content is called twice, and must write the same both times
     * @throws UncheckedIOException if it is too long for an array
     */
    public byte[] of(Consumer<Transcript> content) {
        Counter counter = new Counter();
        content.accept(new TranscriptWriter(counter));
        long length = HEAD + counter.count + Long.BYTES;
        if (length > MOST) {
            throw new UncheckedIOException(new IOException("must be below 2 GB"));
        }
        byte[] bytes = new byte[(int) length];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).put(kind).putInt(format);
        content.accept(new TranscriptWriter(new BufferStream(buffer)));
        int end = bytes.length - Long.BYTES;
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, end);
        buffer.putLong(end, sum.getValue());
        return bytes;
    }

    /**
     * Reads content that {@link #of} has written.
     *
     * @throws IOException if the bytes are damaged, cut short, or something else
     */
    public <C> C read(byte[] bytes, Function<Transcript, C> content) throws IOException {
        try {
            return content.apply(open(bytes));
        } catch (UncheckedIOException e) {
            throw new IOException("it is damaged: " + e.getMessage(), e);
        }
    }

    private TranscriptReader open(byte[] bytes) throws IOException {
        if (!Arrays.equals(bytes, 0, Math.min(bytes.length, kind.length), kind, 0, kind.length)) {
            throw new IOException("it is not " + what + " of lbp");
        }
        if (bytes.length < HEAD + Long.BYTES) {
            throw new IOException("it is cut short");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int version = buffer.getInt(kind.length);
        if (version != format) {
            throw new IOException("it has format " + version + ", and this version of lbp reads format " + format);
        }
        int end = bytes.length - Long.BYTES;
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, end);
        if (sum.getValue() != buffer.getLong(end)) {
            throw new IOException("it is damaged or cut short: its checksum is not that of its content");
        }
        return new TranscriptReader(new ByteArrayInputStream(bytes, HEAD, end - HEAD));
    }

    /** A stream that counts its bytes. */
    private static final class Counter extends OutputStream {

        private long count;

        @Override
        public void write(int value) {
            count++;
        }

        @Override
        public void write(byte[] from, int at, int length) {
            count += length;
        }
    }

    /** A stream into an array that has room. */
    private static final class BufferStream extends OutputStream {

        private final ByteBuffer buffer;

        BufferStream(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void write(int value) {
            buffer.put((byte) value);
        }

        @Override
        public void write(byte[] from, int at, int length) {
            buffer.put(from, at, length);
        }
    }
}
