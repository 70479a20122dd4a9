package dev.lbp.internal.kernel;

import java.io.Serializable;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The rule that chooses the sites that a Metropolis-Hastings step flips. It draws a sequence of sites, called the path,
 * by the weights of a state, and computes the probability of the path. The path is an auxiliary variable: the reverse
 * move draws the same sites in the opposite order from the weights of the proposed state (Sun et al. 2021, Theorem 1).
 * A {@link FactorisedProposal} draws a set, whose order has no meaning.
 *
 * <p>Immutable; the changing state is in the {@link WeightTable}.
 */
public interface Proposal extends Serializable {

    /** Whether paths depend on the weights. */
    default boolean weighted() {
        return true;
    }

    /**
     * Whether paths depend on the absolute weights. If not, they depend only on the weights' proportions, and the
     * weights of a chain may all be divided by the largest of them.
     */
    default boolean absolute() {
        return false;
    }

    /** Whether paths are draws from a conditional distribution of the target, so that no step is rejected. */
    default boolean exact() {
        return false;
    }

    /** The proposal for sites of more than two values: a site's weight is then the sum over its values. */
    default Proposal ofValues() {
        return this;
    }

    /** The scales among which the proposal may adapt. */
    default ScaleRange scales(int freeSites) {
        return ScaleRange.ofSites(freeSites);
    }

    /** The name of the scale in summaries and plots. */
    default String scaleName() {
        return "scale R";
    }

    /**
     * The reason why this proposal cannot serve a run with a fixed number of ones, for a message; empty if it can. Such
     * a run draws ones and zeros to exchange.
     */
    default String changesOnes() {
        return "";
    }

    /**
     * The number of bytes that a chain needs for each site: the path, the touched sites and the weights of all sites;
     * for an informed proposal also log-ratios and new weights.
     */
    default int bytesPerSite() {
        int arraysOfDoubles = weighted() ? 3 : 1;
        return 3 * Integer.BYTES + arraysOfDoubles * Double.BYTES;
    }

    /**
     * Draws a path.
     *
     * @param table the weights of the current state
     * @param scale the number R of sites, a whole number; for a {@link FactorisedProposal} the time step
     * @param path receives the sites in the order drawn; at least R long, or N
     * @return the number of sites drawn; -1 if there is no such path, because fewer than R sites have a positive weight
     */
    int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path);

    /**
     * The log-probability of a path.
     *
     * @param table the weights of the path's initial state
     * @param path the sites, in the order of the forward move
     * @param length the number of sites on the path
     * @param scale the scale of the step, the same in both directions
     * @param reversed whether the sites are drawn in the opposite order, as in the reverse move
     * @return at most 0, up to rounding; -Infinity if a site has weight 0
     */
    double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed);

    /**
     * The sites that a path flips, each once. By default all sites of the path.
     *
     * @param length the number of sites on the path
     * @param sites receives the flipped sites; at least {@code length} long
     * @return the number of flipped sites
     */
    default int flips(WeightTable table, int[] path, int length, int[] sites) {
        System.arraycopy(path, 0, sites, 0, length);
        return length;
    }
}
