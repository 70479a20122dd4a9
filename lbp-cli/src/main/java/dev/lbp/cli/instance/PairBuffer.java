package dev.lbp.cli.instance;

import java.util.Arrays;

/** Pairs of sites with weights, in arrays that grow with the lines of a file. */
final class PairBuffer {

    /** The initial capacity. It does not come from a header, so that memory grows only with the lines of the file. */
    private static final int FIRST_CAPACITY = 1 << 10;

    private final InstanceLines lines;
    private final String kind;
    private final double bytesPerPair;
    private int count;
    private int[] from = {};
    private int[] to = {};
    private double[] weights = {};

    /**
     * @param kind the plural name of the pairs in messages: "edges"
     * @param bytesPerPair the memory of a pair
     */
    PairBuffer(InstanceLines lines, String kind, double bytesPerPair) {
        this.lines = lines;
        this.kind = kind;
        this.bytesPerPair = bytesPerPair;
    }

    int count() {
        return count;
    }

    /** Makes a result of the pairs, whose sites are numbered from 0. */
    interface Pairs<T> {

        T of(String file, int[] from, int[] to, double[] weights);
    }

    /**
     * Adds a pair of sites, numbered from 0.
     *
     * @param most the largest possible number of pairs of the file
     */
    void add(int i, int j, double weight, int most) {
        if (count == from.length) {
            resize((int) Math.min(most, Math.max(FIRST_CAPACITY, 2L * count)));
        }
        from[count] = i;
        to[count] = j;
        weights[count] = weight;
        count++;
    }

    private void resize(int capacity) {
        lines.checkMemory(bytesPerPair * capacity, "room for " + kind + "=" + capacity);
        from = Arrays.copyOf(from, capacity);
        to = Arrays.copyOf(to, capacity);
        weights = Arrays.copyOf(weights, capacity);
    }

    /** Makes the result of all pairs. */
    <T> T made(Pairs<T> maker) {
        if (count < from.length) { // arrays have grown ahead of the pairs
            resize(count);
        }
        return maker.of(lines.name(), from, to, weights);
    }
}
