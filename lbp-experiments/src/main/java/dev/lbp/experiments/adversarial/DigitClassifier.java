package dev.lbp.experiments.adversarial;

import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxVectorNetwork;
import dev.lbp.nn.VectorNetwork;
import java.nio.FloatBuffer;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A small classifier of digits. Its last hidden layer gives the features in which images are compared. It is a
 * perceptron of 128 and 32 hidden units, trained by gradient descent with momentum on images with the same noise as the
 * samples.
 */
final class DigitClassifier implements AutoCloseable {

    private static final int CLASSES = 10;
    private static final int BATCH = 100;
    private static final float MOMENTUM = 0.9f;
    private static final float RATE = 0.05f;

    private final OnnxVectorNetwork network;

    /** The network without its last layer. Its parameters are the first parameters of {@link #network}. */
    private final OnnxVectorNetwork features;

    /**
     * Trains a classifier.
     *
     * @param noise the standard deviation of the noise, drawn for each image at each update
     */
    DigitClassifier(LabelledImages images, int updates, double noise, long seed) {
        int pixels = images.rows() * images.columns();
        network = Networks.vectors(pixels, new int[] {128, 32}, CLASSES, seed);
        features = Networks.vectors(pixels, new int[] {128}, 32, seed);
        train(images, updates, noise, RandomSource.XO_SHI_RO_256_PP.create(seed));
        // copies the trained parameters of the layers that both networks have
        float[] first = new float[features.parameters().capacity()];
        network.parameters().get(0, first);
        features.parameters().put(0, first);
    }

    /** Trains the network by gradient descent with momentum. The learning rate falls linearly to 0. */
    private void train(LabelledImages images, int updates, double noise, UniformRandomProvider random) {
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        int pixels = network.inputs();
        FloatBuffer inputs = FloatBuffer.allocate(BATCH * pixels);
        FloatBuffer outputs = FloatBuffer.allocate(BATCH * CLASSES);
        FloatBuffer gradient = FloatBuffer.allocate(network.parameters().capacity());
        float[] speed = new float[gradient.capacity()];
        int[] labels = new int[BATCH];
        for (int update = 0; update < updates; update++) {
            for (int r = 0; r < BATCH; r++) {
                int k = random.nextInt(images.images().length);
                labels[r] = images.labels()[k];
                for (int i = 0; i < pixels; i++) {
                    inputs.put(r * pixels + i, (float) (images.images()[k][i] + noise * normal.sample()));
                }
            }
            network.evaluate(inputs, BATCH, outputs);
            for (int r = 0; r < BATCH; r++) {
                toGradient(outputs, r, labels[r]);
            }
            network.parameterGradient(inputs, BATCH, outputs, gradient);
            float rate = RATE * (updates - update) / updates;
            for (int p = 0; p < speed.length; p++) {
                speed[p] = MOMENTUM * speed[p] - rate * gradient.get(p);
                network.parameters().put(p, network.parameters().get(p) + speed[p]);
            }
        }
    }

    /**
     * Replaces the logits of a row by the gradient of the batch's mean cross-entropy: the softmax minus the one-hot
     * label, divided by the size of the batch.
     */
    private static void toGradient(FloatBuffer logits, int row, int label) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int c = 0; c < CLASSES; c++) {
            largest = Math.max(largest, logits.get(row * CLASSES + c));
        }
        double[] softmax = new double[CLASSES];
        double sum = 0.0;
        for (int c = 0; c < CLASSES; c++) {
            softmax[c] = Math.exp(logits.get(row * CLASSES + c) - largest);
            sum += softmax[c];
        }
        for (int c = 0; c < CLASSES; c++) {
            logits.put(row * CLASSES + c, (float) ((softmax[c] / sum - (c == label ? 1.0 : 0.0)) / BATCH));
        }
    }

    /** The features of images, [count][32]: the last hidden layer before its activation. */
    double[][] features(float[][] images) {
        return outputs(features, images);
    }

    /** The share of each predicted digit. */
    double[] shares(float[][] images) {
        double[] shares = new double[CLASSES];
        for (int digit : digits(images)) {
            shares[digit] += 1.0 / images.length;
        }
        return shares;
    }

    /** The predicted digit of each image, that of the largest output. */
    int[] digits(float[][] images) {
        double[][] logits = outputs(network, images);
        int[] digits = new int[images.length];
        for (int k = 0; k < digits.length; k++) {
            for (int c = 1; c < CLASSES; c++) {
                digits[k] = logits[k][c] > logits[k][digits[k]] ? c : digits[k];
            }
        }
        return digits;
    }

    /** The outputs of a network for images, [count][outputs]. */
    private static double[][] outputs(VectorNetwork network, float[][] images) {
        FloatBuffer inputs = FloatBuffer.allocate(images.length * network.inputs());
        FloatBuffer outputs = FloatBuffer.allocate(images.length * network.outputs());
        for (float[] image : images) {
            inputs.put(image);
        }
        network.evaluate(inputs.flip(), images.length, outputs);
        double[][] rows = new double[images.length][network.outputs()];
        for (int k = 0; k < rows.length; k++) {
            for (int j = 0; j < network.outputs(); j++) {
                rows[k][j] = outputs.get(k * network.outputs() + j);
            }
        }
        return rows;
    }

    @Override
    public void close() {
        network.close();
        features.close();
    }
}
