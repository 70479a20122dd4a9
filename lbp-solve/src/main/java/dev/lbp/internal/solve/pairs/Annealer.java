package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.Finds;
import org.apache.commons.rng.UniformRandomProvider;

/** Cools the replicas of a population by sweeps of Metropolis steps. Used by one thread. */
interface Annealer {

    /**
     * Anneals all replicas. Then they go uphill until a sweep changes none, or almost none.
     * Writes the values of the annealed replicas to {@link Population#value}: of all, but if the search has to end
     * perhaps only of the first ones.
     *
     * @param sweeps at least 2
     */
    void anneal(Population population, Betas betas, int sweeps, UniformRandomProvider random, Finds<byte[]> finds);
}
