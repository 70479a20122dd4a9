package dev.lbp.internal.kernel;

import java.io.Serializable;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The rule that chooses the sites that a Metropolis-Hastings step flips. It draws a sequence of sites by the weights of a
 * state, the path, and computes the probability of the path. The path is an auxiliary variable: the reverse move draws the same
 * sites in the opposite order from the weights of the proposed state (Sun et al. 2021, Theorem 1).
 *
 * <p>Immutable; the changing state is in the {@link WeightTable}.
 */
public interface Proposal extends Serializable {

    /** Whether paths depend on the weights. */
    boolean weighted();

    /**
     * Draws a path of the given scale R.
     *
     * @param table the weights of the current state
     * @param path receives the sites in the order drawn; at least R long
     * @return false if there is no such path: fewer than R sites have a positive weight
     */
    boolean draw(WeightTable table, int scale, UniformRandomProvider rng, int[] path);

    /**
     * The log-probability of a path.
     *
     * @param table the weights of the path's initial state
     * @param path the sites, in the order of the forward move
     * @param reversed whether they are drawn in the opposite order, as the reverse move does
     * @return at most 0, up to rounding; -Infinity if a site has weight 0
     */
    double logProbability(WeightTable table, int[] path, int scale, boolean reversed);

    /**
     * The sites that a path flips, each once.
     *
     * @param sites receives them; at least R long
     * @return their number
     */
    int flips(WeightTable table, int[] path, int scale, int[] sites);
}
