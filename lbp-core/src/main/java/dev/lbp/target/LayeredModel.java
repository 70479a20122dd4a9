package dev.lbp.target;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A target whose sites are independent of each other given hidden variables h: {@code pi(x) = sum_h pi(x, h)},
 * {@code pi(x | h) = prod_i pi(x_i | h)}. The model can draw h given the sites. A restricted Boltzmann machine is an
 * example. Block Gibbs draws h given x, then all sites at once given h. This leaves pi unchanged.
 *
 * <p>The model draws h and computes the distribution of the sites given h; the sampler draws the sites. So the sampler
 * can hold frozen sites in place: given h, their values carry no information on the other sites.
 *
 * @see dev.lbp.Samplers#blockGibbs
 */
public interface LayeredModel extends EnergyModel {

    /**
     * Draws the hidden variables of each state from their distribution given the state, and evaluates the state.
     *
     * <p>The log-probability is that of {@link #logProb}, bit for bit: the hidden variables are summed out. The
     * log-ratios are conditional on h: {@code d_i = log pi(x_i flipped | h) - log pi(x_i | h)}, so that site i flips
     * with probability {@code 1 / (1 + e^-d_i)}. In {@link EnergyModel.Evaluation#ofGradient} the gradient is that of
     * {@code log pi(x | h)}: the log-odds of each site, {@code log pi(x_i = 1 | h) - log pi(x_i = 0 | h)}, all of them
     * finite.
     *
     * @param states [chains, N], 0 or 1
     * @param random one generator for each chain; the model uses it only for the chain's hidden variables
     */
    Evaluation evaluateGivenHidden(INDArray states, List<UniformRandomProvider> random);
}
