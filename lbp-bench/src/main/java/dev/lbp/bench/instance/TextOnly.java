package dev.lbp.bench.instance;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Lets ASCII text through, and any text in comments, and stops at the first other byte, so that a binary file, however long
 * its first "line", is refused at once and not read as numbers. It counts lines itself, for a reader behind it is ahead of the line it parses.
 */
final class TextOnly extends FilterInputStream {

    private static final int DELETE = 0x7F;

    /** A byte that is no text. */
    static final class BinaryByte extends IOException {

        private static final long serialVersionUID = 1L;

        final long line;

        BinaryByte(long line, int value) {
            super(String.format("0x%02X", value));
            this.line = line;
        }
    }

    private long line = 1;
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

    private void check(int value) throws BinaryByte {
        boolean white = value == '\n' || value == '\r' || value == '\t';
        boolean foreign = value > '~' && value != DELETE && comment; // a letter, perhaps, of another alphabet
        if (!white && !foreign && (value < ' ' || value > '~')) {
            throw new BinaryByte(line, value);
        }
        if (value == '\n') {
            line++;
            comment = false;
        } else if (value == '#') {
            comment = true;
        }
    }
}
