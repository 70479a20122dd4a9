package dev.lbp.nn;

import java.nio.FloatBuffer;

/**
 * A network that makes a row of outputs from a row of inputs, such as an image from noises, and whose parameters can be
 * changed. Buffers are as in {@link ScoreNetwork}. A network is called by one thread at a time, unless its class says
 * otherwise.
 */
public interface VectorNetwork {

    /** The width of a row of inputs, at least 1; always the same. */
    int inputs();

    /** The width of a row of outputs, at least 1; always the same. */
    int outputs();

    /**
     * Computes the outputs of some rows. Those of a row do not depend on the other rows.
     *
     * @param inputs [rows, inputs], any reals; only read
     * @param rows at least 1
     * @param outputs [rows, outputs], written
     */
    void evaluate(FloatBuffer inputs, int rows, FloatBuffer outputs);

    /** The parameters, [parameters], always the same memory; see {@link TrainableNetwork#parameters}. */
    FloatBuffer parameters();

    /**
     * Computes the gradient by the parameters of {@code sum_rj cotangents[r][j] * outputs[r][j]}. If cotangents are the
     * gradient of a loss by the outputs, it is the gradient of the loss.
     *
     * @param inputs [rows, inputs]; only read
     * @param rows at least 1
     * @param cotangents [rows, outputs]; only read
     * @param gradient [parameters], written
     */
    void parameterGradient(FloatBuffer inputs, int rows, FloatBuffer cotangents, FloatBuffer gradient);
}
