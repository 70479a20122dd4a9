package dev.lbp.cli.instance;

import java.util.HashSet;
import java.util.Set;

/**
 * Reads a graph in the form of the DIMACS challenges: {@code p edge n m} or {@code p col n m}, then m lines {@code e i
 * j}, nodes from 1 to n. Files of colouring problems list each edge in both directions; it counts once. Edges have
 * weight 1.
 */
final class DimacsReader extends FormReader<Instance> {

    private static final String HEADER = "must be \"p edge n m\", the numbers of nodes and of edges";

    /** The bytes of a pair and of an entry of a set. */
    private static final double BYTES_PER_EDGE = InstanceReader.BYTES_PER_PAIR + 48;

    /** The edges read so far: smaller node * n + larger node. */
    private final Set<Long> known = new HashSet<>();

    private int nodes;
    /** The number of edges in the header; -1 before it is read. */
    private int announced = -1;

    private int found;

    DimacsReader(InstanceLines lines) {
        super(lines, "edges", BYTES_PER_EDGE);
    }

    /** Takes the header first, and then the edges. An edge that is listed again is counted, but not added. */
    @Override
    void accept(String[] fields) {
        boolean isHeader = announced < 0;
        if (isHeader) {
            lines.checkFields(4, HEADER, fields);
            nodes = lines.index("n", fields[2], 1, Integer.MAX_VALUE);
            announced = lines.index("m", fields[3], 0, Integer.MAX_VALUE);
            lines.checkMemory((double) InstanceReader.BYTES_PER_SITE * nodes, "n=" + nodes);
            return;
        }
        if (!fields[0].equals("e") || fields.length != 3) {
            throw lines.bad("must be \"e i j\", or a comment \"c ...\": " + Excerpt.of(String.join(" ", fields)));
        }
        if (found == announced) {
            throw lines.tooMany("edges", "m", announced);
        }
        found++;
        int i = lines.index("i", fields[1], 1, nodes) - 1;
        int j = lines.index("j", fields[2], 1, nodes) - 1;
        if (i == j) {
            throw lines.bad("must join two different nodes: i=j=" + fields[1]);
        }
        if (known.add((long) Math.min(i, j) * nodes + Math.max(i, j))) {
            pairs.add(i, j, 1.0, announced);
        }
    }

    @Override
    Instance end() {
        if (found < announced) {
            throw lines.tooFew("edges", "m", announced, found);
        }
        return pairs.made((file, from, to, weights) -> new Instance(file, PairForm.DIMACS, nodes, from, to, weights));
    }
}
