package dev.lbp.nn.training;

import dev.lbp.nn.TrainableNetwork;
import java.nio.FloatBuffer;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * A network of one hidden layer in plain loops, {@code score = sum_j a_j tanh(b_j + sum_i w_ij x_i)}; per unit b, w, a.
 */
class PlainMlp implements TrainableNetwork {

    private final int n;
    private final int hidden;
    private final FloatBuffer parameters;

    /** The call of {@link #parameterGradient} from which scores are NaN; 0 for none. */
    int nanFrom;

    private int gradientCalls;

    PlainMlp(int n, int hidden, long seed) {
        this.n = n;
        this.hidden = hidden;
        this.parameters = FloatBuffer.allocate(hidden * (n + 2));
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        for (int k = 0; k < parameters.capacity(); k++) {
            parameters.put(k, 0.5f * (random.nextFloat() - 0.5f));
        }
    }

    @Override
    public int dimension() {
        return n;
    }

    @Override
    public FloatBuffer parameters() {
        return parameters;
    }

    /** tanh(a); a subclass may change it, and then its scores. */
    double activation(double a) {
        return Math.tanh(a);
    }

    private double tanh(FloatBuffer states, int row, int unit) {
        int at = unit * (n + 2);
        double a = parameters.get(at);
        for (int i = 0; i < n; i++) {
            a += parameters.get(at + 1 + i) * states.get(row * n + i);
        }
        return activation(a);
    }

    @Override
    public void evaluate(FloatBuffer states, int rows, FloatBuffer scores, @Nullable FloatBuffer gradients) {
        for (int r = 0; r < rows; r++) {
            double score = nanFrom > 0 && gradientCalls >= nanFrom ? Double.NaN : 0.0;
            double[] gradient = new double[n];
            for (int j = 0; j < hidden; j++) {
                int at = j * (n + 2);
                double tanh = tanh(states, r, j);
                double outer = parameters.get(at + n + 1);
                score += outer * tanh;
                for (int i = 0; i < n && gradients != null; i++) {
                    gradient[i] += outer * (1.0 - tanh * tanh) * parameters.get(at + 1 + i);
                }
            }
            scores.put(r, (float) score);
            for (int i = 0; i < n && gradients != null; i++) {
                gradients.put(r * n + i, (float) gradient[i]);
            }
        }
    }

    @Override
    public void parameterGradient(FloatBuffer states, int rows, float[] cotangents, FloatBuffer gradient) {
        gradientCalls++;
        double[] sum = new double[gradient.capacity()];
        for (int r = 0; r < rows; r++) {
            for (int j = 0; j < hidden; j++) {
                int at = j * (n + 2);
                double tanh = tanh(states, r, j);
                double inner = cotangents[r] * parameters.get(at + n + 1) * (1.0 - tanh * tanh);
                sum[at] += inner;
                for (int i = 0; i < n; i++) {
                    sum[at + 1 + i] += inner * states.get(r * n + i);
                }
                sum[at + n + 1] += cotangents[r] * tanh;
            }
        }
        for (int k = 0; k < sum.length; k++) {
            gradient.put(k, (float) sum[k]);
        }
    }
}
