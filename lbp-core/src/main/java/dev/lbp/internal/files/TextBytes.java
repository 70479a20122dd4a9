package dev.lbp.internal.files;

import dev.lbp.internal.Check;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a text file: unpacked if they are gzip, under any name of the file, and without the byte order mark of
 * UTF-8, which some programs write.
 */
public final class TextBytes {

    private static final byte[] GZIP = {0x1F, (byte) 0x8B}; // RFC 1952

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private TextBytes() {}

    /** Opens a text: unpacks gzip, and skips a byte order mark. Closes the file if that fails. */
    public static InputStream of(InputStream file) throws IOException {
        try {
            InputStream in = new BufferedInputStream(file);
            if (startsWith(in, GZIP)) {
                in = new BufferedInputStream(new StrictGzip(in));
            }
            if (startsWith(in, BYTE_ORDER_MARK)) {
                in.skipNBytes(BYTE_ORDER_MARK.length);
            }
            return in;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Opens a text in UTF-8 as {@link #of} does. The reader fails at bytes that are no UTF-8, and at damaged gzip. */
    public static BufferedReader utf8(Path file) throws IOException {
        InputStream bytes = of(Files.newInputStream(Check.readable(file)));
        return new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()));
    }

    /**
     * The exception that says what is wrong with a text of {@link #utf8}; null if its bytes are not at fault.
     *
     * @param hint what the file is; empty if that is not known
     */
    public static @Nullable IllegalArgumentException fault(Path file, String hint, IOException e) {
        if (e instanceof EOFException || e instanceof ZipException) {
            return new IllegalArgumentException(
                    "must be a whole gzip file: " + file + (e.getMessage() == null ? "" : ", " + e.getMessage()), e);
        }
        return e instanceof MalformedInputException
                ? new IllegalArgumentException("must be text in UTF-8: " + file + hint, e)
                : null;
    }

    /**
     * Opens a text as {@link #of} does. The stream fails at a line of more than {@code longest} bytes, which a reader
     * of lines would hold in memory.
     */
    public static InputStream ofLines(InputStream file, int longest) throws IOException {
        return new FilterInputStream(of(file)) {

            private long line = 1;
            private int length;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            /** Counts the bytes of each line that it passes on, and throws at one that is too long. */
            @Override
            public int read(byte[] buffer, int offset, int count) throws IOException {
                int found = super.read(buffer, offset, count);
                for (int k = 0; k < found; k++) {
                    length++;
                    if (buffer[offset + k] == '\n') {
                        line++;
                        length = 0;
                    } else if (length > longest) {
                        throw new LongLine(line, longest);
                    }
                }
                return found;
            }
        };
    }

    /** A line that is too long. */
    public static final class LongLine extends IOException {

        private static final long serialVersionUID = 1L;

        LongLine(long line, int longest) {
            super(line + ": must be a line of at most " + longest + " bytes");
        }
    }

    private static boolean startsWith(InputStream in, byte[] expected) throws IOException {
        in.mark(expected.length);
        byte[] found = in.readNBytes(expected.length);
        in.reset();
        return Arrays.equals(found, expected);
    }
}
