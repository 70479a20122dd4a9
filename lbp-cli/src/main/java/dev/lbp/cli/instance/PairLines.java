package dev.lbp.cli.instance;

/**
 * Reads a header with the number of weighted pairs, and a line {@code i j weight} for each pair.
 *
 * @param <T> the type of the result
 */
abstract class PairLines<T> extends FormReader<T> {

    /** The largest allowed i. */
    int left;

    /** The largest allowed j. */
    int right;

    private final String kind;
    private final String header;
    private final int headerFields;
    /** The number of pairs in the header; -1 before it is read. */
    private int announced = -1;

    /**
     * @param kind the plural name of the pairs in messages: "edges"
     * @param header the constraint on the header, in messages
     */
    PairLines(InstanceLines lines, String kind, String header, int headerFields, double bytesPerPair) {
        super(lines, kind, bytesPerPair);
        this.kind = kind;
        this.header = header;
        this.headerFields = headerFields;
    }

    /** Reads the header, sets {@link #left} and {@link #right}, and returns the number of pairs. */
    abstract int begin(String[] fields);

    /** Checks a pair of sites i and j, numbered from 0, with the fields of its line. */
    abstract void check(int i, int j, String[] fields);

    /** Makes the result of all pairs, whose sites are numbered from 0. */
    abstract T made(String file, int[] from, int[] to, double[] weights);

    /** Reads the file of {@link #lines}. */
    final T read() {
        lines.forEach(entry -> accept(entry.split("\\s+")));
        return end();
    }

    @Override
    final T end() {
        if (announced < 0) {
            throw lines.bad(header + ": the file has no such line");
        }
        if (pairs.count() < announced) {
            throw lines.tooFew(kind, "m", announced, pairs.count());
        }
        return pairs.made(this::made);
    }

    /** Takes the header first, and then pairs, whose sites are numbered from 1 in the file and from 0 here. */
    @Override
    final void accept(String[] fields) {
        if (announced < 0) {
            lines.checkFields(headerFields, header, fields);
            announced = begin(fields);
        } else if (pairs.count() == announced) {
            throw lines.tooMany(kind, "m", announced);
        } else {
            lines.checkFields(3, "must be \"i j weight\"", fields);
            int i = lines.index("i", fields[0], 1, left) - 1;
            int j = lines.index("j", fields[1], 1, right) - 1;
            check(i, j, fields);
            pairs.add(i, j, lines.weight(fields[2]), announced);
        }
    }
}
