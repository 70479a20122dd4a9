package dev.lbp.internal.solve;

import java.util.Map;

/** A problem for searches of a best state. Used by several threads at once. */
public interface Problem<S> {

    /** A search for one thread. */
    Search<S> newSearch();

    /** Heap bytes of one search, without the model's own; 0 if these are negligible beside the model's. */
    default double searchBytes() {
        return 0.0;
    }

    /** The log-probability of a state, computed from the model. */
    double value(S state);

    /**
     * The most by which a value that a search reports may differ from {@link #value} of the state, because of rounding.
     * Default 0, for searches that call {@link #value} or compute whole numbers.
     */
    default double rounding() {
        return 0.0;
    }

    /** How the array of a state is written and read. */
    StateKind<S> kind();

    /** The problem and the search method, in one line for summaries. */
    String name();

    /**
     * Entries that identify the problem: the model's class, its number of sites, checksums of its parameters. A search
     * resumes from a checkpoint only if all entries are equal.
     */
    Map<String, String> identity();
}
