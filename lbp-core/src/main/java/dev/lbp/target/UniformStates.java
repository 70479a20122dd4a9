package dev.lbp.target;

import org.apache.commons.rng.UniformRandomProvider;

/** Draws of the feasible set of a {@link MoveModel}, each state with the same probability. */
public interface UniformStates {

    /**
     * Draws a state. It must be exactly uniform: parallel tempering is wrong by as much as the draws are.
     *
     * @return N values, a new array
     */
    int[] draw(UniformRandomProvider rng);

    /**
     * The natural logarithm of the number of states in the feasible set, in [0, N log C]; NaN if it is not known.
     * Without it parallel tempering estimates log Z minus this number.
     */
    double logCount();
}
