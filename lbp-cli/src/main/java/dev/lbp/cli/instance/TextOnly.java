package dev.lbp.cli.instance;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream that passes text and fails at the first byte that is not text. A file of numbers must be ASCII except in
 * comments; a file of names may have any text. So a binary file is refused at once, even if its first "line" is very
 * long. The stream counts lines itself, because a buffered reader reads ahead of the parsed line.
 */
final class TextOnly extends FilterInputStream {

    private static final int DELETE = 0x7F;

    /** The content of a file. */
    enum Form {
        /** Numbers, in lines of at most 2^16 characters: an entry has about 30, a comment may be longer. */
        NUMBERS(1 << 16, "plain ASCII text"),
        /** Names, in lines of at most 2^24 characters: one may list all genes of an organism. */
        NAMES(1 << 24, "plain text");

        private final int longestLine;
        private final String text;

        Form(int longestLine, String text) {
            this.longestLine = longestLine;
            this.text = text;
        }
    }

    /** Thrown for a byte that is not text, or a line that is too long. The message states the constraint. */
    static final class NotText extends IOException {

        private static final long serialVersionUID = 1L;

        final long line;

        NotText(long line, String message) {
            super(message);
            this.line = line;
        }
    }

    private final Form form;
    private long line = 1;
    /** The number of characters of the line so far. */
    private int length;
    /** Whether the present byte is in a comment. */
    private boolean comment;

    TextOnly(InputStream in, Form form) {
        super(in);
        this.form = form;
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

    /** Checks the next byte, and updates the number of the line, its length, and whether it is in a comment. */
    private void check(int value) throws NotText {
        if (!isText(value)) {
            throw new NotText(
                    line, String.format("must be %s, perhaps compressed by gzip: byte 0x%02X", form.text, value));
        }
        length++;
        if (length > form.longestLine) {
            throw new NotText(line, "must be a line of at most " + form.longestLine + " characters");
        }
        boolean ofDimacs = length == 1 && value == 'c'; // readers of other forms refuse such a line
        if (value == '\n') {
            line++;
            length = 0;
            comment = false;
        } else if (value == '#' || ofDimacs) {
            comment = true;
        }
    }

    /** Whether a byte is white space, printable ASCII, or, where these may be, part of a letter outside of ASCII. */
    private boolean isText(int value) {
        boolean white = value == '\n' || value == '\r' || value == '\t';
        boolean ascii = value >= ' ' && value <= '~';
        boolean foreign = value > DELETE && (comment || form == Form.NAMES);
        return white || ascii || foreign;
    }
}
