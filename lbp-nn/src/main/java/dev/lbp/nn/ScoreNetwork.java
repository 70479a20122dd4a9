package dev.lbp.nn;

import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A network that gives each state of N sites a score: its unnormalised log-probability, which is minus its energy. It
 * computes in single precision, and many states at once.
 *
 * <p>Matrices lie in buffers row by row, a row per state, from index 0. A network reads and writes by index, and leaves
 * the positions and limits of the buffers as they are. Direct buffers in native byte order are the fastest. A network
 * uses a buffer during the call alone.
 *
 * <p>The scores of a row do not depend on the other rows. A network is called by one thread at a time, unless its class
 * says otherwise.
 */
public interface ScoreNetwork {

    /** The number of sites N, at least 1; always the same. */
    int dimension();

    /**
     * Computes the scores of some states, and their gradients by the states.
     *
     * @param states [rows, N], any reals in [0, 1]: samplers pass 0 and 1; only read
     * @param rows the number of states, at least 1
     * @param scores [rows], written
     * @param gradients [rows, N], written: the gradient of each score by its own state; null if only scores are needed,
     *     which is faster
     */
    void evaluate(FloatBuffer states, int rows, FloatBuffer scores, @Nullable FloatBuffer gradients);
}
