package dev.lbp.internal.solve;

import org.apache.commons.rng.UniformRandomProvider;

/** A search from random states for the best one. Used by one thread. Its result depends on its arguments alone. */
public interface Search<S> {

    /**
     * Searches once.
     *
     * @param restart the number of this restart, from 0; a search may take longer for some numbers
     * @param random the only source of randomness
     * @param finds receives good states; the search ends soon after {@link Finds#ended} is true
     * @return the value of the best state that it met, reported or not
     */
    double restart(long restart, UniformRandomProvider random, Finds<S> finds);
}
