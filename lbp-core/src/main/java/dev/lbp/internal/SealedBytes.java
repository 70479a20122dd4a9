package dev.lbp.internal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Content in an array of bytes that shows damage. Layout: 8 bytes that identify the kind, 4 for the version of its format, the
 * content, and 8 for the CRC-32C of all bytes before.
 *
 * @param kind 8 bytes that identify the kind
 * @param format the version of the content; must be raised with every change of it
 * @param what what the content is, for messages: "a part of a run"
 */
public record SealedBytes(byte[] kind, int format, String what) {

    private static final int HEAD = Long.BYTES + Integer.BYTES;

    /** The length of the longest array. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    /**
     * Writes content.
     *
     * @throws IllegalStateException if it is too long for an array
     */
    public byte[] of(Consumer<Transcript> content) {
        Growing bytes = new Growing();
        bytes.writeBytes(ByteBuffer.allocate(HEAD).put(kind).putInt(format).array());
        content.accept(new TranscriptWriter(bytes));
        CRC32C sum = new CRC32C();
        sum.update(bytes.content(), 0, bytes.size());
        bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(sum.getValue()).array());
        return bytes.toByteArray();
    }

    /**
     * Opens content that {@link #of} has written.
     *
     * @throws IOException if the bytes are damaged, cut short, or something else
     */
    public TranscriptReader open(byte[] bytes) throws IOException {
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

    /** An array that refuses to grow beyond the longest one. */
    private static final class Growing extends ByteArrayOutputStream {

        @Override
        public synchronized void write(byte[] from, int at, int length) {
            if (length > MOST - Long.BYTES - count) {
                throw new UncheckedIOException(new IOException("must be below 2 GB"));
            }
            super.write(from, at, length);
        }

        synchronized byte[] content() {
            return buf;
        }
    }
}
