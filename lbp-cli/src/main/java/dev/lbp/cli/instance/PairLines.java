package dev.lbp.cli.instance;

import java.nio.file.Path;
import java.util.Arrays;

/** Reads a header that announces the number of weighted pairs, and a line {@code i j weight} for each of them. */
abstract class PairLines {

    /** Initial room for pairs. It is not the header's m: the memory grows only with the lines of the file. */
    private static final int FIRST_CAPACITY = 1 << 10;

    final InstanceLines lines;

    /** The largest i in the file. */
    int left;

    /** The largest j in the file. */
    int right;

    private final String kind;
    private final String header;
    private final int headerFields;
    private final double bytesPerPair;
    private int announced = -1;
    private int count;
    private int[] from = {};
    private int[] to = {};
    private double[] weights = {};

    /**
     * @param kind what the file calls its pairs, in messages
     * @param header the constraint of the header, in messages
     */
    PairLines(Path file, String kind, String header, int headerFields, double bytesPerPair) {
        this.lines = new InstanceLines(file);
        this.kind = kind;
        this.header = header;
        this.headerFields = headerFields;
        this.bytesPerPair = bytesPerPair;
    }

    /** Reads the header, sets {@link #left} and {@link #right}, and returns the number of pairs. */
    abstract int begin(String[] fields);

    /** Refuses a pair that the file must not have: sites i and j, numbered from 0, and its line. */
    abstract void check(int i, int j, String[] fields);

    /** Makes the result of the pairs, with sites numbered from 0. */
    interface Pairs<T> {

        T of(String file, int[] from, int[] to, double[] weights);
    }

    <T> T read(Pairs<T> made) {
        lines.forEach(entry -> accept(entry.split("\\s+")));
        if (announced < 0) {
            throw lines.bad(header + ": the file has no such line");
        }
        if (count < announced) {
            throw lines.bad("must not be the last line, for the header announces more " + kind + ": m=" + announced
                    + ", found=" + count);
        }
        return made.of(lines.name(), from, to, weights);
    }

    private void accept(String[] fields) {
        if (announced < 0) {
            checkFields(headerFields, header, fields);
            announced = begin(fields);
            resize(Math.min(announced, FIRST_CAPACITY));
        } else if (count == announced) {
            throw lines.bad("must not list more " + kind + " than the header announces: m=" + announced);
        } else {
            checkFields(3, "must be \"i j weight\"", fields);
            add(fields);
        }
    }

    private void checkFields(int expected, String constraint, String[] fields) {
        if (fields.length != expected) {
            throw lines.bad(constraint + ": " + Excerpt.of(String.join(" ", fields)));
        }
    }

    private void add(String[] fields) {
        if (count == from.length) {
            resize((int) Math.min(announced, 2L * count));
        }
        from[count] = lines.index("i", fields[0], 1, left) - 1;
        to[count] = lines.index("j", fields[1], 1, right) - 1;
        check(from[count], to[count], fields);
        weights[count] = lines.weight(fields[2]);
        count++;
    }

    private void resize(int capacity) {
        lines.checkMemory(bytesPerPair * capacity, "room for " + kind + "=" + capacity);
        from = Arrays.copyOf(from, capacity);
        to = Arrays.copyOf(to, capacity);
        weights = Arrays.copyOf(weights, capacity);
    }
}
