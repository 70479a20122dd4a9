package dev.lbp.cli.instance;

/** Reads a header that announces the number of weighted pairs, and a line {@code i j weight} for each of them. */
abstract class PairLines {

    final InstanceLines lines;

    /** The largest i in the file. */
    int left;

    /** The largest j in the file. */
    int right;

    private final String kind;
    private final String header;
    private final int headerFields;
    private final PairBuffer pairs;
    private int announced = -1;

    /**
     * @param kind the plural name of the pairs in messages: "edges"
     * @param header the constraint of the header, in messages
     */
    PairLines(InstanceLines lines, String kind, String header, int headerFields, double bytesPerPair) {
        this.lines = lines;
        this.kind = kind;
        this.header = header;
        this.headerFields = headerFields;
        this.pairs = new PairBuffer(lines, kind, bytesPerPair);
    }

    /** Reads the header, sets {@link #left} and {@link #right}, and returns the number of pairs. */
    abstract int begin(String[] fields);

    /** Refuses a pair that the file must not have: sites i and j, numbered from 0, and its line. */
    abstract void check(int i, int j, String[] fields);

    <T> T read(PairBuffer.Pairs<T> made) {
        lines.forEach(entry -> accept(entry.split("\\s+")));
        return end(made);
    }

    /** Makes the result after the last line. */
    final <T> T end(PairBuffer.Pairs<T> made) {
        if (announced < 0) {
            throw lines.bad(header + ": the file has no such line");
        }
        if (pairs.count() < announced) {
            throw lines.tooFew(kind, "m", announced, pairs.count());
        }
        return pairs.made(made);
    }

    public final void accept(String[] fields) {
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
