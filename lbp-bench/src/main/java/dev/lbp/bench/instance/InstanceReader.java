package dev.lbp.bench.instance;

import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads an instance in the form of rudy, the form of the Gset graphs: a line {@code n m}, then m lines {@code i j weight} with
 * sites numbered from 1 to n. {@link InstanceLines} says what a file may be.
 *
 * <p>It is strict: a missing weight is an error, because a truncated file may end like that.
 */
public final class InstanceReader {

    /** A bias in double precision, as given and with the diagonal added, and an index into the couplings. */
    private static final int BYTES_PER_SITE = 2 * Double.BYTES + Integer.BYTES;

    /** Two sites and a weight. */
    private static final int BYTES_PER_PAIR = 2 * Integer.BYTES + Double.BYTES;

    /** Initial room for pairs. It is not the header's m: the memory grows only with the lines of the file. */
    private static final int FIRST_CAPACITY = 1 << 16;

    private final InstanceLines lines;
    private final boolean diagonal;
    private int sites = -1;
    private int pairs;
    private int count;
    private int[] from = new int[0];
    private int[] to = new int[0];
    private double[] weights = new double[0];

    private InstanceReader(Path file, boolean diagonal) {
        this.lines = new InstanceLines(file);
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
        lines.forEach(entry -> accept(entry.split("\\s+")));
        return finished();
    }

    private void accept(String[] fields) {
        if (sites < 0) {
            header(fields);
        } else if (count == pairs) {
            throw lines.bad("must not list more pairs than the header announces: m=" + pairs);
        } else {
            pair(fields);
        }
    }

    private void header(String[] fields) {
        if (fields.length != 2) {
            throw lines.bad(
                    "must be \"n m\", the numbers of sites and of pairs: " + Excerpt.of(String.join(" ", fields)));
        }
        sites = lines.index("n", fields[0], 1, Integer.MAX_VALUE);
        pairs = lines.index("m", fields[1], 0, Integer.MAX_VALUE);
        lines.checkMemory((double) BYTES_PER_SITE * sites, "n=" + sites);
        resize(Math.min(pairs, FIRST_CAPACITY));
    }

    private void pair(String[] fields) {
        if (fields.length != 3) {
            throw lines.bad("must be \"i j weight\": " + Excerpt.of(String.join(" ", fields)));
        }
        if (count == from.length) {
            resize((int) Math.min(pairs, 2L * count));
        }
        from[count] = lines.index("i", fields[0], 1, sites) - 1;
        to[count] = lines.index("j", fields[1], 1, sites) - 1;
        if (from[count] == to[count] && !diagonal) {
            throw lines.bad("must join two different sites: i=j=" + fields[0]);
        }
        weights[count] = lines.weight(fields[2]);
        count++;
    }

    private void resize(int capacity) {
        lines.checkMemory((double) BYTES_PER_PAIR * capacity, "room for pairs=" + capacity);
        from = Arrays.copyOf(from, capacity);
        to = Arrays.copyOf(to, capacity);
        weights = Arrays.copyOf(weights, capacity);
    }

    private Instance finished() {
        if (sites < 0) {
            throw lines.bad("must be \"n m\", the numbers of sites and of pairs: the file has no such line");
        }
        if (count < pairs) {
            throw lines.bad(
                    "must not be the last line, for the header announces more pairs: m=" + pairs + ", found=" + count);
        }
        return new Instance(lines.name(), sites, from, to, weights);
    }
}
