package dev.lbp.internal.solve;

import java.util.Map;

/** What is solved. Used by several threads at once. */
public interface Problem<S> {

    /** A search for one thread. */
    Search<S> newSearch();

    /** The bytes of the heap that one search needs; 0 if the user's model needs far more. */
    default double searchBytes() {
        return 0.0;
    }

    /** The log-probability of a state, computed from the model. */
    double value(S state);

    /**
     * The largest difference between a value that a search computed and {@link #value} of the state, by rounding alone.
     * By default 0: searches take the value from {@link #value}, or compute whole numbers.
     */
    default double rounding() {
        return 0.0;
    }

    /** How the array of a state is written and read. */
    StateKind<S> kind();

    /** What is solved and how, in one line for summaries. */
    String name();

    /**
     * What tells this problem from others, by name: the model's class, its number of sites, checksums of its numbers. A
     * search goes on from a checkpoint only if all of it is the same.
     */
    Map<String, String> identity();
}
