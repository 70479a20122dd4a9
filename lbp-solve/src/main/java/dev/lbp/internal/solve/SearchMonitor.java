package dev.lbp.internal.solve;

/** Receives the states that one restart of a {@link Search} finds, and tells the restart when to end. */
public interface SearchMonitor<S> {

    /** Whether the search must end now. Cheap; a search calls it about once per sweep. */
    boolean mustEnd();

    /** The value below which states need no {@link #report}. It never falls. */
    double leastValue();

    /**
     * Reports a state.
     *
     * @param state a new array; the receiver keeps it
     * @param value its log-probability as the search computed it
     */
    void report(S state, double value);
}
