package dev.lbp.internal.solve.walk;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * A state that changes by the moves of its model. Used by one thread. Its methods throw what the model throws.
 *
 * @param <S> the array of a state
 */
interface Walk<S> {

    /** Moves to a random state: one of positive probability if a few draws find such a state. */
    void begin(UniformRandomProvider random);

    /**
     * Draws a move and makes it if its log-ratio is at least {@code least}. In a state of probability 0 it makes any
     * move.
     *
     * @param least not negative infinity
     * @return the log-ratio; negative infinity if the move is illegal, or the old or the new state has probability 0
     */
    double step(double least, UniformRandomProvider random);

    /** The number of places, see {@link #improve}. */
    int places();

    /**
     * Makes a move with a log-ratio above 0 at a place, if there is one. A place is a set of moves: the flip of a site,
     * the swaps of a one, or a label. A state that no place improves is a local optimum.
     *
     * @param place 0 to {@link #places} - 1
     * @return whether it made a move
     */
    boolean improve(int place);

    /** The number of steps in a sweep. */
    int sweepSteps();

    /** The log-probability of the present state according to its tracker. */
    double logProb();

    /** A copy of the present state. */
    S state();
}
