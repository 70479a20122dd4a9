package dev.lbp.internal.solve.sets;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * The rows of an undirected graph. The neighbours of node i are {@code column[start[i]]} to
 * {@code column[start[i + 1] - 1]}, in increasing order. Immutable.
 */
public record GraphRows(int[] start, int[] column) {

    /** Three ints per node while the graph is built. */
    private static final double BYTES_PER_NODE = 12.0;

    /** Each edge is in two rows, and building needs two copies of the rows. */
    private static final double BYTES_PER_EDGE = 16.0;

    /** Checks the arguments of {@code Graph.of} and builds the rows. */
    public static GraphRows of(int nodes, int[] from, int[] to) {
        Check.sites("nodes", nodes);
        Check.notNull("from", from);
        Check.length(from.length, "to", Check.notNull("to", to).length);
        for (int k = 0; k < from.length; k++) {
            checkNode(nodes, "from", k, from[k]);
            checkNode(nodes, "to", k, to[k]);
            if (from[k] == to[k]) {
                throw new IllegalArgumentException("must differ from from[" + k + "]: to[" + k + "]=" + to[k]);
            }
        }
        checkMemory(nodes, from.length);
        int[] start = new int[nodes + 1]; // at first degrees, each one place on; then their sums
        for (int k = 0; k < from.length; k++) {
            start[from[k] + 1]++;
            start[to[k] + 1]++;
        }
        for (int i = 0; i < nodes; i++) {
            start[i + 1] += start[i];
        }
        int[] column = new int[2 * from.length];
        int[] next = Arrays.copyOf(start, nodes); // by node, where its next neighbour goes
        for (int k = 0; k < from.length; k++) {
            column[next[from[k]]++] = to[k];
            column[next[to[k]]++] = from[k];
        }
        return sortedWithoutRepeats(start, column);
    }

    private static void checkNode(int nodes, String name, int k, int node) {
        if (node < 0 || node >= nodes) {
            throw new IllegalArgumentException(
                    "must be a node, 0 to " + (nodes - 1) + ": " + name + "[" + k + "]=" + node);
        }
    }

    private static void checkMemory(double nodes, double edges) {
        String sizes = String.format(Locale.ROOT, "nodes=%.0f, edges=%.0f", nodes, edges);
        Memory.checkLength(2.0 * edges, sizes);
        Memory.check(BYTES_PER_NODE * nodes + BYTES_PER_EDGE * edges, sizes, "make the graph smaller");
    }

    /** Sorts each row and removes repeated neighbours. */
    private static GraphRows sortedWithoutRepeats(int[] start, int[] column) {
        int[] mergedStart = new int[start.length];
        int size = 0;
        for (int i = 0; i < start.length - 1; i++) {
            Arrays.sort(column, start[i], start[i + 1]);
            for (int k = start[i]; k < start[i + 1]; k++) {
                if (size == mergedStart[i] || column[size - 1] != column[k]) {
                    column[size++] = column[k];
                }
            }
            mergedStart[i + 1] = size;
        }
        return new GraphRows(mergedStart, size == column.length ? column : Arrays.copyOf(column, size));
    }

    /** The number of nodes N. */
    public int nodes() {
        return start.length - 1;
    }

    /** The number of edges. */
    public int edges() {
        return column.length / 2;
    }

    /** The first entry of a node's row; the row ends before {@code start(node + 1)}. */
    public int start(int node) {
        return start[node];
    }

    /** The neighbour of an entry. */
    public int neighbour(int entry) {
        return column[entry];
    }

    /** Whether more than half of the pairs of nodes are edges. Then the complement is the smaller graph. */
    boolean isDense() {
        return 4.0 * edges() > (double) nodes() * (nodes() - 1);
    }

    /** The complement: it joins two nodes exactly if this graph does not. O(N^2). */
    public GraphRows complement() {
        int nodes = nodes();
        double entries = (double) nodes * (nodes - 1) - column.length;
        checkMemory(nodes, entries / 2);
        int[] rows = new int[nodes + 1];
        int[] other = new int[(int) entries];
        int size = 0;
        for (int i = 0; i < nodes; i++) {
            int k = start[i];
            for (int j = 0; j < nodes; j++) {
                if (k < start[i + 1] && column[k] == j) {
                    k++;
                } else if (j != i) {
                    other[size++] = j;
                }
            }
            rows[i + 1] = size;
        }
        return new GraphRows(rows, other);
    }

    /** The number of neighbours of a node that are in a set. */
    int countIn(byte[] set, int node) {
        int count = 0;
        for (int k = start[node]; k < start[node + 1]; k++) {
            count += set[column[k]];
        }
        return count;
    }

    /** A checksum of all edges. */
    String checksum() {
        CRC32C sum = new CRC32C();
        ByteBuffer entry = ByteBuffer.allocate(2 * Integer.BYTES);
        for (int node = 0; node < nodes(); node++) {
            for (int k = start[node]; k < start[node + 1]; k++) {
                sum.update(entry.clear().putInt(node).putInt(column[k]).flip());
            }
        }
        return Long.toHexString(sum.getValue());
    }
}
