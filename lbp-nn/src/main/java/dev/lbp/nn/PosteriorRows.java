package dev.lbp.nn;

import dev.lbp.internal.Sum;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The buffers of a {@link NetworkPosterior} for rows of [image, one-hot label] and for the network's results. */
final class PosteriorRows {

    private final int sites;
    private final int classes;
    private final int mostRows;
    final FloatBuffer states;
    final FloatBuffer scores;
    final FloatBuffer gradient;

    /** Ones: the cotangents of a sum of scores. */
    final float[] ones;

    private final float[] gradientValues;

    /** The one-hot label of a row. */
    private final float[] oneHot;

    private @Nullable FloatBuffer stateGradients;

    /**
     * Allocates all buffers except that of the gradients by the rows.
     *
     * @param classes the number of classes of a label
     * @param parameters the number of parameters of the network
     * @param mostRows the largest number of rows at once
     */
    PosteriorRows(int sites, int classes, int parameters, int mostRows) {
        this.sites = sites;
        this.classes = classes;
        this.mostRows = mostRows;
        states = DirectFloats.allocate(Math.multiplyExact(mostRows, sites));
        scores = DirectFloats.allocate(mostRows);
        gradient = DirectFloats.allocate(parameters);
        gradientValues = new float[parameters];
        oneHot = new float[classes];
        ones = new float[mostRows];
        Arrays.fill(ones, 1.0f);
    }

    /** The buffer for gradients by the rows, allocated at the first call. */
    FloatBuffer stateGradients() {
        if (stateGradients == null) {
            stateGradients = DirectFloats.allocate(Math.multiplyExact(mostRows, sites));
        }
        return stateGradients;
    }

    /** Writes an image and the one-hot code of its class as a row. */
    void put(int row, float[] image, int classIndex) {
        states.put(row * sites, image);
        Arrays.fill(oneHot, 0.0f);
        oneHot[classIndex] = 1.0f;
        states.put(row * sites + image.length, oneHot);
    }

    double sumOfScores(int rows) {
        return Sum.of(rows, r -> scores.get(r));
    }

    /** Adds {@link #gradient}, by the parameters, to an array. */
    void addGradient(double[] to) {
        gradient.get(0, gradientValues);
        for (int j = 0; j < to.length; j++) {
            to[j] += gradientValues[j];
        }
    }

    /**
     * Reads the log-probabilities of all classes from the gradient of a row by its one-hot label: the score is the sum
     * of the label's entries times these log-probabilities.
     */
    void readLogProbabilities(int row, double[] to) {
        FloatBuffer gradients = stateGradients();
        for (int c = 0; c < classes; c++) {
            to[c] = gradients.get(row * sites + sites - classes + c);
        }
    }
}
