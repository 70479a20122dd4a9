package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.SearchMonitor;
import org.apache.commons.rng.UniformRandomProvider;

/** Anneals the replicas of a population by Metropolis sweeps. Used by one thread. */
interface Annealer {

    /**
     * Anneals all replicas, then lets each climb to a local optimum or close to one. Writes their log-probabilities to
     * {@link Population#value}. A search that must end may leave out the last replicas.
     *
     * @param sweeps at least 2
     */
    void anneal(
            Population population,
            Betas betas,
            int sweeps,
            UniformRandomProvider random,
            SearchMonitor<byte[]> monitor);
}
