package dev.lbp.runtime.model;

/** A model on the path from a reference to a target, whose inverse temperature may change between steps. */
public interface Annealed {

    /** The inverse temperature, in (0, 1]. */
    double beta();

    /**
     * Sets the inverse temperature. The chain must then recompute what depends on it, by {@code continueFromTracker}.
     *
     * @param value in (0, 1]
     */
    void beta(double value);
}
