package dev.lbp.cli.instance;

/**
 * Reads a QUBO in the form of D-Wave's qbsolv: {@code p qubo TOPOLOGY n d e}, then d lines {@code i i weight} and e
 * lines {@code i j weight}, sites from 0 to n - 1. The topology must be 0 or {@code unconstrained}; others are graphs
 * of D-Wave's hardware.
 */
final class QbsolvReader extends FormReader<Instance> {

    private static final String HEADER =
            "must be \"p qubo 0 n diagonals elements\", the numbers of sites, of lines \"i i weight\" and of lines"
                    + " \"i j weight\"";

    private int sites;
    /** The number of lines {@code i i weight} in the header; -1 before it is read. */
    private int diagonals = -1;

    private int elements;
    private int diagonalsFound;

    QbsolvReader(InstanceLines lines) {
        super(lines, "entries", InstanceReader.BYTES_PER_PAIR);
    }

    /** Takes the header first, and then the entries. It refuses more entries of a kind than the header announces. */
    @Override
    void accept(String[] fields) {
        boolean isHeader = diagonals < 0;
        if (isHeader) {
            lines.checkFields(6, HEADER, fields);
            if (!fields[2].equals("0") && !fields[2].equals("unconstrained")) {
                throw lines.bad("must be topology 0: topology=" + Excerpt.of(fields[2]));
            }
            sites = lines.index("n", fields[3], 1, Integer.MAX_VALUE);
            diagonals = lines.index("diagonals", fields[4], 0, Integer.MAX_VALUE);
            elements = lines.index("elements", fields[5], 0, Integer.MAX_VALUE - diagonals);
            lines.checkMemory((double) InstanceReader.BYTES_PER_SITE * sites, "n=" + sites);
            return;
        }
        lines.checkFields(3, "must be \"i j weight\"", fields);
        int i = lines.index("i", fields[0], 0, sites - 1);
        int j = lines.index("j", fields[1], 0, sites - 1);
        if (i == j && diagonalsFound == diagonals) {
            throw lines.tooMany("diagonals", "diagonals", diagonals);
        }
        if (i != j && pairs.count() - diagonalsFound == elements) {
            throw lines.tooMany("elements", "elements", elements);
        }
        diagonalsFound += i == j ? 1 : 0;
        pairs.add(i, j, lines.weight(fields[2]), diagonals + elements);
    }

    @Override
    Instance end() {
        if (diagonalsFound < diagonals) {
            throw lines.tooFew("diagonals", "diagonals", diagonals, diagonalsFound);
        }
        if (pairs.count() - diagonalsFound < elements) {
            throw lines.tooFew("elements", "elements", elements, pairs.count() - diagonalsFound);
        }
        return pairs.made((file, from, to, weights) -> new Instance(file, PairForm.QBSOLV, sites, from, to, weights));
    }
}
