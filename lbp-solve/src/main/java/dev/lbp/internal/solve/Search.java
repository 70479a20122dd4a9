package dev.lbp.internal.solve;

import org.apache.commons.rng.UniformRandomProvider;

/** Searches for the best state from random starts. Used by one thread. The result depends on the arguments alone. */
public interface Search<S> {

    /**
     * Searches once.
     *
     * @param restart the index of this restart, from 0; it sets the length, see {@link Restarts}
     * @param random the only source of randomness
     * @param monitor receives good states; the search ends soon after {@link SearchMonitor#mustEnd} is true
     * @return the value of the best state of this restart, reported or not
     */
    double restart(long restart, UniformRandomProvider random, SearchMonitor<S> monitor);
}
