package dev.lbp.internal;

import java.io.BufferedInputStream;
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

    /** Reads the first bytes of a file; closes it if that fails. */
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

    private static boolean startsWith(InputStream in, byte[] expected) throws IOException {
        in.mark(expected.length);
        byte[] found = in.readNBytes(expected.length);
        in.reset();
        return Arrays.equals(found, expected);
    }
}
