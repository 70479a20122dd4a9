package dev.lbp.infer.io;

import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import dev.lbp.internal.Memory;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.files.TextBytes;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipException;

/**
 * Splits a text file into words, and knows the line of each word for messages. Each of <code>{}()[];,|</code> is a
 * word, and so is a text between double quotes. Comments begin where a word could begin, and are left out: from {@code
 * //} to the end of the line, and from {@code /*} on.
 */
final class Words {

    private static final String MARKS = "{}()[];,|";

    /** The largest number of bytes of a word. A file without white space is not in one of the formats. */
    private static final int LONGEST = 1 << 16;

    /**
     * Entries of a table that are allocated before they are read, because a file may declare more entries than it has.
     */
    private static final int FIRST = 1 << 12;

    /** The largest number of characters of an excerpt in a message. */
    private static final int SHOWN = 80;

    private static final int END = -1;

    /** The character that replaces bytes which are not UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    private static final Charset WINDOWS = Charset.forName("windows-1252");

    /** Reads a value from the words of a file. */
    @FunctionalInterface
    interface Reading<T> {

        T from(Words words) throws IOException;
    }

    private final Path file;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 14];
    /** The number of bytes in {@link #buffer}, and the index of the next one to read. */
    private int filled;

    private int at;
    /** The line of the next byte. */
    private long reached = 1;

    /** The line of the last word. */
    private long line = 1;

    /** The line of the first word that is not UTF-8; 0 if all words are. */
    private long foreign;
    /** Whether the last word stood between double quotes. */
    private boolean quoted;

    private Words(Path file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    /**
     * Reads a file, plain or gzip.
     *
     * @throws IllegalArgumentException if the file cannot be read, or {@code reading} refuses it
     */
    static <T> T readFile(Path file, Reading<T> reading) {
        String fault = Check.fileFault(file);
        if (!fault.isEmpty()) {
            throw new IllegalArgumentException("must " + fault + ": " + ForeignText.onOneLine("" + file));
        }
        long[] reached = {1}; // an array, so that the catch blocks see the line that reading has reached
        try (InputStream in = TextBytes.of(new FileInputStream(file.toFile()))) {
            Words words = new Words(file, in);
            try {
                return reading.from(words);
            } finally {
                reached[0] = words.reached;
            }
        } catch (EOFException e) {
            throw failure(file, reached[0], "must be a whole gzip file: it ends after this line");
        } catch (ZipException e) {
            throw failure(file, reached[0], "must be a sound gzip file: " + e.getMessage());
        } catch (IOException e) {
            throw failure(file, reached[0], "must be readable: " + Failures.words(e));
        }
    }

    private static IllegalArgumentException failure(Path file, long line, String what) {
        return new IllegalArgumentException(ForeignText.onOneLine(file + ":" + line + ": " + what));
    }

    /** An exception whose message has the file and the line of the last word. */
    IllegalArgumentException bad(String what) {
        return bad(line, what);
    }

    /** An exception whose message has the file and a line. */
    IllegalArgumentException bad(long where, String what) {
        return failure(file, where, what);
    }

    /** The line of the last word. */
    long line() {
        return line;
    }

    /** The text, or its beginning if it is long. */
    static String excerpt(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    /** Reads the next word. It is empty at the end of the file, and for {@code ""}. */
    String next() throws IOException {
        int first = firstByteOfWord();
        line = reached;
        quoted = first == '"';
        if (first == END || MARKS.indexOf(first) >= 0) {
            return first == END ? "" : Character.toString(first);
        }
        ByteArrayOutputStream word = new ByteArrayOutputStream();
        if (!quoted) {
            word.write(first);
        }
        for (int c = peek(); quoted ? c != '"' : !endsWord(c); c = peek()) {
            if (c == END) {
                throw bad("must end with the quote that it begins with: \"" + excerpt(text(word)));
            }
            if (word.size() == LONGEST) {
                throw bad("must be plain text, with words of at most " + LONGEST + " bytes");
            }
            word.write(read());
        }
        at += quoted ? 1 : 0; // skips the closing quote
        return text(word);
    }

    /** The bytes as UTF-8, or, if they are not UTF-8 as in older files, as windows-1252. */
    private String text(ByteArrayOutputStream word) {
        String text = word.toString(StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) < 0) {
            return text;
        }
        foreign = foreign == 0 ? line : foreign;
        return word.toString(WINDOWS);
    }

    /** The line of the first word that is not UTF-8; 0 if all words are. */
    long foreignLine() {
        return foreign;
    }

    private static boolean endsWord(int c) {
        return c <= ' ' || c == '"' || MARKS.indexOf(c) >= 0;
    }

    /** Skips white space and comments, and reads the byte after them. */
    private int firstByteOfWord() throws IOException {
        int c = read();
        while (c >= 0 && c <= ' ' || c == '/' && skipComment()) { // skipComment is false for a plain slash
            c = read();
        }
        return c;
    }

    /**
     * Skips a comment, to the end of the line or to its closing mark, if the slash just read begins one. Returns
     * whether there was a comment.
     */
    private boolean skipComment() throws IOException {
        int second = peek();
        if (second != '/' && second != '*') {
            return false;
        }
        long begin = reached;
        int before = 0;
        for (int c = read(); second == '/' ? c != '\n' && c != END : c != '/' || before != '*'; c = read()) {
            if (c == END) {
                throw bad(begin, "must end with */: a comment");
            }
            before = before == 0 ? ' ' : c; // the star of the opening mark does not end the comment
        }
        return true;
    }

    /** The next byte, which stays the next one; {@link #END} at the end of the file. */
    private int peek() throws IOException {
        if (at == filled) {
            filled = Math.max(0, in.read(buffer));
            at = 0;
        }
        return at == filled ? END : buffer[at] & 0xFF;
    }

    /** Reads a byte and counts lines. {@link #END} at the end of the file. */
    private int read() throws IOException {
        int c = peek();
        if (c == '\n') {
            reached++;
        } else if (c >= 0 && c < ' ' && c != '\t' && c != '\r' && c != '\f') {
            throw bad(reached, String.format("must be plain text: byte 0x%02X", c));
        }
        at += c == END ? 0 : 1;
        return c;
    }

    /** Whether the last word is empty because the file has ended. */
    boolean isEnd(String word) {
        return !quoted && word.isEmpty();
    }

    /** Returns {@code word}, the last one read, after a check that it is a name: quoted, or not a mark. */
    String name(String word, String what) {
        if (!quoted && (word.isEmpty() || MARKS.contains(word))) {
            throw bad("must be " + what + found(word));
        }
        return word;
    }

    /** Whether the last word is this mark or key word, not a quoted name. */
    boolean is(String mark, String word) {
        return !quoted && word.equals(mark);
    }

    /** Reads the next word, which must be this mark or key word. */
    void expect(String mark, String where) throws IOException {
        String word = next();
        if (!is(mark, word)) {
            throw bad("must be " + mark + " " + where + found(word));
        }
    }

    /** The end of a message about an unexpected word. */
    String found(String word) {
        return word.isEmpty() ? ", and the file ends" : ": " + excerpt(word);
    }

    /** Checks that no word follows. */
    void expectEnd(String after) throws IOException {
        String word = next();
        if (!isEnd(word)) {
            throw bad("must have nothing after " + after + ": " + excerpt(word));
        }
    }

    /** Reads the next word, which must be a whole number in a range. */
    int whole(String what, int least, int largest) throws IOException {
        return whole(next(), what, least, largest);
    }

    /** The last word as a whole number in a range. */
    int whole(String word, String what, int least, int largest) {
        int value;
        try {
            value = Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw bad("must be " + what + ", a whole number below 2^31" + found(word));
        }
        if (value < least || value > largest) {
            String range = largest == Integer.MAX_VALUE ? "at least " + least : least + " to " + largest;
            throw bad("must be " + what + ", " + range + ": " + word);
        }
        return value;
    }

    /** The logarithm of an entry of a table, which must be finite and at least 0. */
    private double logEntry(String word) {
        double value;
        try {
            // parseDouble alone would take "NaN", "0x1p3" and "1d" too
            boolean isDecimal = word.chars().allMatch(c -> c >= '0' && c <= '9' || "+-.eE".indexOf(c) >= 0);
            value = isDecimal ? Double.parseDouble(word) : Double.NaN;
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        if (!(value >= 0.0 && value < Double.POSITIVE_INFINITY)) {
            throw bad("must be an entry of a table, a finite number, at least 0" + found(word));
        }
        // refuses a number that has a nonzero digit and underflows to 0
        if (value == 0.0 && word.chars().takeWhile(c -> c != 'e' && c != 'E').anyMatch(c -> c >= '1' && c <= '9')) {
            throw bad("must be 0 or at least " + Double.MIN_VALUE + ": " + word);
        }
        return Math.log(value);
    }

    /**
     * Reads the logarithms of the entries of a table, with or without commas between entries.
     *
     * @param size the number of entries; the array grows while they are read
     */
    double[] logTable(int size) throws IOException {
        double[] logs = new double[Math.min(size, FIRST)];
        for (int k = 0; k < size; k++) {
            if (k == logs.length) {
                int longer = (int) Math.min(size, 2L * k);
                checkMemory((double) Double.BYTES * longer, "a table of " + size + " entries");
                logs = Arrays.copyOf(logs, longer);
            }
            String word = next();
            if (k > 0 && is(",", word)) {
                word = next();
            }
            if (isEnd(word) || is(";", word)) {
                throw bad("must be a table of " + size + " entries: found=" + k);
            }
            logs[k] = logEntry(word);
        }
        return logs;
    }

    /** Refuses a table without a positive entry, which makes every state impossible. */
    void checkPossible(double[] logs) {
        if (Arrays.stream(logs).allMatch(log -> log == Double.NEGATIVE_INFINITY)) {
            throw bad("must be a table with an entry above 0: all " + logs.length + " are 0");
        }
    }

    /** Checks that memory fits into the heap. */
    void checkMemory(double bytes, String what) {
        try {
            Memory.check(bytes, what, "a larger heap by java -Xmx");
        } catch (IllegalArgumentException e) {
            throw bad("" + e.getMessage());
        }
    }
}
