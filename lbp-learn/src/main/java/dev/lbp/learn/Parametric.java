package dev.lbp.learn;

import dev.lbp.proposal.StateDistribution;

/**
 * A distribution whose parameters are being learned. Whoever learns knows scores, the gradients of log q, and not the
 * distribution. One thread.
 */
interface Parametric<Q extends StateDistribution> {

    /** The parameters; the caller changes them in place. */
    double[] parameters();

    /** The distribution with the present parameters, immutable. */
    Q distribution();

    /**
     * The gradient of {@code sum_k weights_k log q(states_k)} in the parameters.
     *
     * @param weights of each state, of any sign
     * @return as many values as there are parameters; overwritten by the next call
     */
    double[] gradient(byte[][] states, double[] weights);
}
