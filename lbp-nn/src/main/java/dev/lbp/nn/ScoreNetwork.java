package dev.lbp.nn;

import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A network that gives each state of N sites a score: the unnormalised log-probability, or minus the energy. It
 * computes many states at once, in single precision.
 *
 * <p>A buffer holds a matrix in row-major order from index 0, with a row per state. A network reads and writes by
 * index, and does not change the positions and limits of the buffers. Direct buffers in native byte order are the
 * fastest. A network uses a buffer only during the call.
 *
 * <p>The score of a state does not depend on the other rows. Only one thread at a time calls a network, unless its
 * class allows more.
 */
public interface ScoreNetwork {

    /** The number of sites N, at least 1; always the same. */
    int dimension();

    /**
     * Computes the scores of some states, and their gradients by the states.
     *
     * @param states [rows, N], reals in [0, 1]; samplers pass only 0 and 1; not changed
     * @param rows the number of states, at least 1
     * @param scores [rows], written
     * @param gradients [rows, N], written: the gradient of each score by its own state. Null to compute only scores,
     *     which is faster
     */
    void evaluate(FloatBuffer states, int rows, FloatBuffer scores, @Nullable FloatBuffer gradients);
}
