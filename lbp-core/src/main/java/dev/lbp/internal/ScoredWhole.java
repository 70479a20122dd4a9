package dev.lbp.internal;

/**
 * A tracker of the library that keeps the state alone and scores it as a whole. It has no sums that could be wrong, and
 * each call runs a user's function, so a run does not compare it with another.
 */
public interface ScoredWhole {

    /** Whether this is such a tracker; one that calls another answers for that one. */
    default boolean isScoredWhole() {
        return true;
    }

    /** Whether a tracker has no sums that could be wrong. */
    static boolean is(Object tracker) {
        return tracker instanceof ScoredWhole whole && whole.isScoredWhole();
    }
}
