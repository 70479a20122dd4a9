package dev.lbp.runtime.model;

/** A model on the path from a reference to a target, whose inverse temperature may change between steps. */
public interface Annealed {

    /** The inverse temperature, in (0, 1]. */
    double beta();

    /**
     * Sets the inverse temperature. The caller must then let the chain recompute its log-probability and weights, which
     * depend on it, by {@code LocalChain.continueFromTracker}.
     *
     * @param value in (0, 1]
     */
    void beta(double value);
}
