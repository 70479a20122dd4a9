package dev.lbp.nn;

import java.io.Serializable;
import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A network of one hidden layer in plain loops: {@code score = sum_j a_j tanh(sum_i w_ij x_i)}, with sines for
 * parameters.
 */
final class PlainNetwork implements ScoreNetwork, Serializable {

    private static final long serialVersionUID = 1L;
    private static final int HIDDEN = 4;

    private final int n;

    /** The calls so far, and those among them that wanted gradients. */
    int calls;

    int gradientCalls;

    /** What the last call got. */
    transient @Nullable FloatBuffer lastStates;

    PlainNetwork(int n) {
        this.n = n;
    }

    private static double weight(int i, int j) {
        return Math.sin(1.0 + 3.0 * i + 5.0 * j * j);
    }

    private static double outer(int j) {
        return 1.5 * Math.sin(2.0 + 4.0 * j);
    }

    /** The definition. */
    double score(byte[] x) {
        double score = 0.0;
        for (int j = 0; j < HIDDEN; j++) {
            double a = 0.0;
            for (int i = 0; i < n; i++) {
                a += weight(i, j) * x[i];
            }
            score += outer(j) * Math.tanh(a);
        }
        return score;
    }

    @Override
    public int dimension() {
        return n;
    }

    @Override
    public void evaluate(FloatBuffer states, int rows, FloatBuffer scores, @Nullable FloatBuffer gradients) {
        calls++;
        gradientCalls += gradients == null ? 0 : 1;
        lastStates = states;
        for (int r = 0; r < rows; r++) {
            double score = 0.0;
            double[] gradient = new double[n];
            for (int j = 0; j < HIDDEN; j++) {
                double a = 0.0;
                for (int i = 0; i < n; i++) {
                    a += weight(i, j) * states.get(r * n + i);
                }
                double tanh = Math.tanh(a);
                score += outer(j) * tanh;
                for (int i = 0; i < n; i++) {
                    gradient[i] += outer(j) * (1.0 - tanh * tanh) * weight(i, j);
                }
            }
            scores.put(r, (float) score);
            for (int i = 0; i < n && gradients != null; i++) {
                gradients.put(r * n + i, (float) gradient[i]);
            }
        }
    }
}
