package dev.lbp.nn;

import java.nio.FloatBuffer;

/**
 * A network with variable parameters that computes a row of outputs from a row of inputs, such as an image from noise.
 * Buffers are as in {@link ScoreNetwork}. Only one thread at a time calls a network, unless its class allows more.
 */
public interface VectorNetwork {

    /** The width of a row of inputs, at least 1; always the same. */
    int inputs();

    /** The width of a row of outputs, at least 1; always the same. */
    int outputs();

    /**
     * Computes the outputs of some rows. The outputs of a row do not depend on the other rows.
     *
     * @param inputs [rows, inputs], any reals; not changed
     * @param rows at least 1
     * @param outputs [rows, outputs], written
     */
    void evaluate(FloatBuffer inputs, int rows, FloatBuffer outputs);

    /** The parameters, [parameters], always the same memory; see {@link TrainableNetwork#parameters}. */
    FloatBuffer parameters();

    /**
     * Computes the gradient of {@code sum_rj cotangents[r][j] * outputs[r][j]} by the parameters. If the cotangents are
     * the gradient of a loss by the outputs, the result is the gradient of the loss by the parameters.
     *
     * @param inputs [rows, inputs]; not changed
     * @param rows at least 1
     * @param cotangents [rows, outputs]; not changed
     * @param gradient [parameters], written
     */
    void parameterGradient(FloatBuffer inputs, int rows, FloatBuffer cotangents, FloatBuffer gradient);
}
