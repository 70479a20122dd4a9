package dev.lbp.nn;

import java.nio.FloatBuffer;

/** A network whose parameters can be changed, and which computes the gradient of its scores by them. */
public interface TrainableNetwork extends ScoreNetwork {

    /**
     * The parameters of the network: a value written to the buffer counts from the next call on. The number of
     * parameters is the buffer's capacity. No call of the network may run meanwhile. The buffer is valid as long as the
     * network is.
     *
     * @return [parameters], always the same memory
     */
    FloatBuffer parameters();

    /**
     * Computes {@code sum_r cotangents[r] * (gradient of the score of row r by the parameters)}. With cotangents of
     * 1/rows it is the gradient of the mean score.
     *
     * @param states [rows, N], any reals in [0, 1]; only read
     * @param rows the number of states, at least 1
     * @param cotangents [rows], or longer; only read
     * @param gradient [parameters], written, in the order of {@link #parameters}
     */
    void parameterGradient(FloatBuffer states, int rows, float[] cotangents, FloatBuffer gradient);
}
