package dev.lbp.nn;

import java.nio.FloatBuffer;

/** A network with variable parameters, which computes the gradient of its scores by the parameters. */
public interface TrainableNetwork extends ScoreNetwork {

    /**
     * The parameters of the network. A value written to the buffer takes effect at the next call; do not write during a
     * call. The number of parameters is the buffer's capacity.
     *
     * @return [parameters], always the same memory, valid as long as the network
     */
    FloatBuffer parameters();

    /**
     * Computes {@code sum_r cotangents[r] * (gradient of the score of row r by the parameters)}. With cotangents of
     * 1/rows it is the gradient of the mean score.
     *
     * @param states [rows, N], reals in [0, 1]; not changed
     * @param rows the number of states, at least 1
     * @param cotangents [rows], or longer; not changed
     * @param gradient [parameters], written, in the order of {@link #parameters}
     */
    void parameterGradient(FloatBuffer states, int rows, float[] cotangents, FloatBuffer gradient);
}
