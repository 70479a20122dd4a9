package dev.lbp.nn;

import dev.lbp.internal.Sum;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The buffers of a {@link NetworkPosterior} for rows of [image, one-hot label] and for the network's results. */
final class PosteriorRows {

    private final int sites;
    private final int classes;
    private final int most;
    final FloatBuffer states;
    final FloatBuffer scores;
    final FloatBuffer gradient;

    /** Ones: the cotangents of a sum of scores. */
    final float[] ones;

    private final float[] gradientValues;
    private final float[] label;
    private @Nullable FloatBuffer stateGradients;
    /** @param most the largest number of rows at once */
    PosteriorRows(int sites, int classes, int parameters, int most) {
        this.sites = sites;
        this.classes = classes;
        this.most = most;
        states = DirectFloats.allocate(Math.multiplyExact(most, sites));
        scores = DirectFloats.allocate(most);
        gradient = DirectFloats.allocate(parameters);
        gradientValues = new float[parameters];
        label = new float[classes];
        ones = new float[most];
        Arrays.fill(ones, 1.0f);
    }

    FloatBuffer stateGradients() {
        if (stateGradients == null) {
            stateGradients = DirectFloats.allocate(Math.multiplyExact(most, sites));
        }
        return stateGradients;
    }

    void put(int row, float[] image, int of) {
        states.put(row * sites, image);
        Arrays.fill(label, 0.0f);
        label[of] = 1.0f;
        states.put(row * sites + image.length, label);
    }

    double sumOfScores(int rows) {
        return Sum.of(rows, r -> scores.get(r));
    }

    void addGradient(double[] to) {
        gradient.get(0, gradientValues);
        for (int j = 0; j < to.length; j++) {
            to[j] += gradientValues[j];
        }
    }

    /** Reads the log-probabilities of all classes from the gradient of a row by its label y. */
    void readLogProbabilities(int row, double[] to) {
        FloatBuffer gradients = stateGradients();
        for (int c = 0; c < classes; c++) {
            to[c] = gradients.get(row * sites + sites - classes + c);
        }
    }
}
