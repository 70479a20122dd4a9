package dev.lbp.learn;

import dev.lbp.proposal.StateDistribution;

/**
 * A distribution q whose parameters are being learned. A learner changes the parameters by gradients of log q, and need
 * not know the type of distribution. Not thread-safe.
 */
interface Parametric<Q extends StateDistribution> {

    /** The parameters, not a copy: the caller changes them in place. */
    double[] parameters();

    /** The distribution with the present parameters, immutable. */
    Q distribution();

    /**
     * The gradient of {@code sum_k weights_k log q(states_k)} by the parameters.
     *
     * @param weights the weight of each state, of any sign
     * @return as many values as there are parameters; overwritten by the next call
     */
    double[] gradient(byte[][] states, double[] weights);
}
