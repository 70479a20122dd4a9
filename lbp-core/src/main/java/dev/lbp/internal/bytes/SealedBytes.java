package dev.lbp.internal.bytes;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * Content in bytes with a checksum, so that damage is detected. Layout: 8 bytes that identify the kind, 4 for the
 * version of its format, the content, and 8 for the CRC-32C of all bytes before.
 *
 * @param kind 8 bytes that identify the kind
 * @param format the version of the format; must be raised with every change of the content or its order
 * @param what the name of the content in messages: "a part of a run"
 */
public record SealedBytes(byte[] kind, int format, String what) {

    /** The number of bytes before the content. */
    public static final int HEAD = Long.BYTES + Integer.BYTES;

    private static final int BUFFER = 1 << 16;

    /** The length of the longest array that JVMs can make. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    /**
     * Makes an array of content, without a copy in memory.
     *
     * @param content is called twice, and must write the same both times
     * @throws UncheckedIOException if it is too long for an array
     */
    public byte[] of(Consumer<Transcript> content) {
        DataOutputStream counter = new DataOutputStream(OutputStream.nullOutputStream());
        content.accept(new TranscriptWriter(counter));
        if (counter.size() > MOST - HEAD - Long.BYTES) { // for longer content size() stays at 2^31 - 1, above this
            throw new UncheckedIOException(new IOException("must be below 2 GB"));
        }
        OwnArray bytes = new OwnArray(HEAD + counter.size() + Long.BYTES);
        try {
            write(bytes, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.array();
    }

    /** Writes content. */
    public void write(OutputStream out, Consumer<Transcript> content) throws IOException {
        CheckedOutputStream sum = new CheckedOutputStream(out, new CRC32C());
        OutputStream buffered = new BufferedOutputStream(sum, BUFFER);
        buffered.write(head());
        content.accept(new TranscriptWriter(buffered));
        buffered.flush();
        out.write(ByteBuffer.allocate(Long.BYTES)
                .putLong(sum.getChecksum().getValue())
                .array());
    }

    private byte[] head() {
        return ByteBuffer.allocate(HEAD).put(kind).putInt(format).array();
    }

    /**
     * Reads content that {@link #of} has made.
     *
     * @throws IOException if the bytes are damaged, cut short, or something else
     */
    public <C> C read(byte[] bytes, Function<Transcript, C> content) throws IOException {
        check(new ByteArrayInputStream(bytes), bytes.length);
        try {
            int length = bytes.length - HEAD - Long.BYTES;
            return content.apply(new TranscriptReader(new ByteArrayInputStream(bytes, HEAD, length)));
        } catch (UncheckedIOException e) {
            throw new IOException("it is damaged: " + e.getMessage(), e);
        }
    }

    /**
     * Checks bytes to their end.
     *
     * @param size the number of bytes
     * @throws IOException if they are damaged, cut short, or something else
     */
    public void check(InputStream in, long size) throws IOException {
        byte[] head = in.readNBytes((int) Math.min(HEAD, size));
        if (!Arrays.equals(head, 0, Math.min(head.length, kind.length), kind, 0, kind.length)) {
            throw new IOException("it is not " + what + " of lbp");
        }
        if (size < HEAD + Long.BYTES) {
            throw new IOException("it is cut short");
        }
        int version = ByteBuffer.wrap(head).getInt(kind.length);
        if (version != format) {
            throw new IOException("it has format " + version + ", and this version of lbp reads format " + format);
        }
        long computed = checksum(head, in, size - HEAD - Long.BYTES);
        if (computed != ByteBuffer.wrap(in.readNBytes(Long.BYTES)).getLong()) {
            throw new IOException("it is damaged or cut short: its checksum is not that of its content");
        }
    }

    /** The checksum of the head and of the {@code length} bytes of content that follow it in the stream. */
    private static long checksum(byte[] head, InputStream in, long length) throws IOException {
        CRC32C sum = new CRC32C();
        sum.update(head);
        byte[] buffer = new byte[BUFFER];
        for (long left = length; left > 0; ) {
            int n = in.read(buffer, 0, (int) Math.min(left, BUFFER));
            if (n < 0) {
                throw new EOFException("it has become shorter");
            }
            sum.update(buffer, 0, n);
            left -= n;
        }
        return sum.getValue();
    }

    /** A stream whose array of known length can be taken without a copy. */
    private static final class OwnArray extends ByteArrayOutputStream {

        OwnArray(int length) {
            super(length);
        }

        byte[] array() {
            return buf;
        }
    }
}
