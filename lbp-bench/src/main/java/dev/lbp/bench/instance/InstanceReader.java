package dev.lbp.bench.instance;

import dev.lbp.internal.Memory;
import dev.lbp.internal.StrictGzip;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads an instance in the form of rudy, the form of the Gset graphs: a line {@code n m}, then m lines {@code i j weight} with
 * sites numbered from 1 to n. Text after a {@code #} is a comment; blank lines are skipped. The file may be compressed by gzip
 * under any name, and may begin with the byte order mark of UTF-8. It may be a pipe; {@code -} is standard input.
 *
 * <p>It is strict: a missing weight is an error, because a truncated file may end like that.
 */
public final class InstanceReader {

    private static final byte[] GZIP = {0x1F, (byte) 0x8B};

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** A bias in double precision, as given and with the diagonal added, and an index into the couplings. */
    private static final int BYTES_PER_SITE = 2 * Double.BYTES + Integer.BYTES;

    /** Two sites and a weight. */
    private static final int BYTES_PER_PAIR = 2 * Integer.BYTES + Double.BYTES;

    /** Initial room for pairs. It is not the header's m: the memory grows only with the lines of the file. */
    private static final int FIRST_CAPACITY = 1 << 16;

    private final Path file;
    private final boolean diagonal;
    private long line;
    private int sites = -1;
    private int pairs;
    private int count;
    private int[] from = new int[0];
    private int[] to = new int[0];
    private double[] weights = new double[0];

    private InstanceReader(Path file, boolean diagonal) {
        this.file = file;
        this.diagonal = diagonal;
    }

    /**
     * Reads a graph: no site is joined with itself.
     *
     * @throws InstanceException if the file cannot be read or breaks the form
     */
    public static Instance readGraph(Path file) {
        return new InstanceReader(file, false).read();
    }

    /**
     * Reads a matrix: diagonal entries {@code i i weight} are allowed.
     *
     * @throws InstanceException if the file cannot be read or breaks the form
     */
    public static Instance readMatrix(Path file) {
        return new InstanceReader(file, true).read();
    }

    /** Whether the path is {@code -}. */
    public static boolean isStandardInput(Path file) {
        return file.toString().equals("-");
    }

    private Instance read() {
        try (BufferedReader reader = reader()) {
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                line++;
                int comment = text.indexOf('#');
                String entry = comment < 0 ? text : text.substring(0, comment);
                if (!entry.isBlank()) {
                    accept(entry.strip().split("\\s+"));
                }
            }
        } catch (TextOnly.NotText e) {
            throw at(e.line, e.getMessage());
        } catch (EOFException e) {
            throw at(line, "must be a whole gzip file: it ends after this line");
        } catch (ZipException e) {
            throw at(line, "must be a sound gzip file: " + e.getMessage());
        } catch (IOException e) {
            throw at(line, "must be readable: " + e);
        }
        return finished();
    }

    private BufferedReader reader() throws IOException {
        InputStream in = new BufferedInputStream(open());
        try {
            if (startsWith(in, GZIP)) {
                in = new BufferedInputStream(new StrictGzip(in));
            }
            if (startsWith(in, BYTE_ORDER_MARK)) {
                in.skipNBytes(BYTE_ORDER_MARK.length);
            }
            return new BufferedReader(new InputStreamReader(new TextOnly(in), StandardCharsets.US_ASCII));
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    private InputStream open() throws IOException {
        if (isStandardInput(file)) {
            if (isClosed()) {
                throw new InstanceException("must be open: " + name());
            }
            return System.in;
        }
        if (Files.isDirectory(file) || !Files.isReadable(file)) {
            String what = Files.exists(file) ? "must be a file that can be read" : "must be a file that exists";
            throw new InstanceException(what + ": " + file);
        }
        return new FileInputStream(file.toFile()); // a stream of Files reads the position of a pipe, which fails
    }

    /**
     * Whether the process began without a standard input. Then the first file that the JVM opens, the image of its modules, has
     * number 0. Reading or closing that file would crash the JVM. False on a system without files for these numbers.
     */
    private static boolean isClosed() throws IOException {
        Path standardInput = Path.of("/dev/fd/0");
        Path modules = Path.of(System.getProperty("java.home"), "lib", "modules");
        return Files.exists(standardInput) && Files.exists(modules) && Files.isSameFile(standardInput, modules);
    }

    private static boolean startsWith(InputStream in, byte[] expected) throws IOException {
        in.mark(expected.length);
        byte[] found = in.readNBytes(expected.length);
        in.reset();
        return Arrays.equals(found, expected);
    }

    private void accept(String[] fields) {
        if (sites < 0) {
            header(fields);
        } else if (count == pairs) {
            throw at(line, "must not list more pairs than the header announces: m=" + pairs);
        } else {
            pair(fields);
        }
    }

    private void header(String[] fields) {
        if (fields.length != 2) {
            throw at(
                    line,
                    "must be \"n m\", the numbers of sites and of pairs: " + Excerpt.of(String.join(" ", fields)));
        }
        sites = index("n", fields[0], 1, Integer.MAX_VALUE);
        pairs = index("m", fields[1], 0, Integer.MAX_VALUE);
        checkMemory((double) BYTES_PER_SITE * sites, "n=" + sites);
        resize(Math.min(pairs, FIRST_CAPACITY));
    }

    private void pair(String[] fields) {
        if (fields.length != 3) {
            throw at(line, "must be \"i j weight\": " + Excerpt.of(String.join(" ", fields)));
        }
        if (count == from.length) {
            resize((int) Math.min(pairs, 2L * count));
        }
        from[count] = index("i", fields[0], 1, sites) - 1;
        to[count] = index("j", fields[1], 1, sites) - 1;
        if (from[count] == to[count] && !diagonal) {
            throw at(line, "must join two different sites: i=j=" + fields[0]);
        }
        weights[count] = weight(fields[2]);
        count++;
    }

    private void resize(int capacity) {
        checkMemory((double) BYTES_PER_PAIR * capacity, "room for pairs=" + capacity);
        from = Arrays.copyOf(from, capacity);
        to = Arrays.copyOf(to, capacity);
        weights = Arrays.copyOf(weights, capacity);
    }

    private void checkMemory(double bytes, String what) {
        try {
            Memory.check(bytes, what, "a larger heap by java -Xmx");
        } catch (IllegalArgumentException e) {
            throw at(line, e.getMessage());
        }
    }

    private int index(String name, String text, int least, int largest) {
        int value;
        try {
            value = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw at(line, "must be a whole number below 2^31: " + name + "=" + Excerpt.of(text));
        }
        if (value < least || value > largest) {
            String range = largest == Integer.MAX_VALUE ? "be >= " + least : "be in [" + least + ", " + largest + "]";
            throw at(line, "must " + range + ": " + name + "=" + text);
        }
        return value;
    }

    private double weight(String text) {
        double value;
        try {
            value = Decimal.parse(text);
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        if (!Double.isFinite(value)) {
            throw at(line, "must be a finite number: weight=" + Excerpt.of(text));
        }
        return value;
    }

    private Instance finished() {
        if (sites < 0) {
            throw at(line, "must be \"n m\", the numbers of sites and of pairs: the file has no such line");
        }
        if (count < pairs) {
            throw at(
                    line,
                    "must not be the last line, for the header announces more pairs: m=" + pairs + ", found=" + count);
        }
        return new Instance(name(), sites, from, to, weights);
    }

    private String name() {
        return isStandardInput(file) ? "standard input" : file.toString();
    }

    private InstanceException at(long where, @Nullable String what) {
        return new InstanceException(name() + ":" + Math.max(1, where) + ": " + what);
    }
}
