package dev.lbp.internal.files;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

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
