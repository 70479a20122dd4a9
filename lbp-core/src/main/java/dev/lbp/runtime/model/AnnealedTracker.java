package dev.lbp.runtime.model;

/**
 * A tracker on the path from a reference to a target, for one inverse temperature (slot) of a ladder. Two slots
 * exchange their states by exchanging their trackers of the target.
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
     * Gives {@code n} sites the values that they have in another state. Each of these values differs from the current
     * one.
     *
     * @param sites the first {@code n} elements are distinct sites
     * @param values the other state
     * @param touched overwritten; as long as the array that the tracker's moves fill
     */
    void assign(int[] sites, int n, S values, int[] touched);

    /** Moves to another state. */
    void moveTo(S state);

    /**
     * Exchanges the states of two trackers of the same target and reference. Earlier saves become invalid. The chains
     * of both trackers must then recompute their weights.
     */
    void exchange(AnnealedTracker<S> other);
}
