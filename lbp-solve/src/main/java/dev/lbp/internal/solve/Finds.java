package dev.lbp.internal.solve;

/** Receives the states that one restart of a {@link Search} finds. */
public interface Finds<S> {

    /** Whether the search must end now. Costs little; asked once in each sweep. */
    boolean ended();

    /**
     * The value that a state must reach to be of interest: lower ones need not be passed to {@link #found}. It never
     * falls.
     */
    double worth();

    /**
     * Reports a state.
     *
     * @param state a new array; the receiver keeps it
     * @param value its log-probability as the search computed it
     */
    void found(S state, double value);
}
