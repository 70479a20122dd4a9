package dev.lbp.models.sequences;

import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import dev.lbp.internal.Memory;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.files.TextBytes;
import dev.lbp.internal.files.WholeFile;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Sequences in the form FASTA: a header line that begins with {@code >}, then lines of letters. A byte order mark,
 * blank lines and white space at the end of a line are skipped. In an alignment of the form A2M, a file whose name ends
 * in {@code .a2m} or {@code .a2m.gz}, lower-case letters and {@code .} are insertions, and are dropped. In any other
 * file they are ordinary letters, and an error if the alphabet does not have them. A gap is a letter if the alphabet
 * has it. Several sequences may be equal, or have equal headers.
 *
 * @param sequences at least one
 * @param unknown the number of sequences of the file that had letters outside of the alphabet, see {@link Unknown}
 */
public record Fasta(List<Sequence> sequences, int unknown) {

    /** Letters on a line of a written file. */
    private static final int WIDTH = 80;

    /** The longest line of a file: proteins have below 100,000 letters. */
    private static final int LONGEST_LINE = 1 << 24;

    /**
     * A sequence with its header.
     *
     * @param header the line after the {@code >}
     * @param values the value of each letter
     */
    public record Sequence(String header, int[] values) {

        /** Refuses null. */
        public Sequence {
            Check.notNull("header", header);
            Check.notNull("values", values);
        }
    }

    /**
     * What to do with a letter that stands for several, or for any, such as B, X and Z of proteins and N of RNA: a
     * capital letter, {@code *} or {@code ?} outside of the alphabet. Other characters are refused always.
     */
    public enum Unknown {
        /** The file is refused. */
        REFUSE,
        /** The letter is read as a gap, which the alphabet must have. */
        GAP,
        /** The sequence is left out. */
        DROP
    }

    /** Copies the list. */
    public Fasta {
        sequences = List.copyOf(Check.notNull("sequences", sequences));
        Check.that(!sequences.isEmpty(), "have at least one", "sequences", "none");
        Check.atLeast(0, "unknown", unknown);
    }

    /** Sequences of known letters. */
    public Fasta(List<Sequence> sequences) {
        this(sequences, 0);
    }

    /**
     * Reads a file, compressed by gzip or not, and refuses letters outside of the alphabet.
     *
     * @throws IllegalArgumentException if it is not of this form, or has other letters; the message names file, line
     *     and column, both from 1
     * @throws IOException if it cannot be read
     */
    public static Fasta read(Path file, Alphabet alphabet) throws IOException {
        return read(file, alphabet, Unknown.REFUSE);
    }

    /**
     * Reads a file, compressed by gzip or not.
     *
     * @throws IllegalArgumentException if it is not of this form, has letters that are refused, or needs a gap that the
     *     alphabet does not have; the message names file, line and column, both from 1
     * @throws IOException if it cannot be read
     */
    public static Fasta read(Path file, Alphabet alphabet, Unknown unknown) throws IOException {
        return read(file, alphabet, unknown, /* aligned= */ false);
    }

    /**
     * Reads an alignment, as {@link #read(Path, Alphabet, Unknown)} does, and refuses sequences of unequal lengths.
     *
     * @throws IllegalArgumentException as {@link #read(Path, Alphabet, Unknown)} does, and if a sequence is not as long
     *     as the first one that is kept
     * @throws IOException if it cannot be read
     */
    public static Fasta readAlignment(Path file, Alphabet alphabet, Unknown unknown) throws IOException {
        return read(file, alphabet, unknown, /* aligned= */ true);
    }

    private static Fasta read(Path file, Alphabet alphabet, Unknown unknown, boolean aligned) throws IOException {
        Reading reading = new Reading(
                Check.notNull("file", file),
                Check.notNull("alphabet", alphabet),
                Check.notNull("unknown", unknown),
                aligned);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                TextBytes.ofLines(Files.newInputStream(Check.readable(file)), LONGEST_LINE), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reading.add(line.stripTrailing());
            }
        } catch (TextBytes.LongLine e) {
            throw new IllegalArgumentException(file + ":" + e.getMessage(), e);
        } catch (EOFException | ZipException e) {
            throw new IllegalArgumentException(file + ": must be a whole gzip file: " + Failures.words(e), e);
        }
        return reading.end();
    }

    /**
     * The sequences as rows of an alignment.
     *
     * @return [sequences][N]; copies
     * @throws IllegalArgumentException if their lengths differ
     */
    public int[][] alignment() {
        int length = sequences.get(0).values().length;
        for (Sequence sequence : sequences) {
            Check.that(
                    sequence.values().length == length,
                    "have " + length + " letters, as the first sequence has, and has " + sequence.values().length,
                    "sequence",
                    ForeignText.onOneLine(sequence.header()));
        }
        return sequences.stream().map(sequence -> sequence.values().clone()).toArray(int[][]::new);
    }

    /**
     * Writes a file, uncompressed. A reader finds the old file or the new one, never a part of it.
     *
     * @throws IOException if it cannot be written
     */
    public void write(Path file, Alphabet alphabet) throws IOException {
        WholeFile.replace(Check.notNull("file", file), text(alphabet));
    }

    /** The content of a file, with at most 80 letters on a line. */
    public String text(Alphabet alphabet) {
        StringBuilder text = new StringBuilder();
        for (Sequence sequence : sequences) {
            text.append('>').append(ForeignText.onOneLine(sequence.header())).append('\n');
            String letters = alphabet.text(sequence.values());
            for (int from = 0; from < letters.length(); from += WIDTH) {
                text.append(letters, from, Math.min(letters.length(), from + WIDTH))
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** The state of a reader between two lines. */
    private static final class Reading {

        private final Path file;
        private final Alphabet alphabet;
        private final Unknown unknown;
        private final boolean aligned;
        private final boolean dropsInsertions;
        private final List<Sequence> sequences = new ArrayList<>();

        /** The number of sequences with unknown letters so far, and whether the present sequence has some. */
        private int unknownSequences;

        private boolean isUnknown;
        private int line;
        private int headerLine;
        private @Nullable String header;
        private int[] values = new int[128];
        private int length;

        Reading(Path file, Alphabet alphabet, Unknown unknown, boolean aligned) {
            this.file = file;
            this.alphabet = alphabet;
            this.unknown = unknown;
            this.aligned = aligned;
            Check.that(
                    unknown != Unknown.GAP || alphabet.value('-') >= 0,
                    "have a gap, -, for letters that are unknown",
                    "alphabet",
                    alphabet.letters());
            String name = file.toString().toLowerCase(Locale.ROOT);
            this.dropsInsertions = name.endsWith(".a2m") || name.endsWith(".a2m.gz");
        }

        void add(String text) {
            line++;
            if (text.startsWith(">")) {
                finish();
                header = text.substring(1).strip();
                headerLine = line;
            } else if (!text.isEmpty()) {
                if (header == null) {
                    throw malformed(line, 1, "must begin with a header, a line that begins with >");
                }
                addLetters(text);
            }
        }

        /** Appends the values of a line's letters to the present sequence, and notes whether one is unknown. */
        private void addLetters(String text) {
            for (int k = 0; k < text.length(); k++) {
                char letter = text.charAt(k);
                if (dropsInsertions && Alphabet.isInsertion(letter)) {
                    continue;
                }
                int value = alphabet.value(letter);
                if (value < 0 && unknown != Unknown.REFUSE && Alphabet.isAmbiguity(letter)) {
                    isUnknown = true;
                    value = Math.max(alphabet.value('-'), 0);
                }
                if (value < 0) {
                    throw malformed(
                            line,
                            k + 1,
                            "must be one of the letters " + alphabet.letters() + ": '"
                                    + ForeignText.onOneLine(String.valueOf(letter)) + "'");
                }
                if (length == values.length) {
                    checkMemory(2.0 * length);
                    values = Arrays.copyOf(values, 2 * length);
                }
                values[length++] = value;
            }
        }

        /** Ends the present sequence, if there is one. Keeps it unless it has unknown letters that are no gaps. */
        private void finish() {
            if (header != null) {
                if (length == 0) {
                    throw malformed(headerLine, 1, "must be followed by letters: >" + ForeignText.onOneLine(header));
                }
                if (!isUnknown || unknown == Unknown.GAP) {
                    checkLength(header);
                    checkMemory(length);
                    sequences.add(new Sequence(header, Arrays.copyOf(values, length)));
                }
                unknownSequences += isUnknown ? 1 : 0;
                isUnknown = false;
                length = 0;
            }
        }

        private void checkMemory(double letters) {
            try {
                Memory.check(Integer.BYTES * letters, "letters of a sequence", "a larger heap by java -Xmx");
            } catch (IllegalArgumentException e) {
                throw malformed(line, 1, String.valueOf(e.getMessage()));
            }
        }

        private void checkLength(String name) {
            int first = sequences.isEmpty() ? length : sequences.get(0).values().length;
            if (aligned && length != first) {
                throw malformed(
                        headerLine,
                        1,
                        "must be followed by " + first + " letters, as the first sequence is, and " + length
                                + " follow: >" + ForeignText.onOneLine(name));
            }
        }

        Fasta end() {
            finish();
            if (sequences.isEmpty()) {
                throw malformed(
                        1,
                        1,
                        "must have a sequence"
                                + (unknownSequences == 0
                                        ? ": the file has none"
                                        : " without unknown letters: " + unknownSequences + " have them"));
            }
            return new Fasta(sequences, unknownSequences);
        }

        private IllegalArgumentException malformed(int where, int column, String what) {
            return new IllegalArgumentException(file + ":" + where + ":" + column + ": " + what);
        }
    }
}
