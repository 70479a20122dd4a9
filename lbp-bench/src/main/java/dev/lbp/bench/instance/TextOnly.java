package dev.lbp.bench.instance;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Passes ASCII text, and any text in comments, and stops at the first other byte. So a binary file, with a first "line" of any
 * length, is refused at once and not read as numbers. It counts lines itself, because a buffered reader is ahead of the line that
 * it parses.
 */
final class TextOnly extends FilterInputStream {

    private static final int DELETE = 0x7F;

    /** An entry has about 30 characters; a comment may be longer. */
    private static final int LONGEST_LINE = 1 << 16;

    /** A byte that is not text, or a line that is too long. The message states the constraint. */
    static final class NotText extends IOException {

        private static final long serialVersionUID = 1L;

        final long line;

        NotText(long line, String message) {
            super(message);
            this.line = line;
        }
    }

    private long line = 1;
    private int length;
    private boolean comment;

    TextOnly(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        if (value >= 0) {
            check(value);
        }
        return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = super.read(buffer, offset, length);
        for (int k = 0; k < count; k++) {
            check(buffer[offset + k] & 0xFF);
        }
        return count;
    }

    private void check(int value) throws NotText {
        boolean white = value == '\n' || value == '\r' || value == '\t';
        boolean foreign = value > '~' && value != DELETE && comment; // a letter, perhaps, of another alphabet
        if (!white && !foreign && (value < ' ' || value > '~')) {
            throw new NotText(
                    line, String.format("must be plain ASCII text, perhaps compressed by gzip: byte 0x%02X", value));
        }
        length++;
        if (length > LONGEST_LINE) {
            throw new NotText(line, "must be a line of at most " + LONGEST_LINE + " characters");
        }
        if (value == '\n') {
            line++;
            length = 0;
            comment = false;
        } else if (value == '#') {
            comment = true;
        }
    }
}
