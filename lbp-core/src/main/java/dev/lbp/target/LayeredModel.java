package dev.lbp.target;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A target whose sites are independent of each other given hidden variables h, which can be drawn given the sites:
 * {@code pi(x) = sum_h pi(x, h)}, {@code pi(x | h) = prod_i pi(x_i | h)}. A restricted Boltzmann machine is one. Block Gibbs then
 * moves all sites at once, by h given x and x given h, which leaves pi as it is.
 *
 * <p>The model draws h and says what the sites are given it; the sites are drawn by the sampler, which so holds frozen sites in
 * place: they are known, and given h they tell nothing of the others.
 *
 * @see dev.lbp.Samplers#blockGibbs
 */
public interface LayeredModel extends EnergyModel {

    /**
     * Draws the hidden variables of each state from their distribution given it, and evaluates the state.
     *
     * <p>The log-probability is that of {@link #logProb}, the hidden variables summed out, to the last bit. The log-ratios are
     * those given h: {@code d_i = log pi(x_i flipped | h) - log pi(x_i | h)}, so that site i flips with probability
     * {@code 1 / (1 + e^-d_i)}. In {@link EnergyModel.Evaluation#ofGradient} the gradient is that of {@code log pi(x | h)}: the log-odds of
     * each site, {@code log pi(x_i = 1 | h) - log pi(x_i = 0 | h)}, none of them infinite.
     *
     * @param states [chains, N], 0 or 1
     * @param random a generator for each chain, of which nothing but its own hidden variables is drawn
     */
    Evaluation evaluateGivenHidden(INDArray states, List<UniformRandomProvider> random);
}
