package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.TextBytes;
import dev.lbp.internal.files.WholeFile;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/** Writes and reads the text form of a {@link DenseCategories}: {@code J i j a b value} and {@code h i a value}. */
final class PottsText {

    /** The largest number of characters in a line that is read. A line that is written has about 40. */
    private static final int LONGEST_LINE = 1 << 10;

    private PottsText() {}

    /** Checks that an alphabet has different characters without white space. */
    static String checked(String alphabet) {
        Check.atLeast(
                2, "alphabet.length()", Check.notNull("alphabet", alphabet).length());
        for (int k = 0; k < alphabet.length(); k++) {
            char letter = alphabet.charAt(k);
            Check.that(
                    letter > ' ' && letter < 127 && alphabet.indexOf(letter) == k,
                    "have different ASCII characters, none of them white space",
                    "alphabet",
                    '"' + alphabet + '"');
        }
        return alphabet;
    }

    static void write(Path file, DenseCategories model, String alphabet) throws IOException {
        Check.notNull("file", file);
        Check.length(model.values(), "alphabet", checked(alphabet).length());
        WholeFile.replace(file, out -> {
            GZIPOutputStream gzip = isGzip(file) ? new GZIPOutputStream(out) : null;
            Writer to =
                    new BufferedWriter(new OutputStreamWriter(gzip == null ? out : gzip, StandardCharsets.US_ASCII));
            write(to, model, alphabet);
            to.flush();
            if (gzip != null) {
                gzip.finish(); // the stream below stays open: WholeFile syncs it
            }
        });
    }

    private static boolean isGzip(Path file) {
        return file.toString().endsWith(".gz");
    }

    private static void write(Writer to, DenseCategories model, String alphabet) throws IOException {
        int sites = model.dimension();
        int values = model.values();
        for (int i = 0; i < sites; i++) {
            for (int j = i + 1; j < sites; j++) {
                double[][] pair = model.coupling(i, j);
                for (int a = 0; a < values; a++) {
                    for (int b = 0; b < values; b++) {
                        to.write("J " + i + ' ' + j + ' ' + alphabet.charAt(a) + ' ' + alphabet.charAt(b) + ' '
                                + pair[a][b] + '\n');
                    }
                }
            }
        }
        double[][] fields = model.fields();
        for (int i = 0; i < sites; i++) {
            for (int a = 0; a < values; a++) {
                to.write("h " + i + ' ' + alphabet.charAt(a) + ' ' + fields[i][a] + '\n');
            }
        }
    }

    /**
     * Reads a model. A file that ends inside a line is refused, because its last number may be a part of one: programs
     * that write this form end each line.
     */
    static DenseCategories read(Path file, String alphabet) throws IOException {
        PottsLines lines = new PottsLines(Check.notNull("file", file), checked(alphabet));
        try (InputStream bytes = Files.newInputStream(Check.readable(file));
                LastByte content = new LastByte(TextBytes.ofLines(bytes, LONGEST_LINE));
                BufferedReader reader = new BufferedReader(new InputStreamReader(content, StandardCharsets.US_ASCII))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
            if (content.last != '\n') {
                throw lines.malformed("end with a line end", "its last number may be cut");
            }
        } catch (TextBytes.LongLine e) {
            throw new IOException(file + ":" + e.getMessage(), e);
        } catch (EOFException | ZipException e) {
            throw new IOException(
                    "cannot read " + file + ": damaged gzip after line " + lines.count() + ": " + e.getMessage(), e);
        }
        return lines.model();
    }

    /** Keeps the last byte that was read; a line end before the first one. */
    private static final class LastByte extends FilterInputStream {

        private byte last = '\n';

        LastByte(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            last = count > 0 ? buffer[offset + count - 1] : last;
            return count;
        }
    }
}
