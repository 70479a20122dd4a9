package dev.lbp.select.data;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Where the rows of a table come from.
 *
 * @param source the name of the file, or "the table"
 * @param lines the line of each row in the file; none if the rows come from arrays
 * @param missing by column, the lines of the file that lack its value
 */
record Origin(String source, int[] lines, Map<String, BitSet> missing) {

    static Origin arrays() {
        return new Origin("the table", new int[0], Map.of());
    }

    /** The lines that lack a value of one of these columns. */
    BitSet missing(List<String> columns) {
        BitSet all = new BitSet();
        columns.forEach(column -> all.or(missing.getOrDefault(column, new BitSet())));
        return all;
    }

    private boolean isFile() {
        return lines.length > 0;
    }

    /** The place of a row, for messages. */
    String row(int t) {
        return isFile() ? source + ", line " + lines[t] : "row " + (t + 1);
    }

    /** The place of a value, for messages. */
    String place(String column, int t) {
        return isFile() ? row(t) + ", column " + column : "column " + column + ", row " + (t + 1);
    }

    /** The place of a column, for messages. */
    String place(String column) {
        return isFile() ? source + ", column " + column : "column " + column;
    }

    /** The origin of some of the rows. */
    Origin of(int[] rows) {
        return isFile()
                ? new Origin(source, IntStream.of(rows).map(t -> lines[t]).toArray(), missing)
                : this;
    }
}
