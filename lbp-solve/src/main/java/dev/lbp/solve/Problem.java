package dev.lbp.solve;

/** What is solved. Used by several threads at once. */
interface Problem<S> {

    /** A search for one thread. */
    Search<S> newSearch();

    /** The log-probability of a state, computed from the model. */
    double value(S state);

    /** Whether two states are the same. */
    boolean same(S one, S other);

    /** What is solved and how, in one line for summaries. */
    String name();
}
