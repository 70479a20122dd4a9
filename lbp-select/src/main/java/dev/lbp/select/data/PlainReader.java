package dev.lbp.select.data;

import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Passes text on, and stops at the first NUL character: no text has one, but binary files and texts in UTF-16 do. */
final class PlainReader extends FilterReader {

    /** Thrown where the text has a NUL character. The message has the line. */
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
        for (int k = offset; k < offset + count; k++) { // none at the end of the text, where count is -1
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

    /** Reads the first bytes of a file that is no text in UTF-8, and says what it is; empty if they do not tell. */
    static String hintFromFirstBytes(Path file) {
        byte[] head = new byte[2];
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(2);
        } catch (IOException e) {
            return ""; // it could be read before
        }
        if (Arrays.equals(head, new byte[] {'P', 'K'})) {
            return " is a zip archive, as a spreadsheet is; save it as CSV";
        }
        boolean wide = Arrays.equals(head, new byte[] {(byte) 0xFF, (byte) 0xFE})
                || Arrays.equals(head, new byte[] {(byte) 0xFE, (byte) 0xFF});
        return wide ? " is in UTF-16; save it as CSV in UTF-8" : "";
    }
}
