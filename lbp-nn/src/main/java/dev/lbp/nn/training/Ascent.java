package dev.lbp.nn.training;

import dev.lbp.internal.bytes.Transcript;
import java.nio.FloatBuffer;

/**
 * Gradient ascent by Adam (Kingma and Ba, 2015, <a href="https://arxiv.org/abs/1412.6980">arXiv:1412.6980</a>,
 * Algorithm 1 with the recommended constants), with a moving average of the parameters. All numbers are floats, as in
 * the network; a network of 600,000 parameters needs 12 MB here.
 *
 * <p>The decay of the moving average at update t is {@code min(decay, t / (t + 9))}. So in early updates the average is
 * about the mean of the last tenth of the updates.
 */
final class Ascent {

    private static final float BETA_1 = 0.9f;
    private static final float BETA_2 = 0.999f;
    private static final float EPSILON = 1e-8f;

    /** The decay of the moving average at step t is at most {@code t / (t + EARLY)}: early averages forget faster. */
    private static final double EARLY = 9.0;

    private final double decay;
    final float[] parameters;
    final float[] average;
    private final float[] mean;
    private final float[] square;
    private int steps;

    /**
     * An ascent before its first step.
     *
     * @param initial the first parameters; copied
     * @param decay the decay of the moving average, in [0, 1)
     */
    Ascent(FloatBuffer initial, double decay) {
        this.decay = decay;
        this.parameters = new float[initial.capacity()];
        initial.get(0, parameters);
        this.average = parameters.clone();
        this.mean = new float[parameters.length];
        this.square = new float[parameters.length];
    }

    /** Moves the parameters along a gradient, and updates the moving average. */
    void step(float[] gradient, double learningRate) {
        steps++;
        float rate = (float) (learningRate / (1.0 - Math.pow(BETA_1, steps)));
        float squareScale = (float) (1.0 / (1.0 - Math.pow(BETA_2, steps)));
        // the weight of the new parameters in the average; larger in early steps, which the average must forget
        float share = (float) (1.0 - Math.min(decay, steps / (steps + EARLY)));
        for (int k = 0; k < parameters.length; k++) {
            float g = gradient[k];
            mean[k] = BETA_1 * mean[k] + (1.0f - BETA_1) * g;
            square[k] = BETA_2 * square[k] + (1.0f - BETA_2) * g * g;
            parameters[k] += rate * mean[k] / ((float) Math.sqrt(squareScale * square[k]) + EPSILON);
            average[k] += share * (parameters[k] - average[k]);
        }
    }

    void transcribe(Transcript transcript) {
        steps = transcript.of(steps);
        for (float[] values : new float[][] {parameters, average, mean, square}) {
            transcript.of(values, values.length);
        }
    }
}
