package dev.lbp.internal.solve.walk;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * A state that changes by the moves of its model. Used by one thread. Its methods fail where the model fails.
 *
 * @param <S> the array of a state
 */
interface Walk<S> {

    /** Goes to a random state, a possible one if a few draws find one. */
    void begin(UniformRandomProvider random);

    /**
     * Draws a move and makes it if its log-ratio is at least {@code least}. From an impossible state it goes to any
     * other one.
     *
     * @param least not negative infinity
     * @return the log-ratio; negative infinity if the move is illegal or leads to an impossible state, or the state was
     *     impossible
     */
    double step(double least, UniformRandomProvider random);

    /** The number of places for {@link #improve}. */
    int places();

    /**
     * Makes a move at a place if one of them has a log-ratio above 0. A state that no place improves is a local
     * optimum.
     *
     * @param place 0 to {@link #places} - 1
     * @return whether the state has changed
     */
    boolean improve(int place);

    /** The steps of a sweep. */
    int sweep();

    /** The log-probability of the present state, as its tracker knows it. */
    double logProb();

    /** A copy of the present state. */
    S state();
}
