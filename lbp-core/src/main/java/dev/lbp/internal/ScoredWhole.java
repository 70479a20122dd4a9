package dev.lbp.internal;

/**
 * A tracker of the library that keeps only the state and scores it as a whole. A run does not compare it with a new
 * tracker: it has no sums that could be wrong, and each call runs a user's function.
 */
public interface ScoredWhole {

    /** Whether this tracker scores states as a whole. A wrapper answers for the tracker that it wraps. */
    default boolean isScoredWhole() {
        return true;
    }

    /** Whether a tracker scores states as a whole. */
    static boolean is(Object tracker) {
        return tracker instanceof ScoredWhole whole && whole.isScoredWhole();
    }
}
