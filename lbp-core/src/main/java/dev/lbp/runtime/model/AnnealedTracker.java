package dev.lbp.runtime.model;

/**
 * A tracker on the path from a reference to a target: one slot of a ladder. Two slots exchange their states by
 * exchanging what they have of the target.
 *
 * @param <S> the array of a state
 */
public interface AnnealedTracker<S> {

    /** The target's tracker. */
    Object target();

    /** log p(x) of the target. */
    double targetLogProb();

    /** log p(x) of the reference. */
    double baseLogProb();

    /** Saves the state, for {@link #restore}. */
    void save();

    /** Returns to the state of the last save, bit for bit. */
    void restore();

    /**
     * Gives some sites the values of another state, which differ from their own.
     *
     * @param sites distinct sites, in the first {@code n} places
     * @param touched free to use; as long as the tracker of a chain needs it
     */
    void assign(int[] sites, int n, S values, int[] touched);

    /** Comes to another state. */
    void moveTo(S state);

    /**
     * Exchanges the states of two trackers of the same target and reference. A save before it is void. The chains of
     * both must then recompute what they keep.
     */
    void exchange(AnnealedTracker<S> other);
}
