package dev.lbp.select.data;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** Passes text on, and stops at the first NUL character: no text has one, but binary files and texts in UTF-16 do. */
final class PlainReader extends FilterReader {

    /** A NUL character. The message has the line. */
    static final class NotText extends IOException {

        private static final long serialVersionUID = 1L;

        NotText(long line) {
            super("line " + line + " has a NUL character, as binary files and texts in UTF-16 have");
        }
    }

    private long line = 1;

    PlainReader(Reader in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        if (value >= 0) {
            check((char) value);
        }
        return value;
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        int count = super.read(buffer, offset, length);
        for (int k = offset; k < offset + count; k++) {
            check(buffer[k]);
        }
        return count;
    }

    private void check(char value) throws NotText {
        if (value == '\0') {
            throw new NotText(line);
        }
        if (value == '\n') {
            line++;
        }
    }
}
