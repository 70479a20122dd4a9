package dev.lbp.runtime.record;

import dev.lbp.internal.Check;
import dev.lbp.io.DrawDirectory;
import java.util.Collection;
import java.util.List;

/** The names of the traces of a run: columns of tables and names of files. */
public final class TraceNames {

    /** The traces that every run has. */
    private static final List<String> OWN = List.of("logProb", "hamming");

    /** The other columns in a table of draws. */
    public static final List<String> COLUMNS = List.of("chain", "draw");

    private TraceNames() {}

    /** Returns the caller's names, after a check that none is null. */
    public static List<String> listed(String[] traces) {
        for (int k = 0; k < Check.notNull("traces", traces).length; k++) {
            Check.notNull("traces[" + k + "]", traces[k]);
        }
        return List.of(traces);
    }

    /**
     * Checks and returns the name of a further trace.
     *
     * @param others the names of the other traces
     * @throws IllegalArgumentException if it is blank, already used, or not a valid name for a file of draws
     */
    public static String checked(String name, Collection<String> others) {
        Check.that(
                !OWN.contains(Check.notBlank("name", name)) && !others.contains(name),
                "be unlike the names of other traces",
                "name",
                name);
        Check.that(!COLUMNS.contains(name), "not be what tables of draws call a column", "name", name);
        return DrawDirectory.checkedTrace(name);
    }
}
