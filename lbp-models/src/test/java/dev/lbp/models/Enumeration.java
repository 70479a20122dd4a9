package dev.lbp.models;

import dev.lbp.target.EnergyModel;
import java.util.function.ToDoubleFunction;
import org.nd4j.linalg.factory.Nd4j;

/** All states of a small model, for comparison with definitions written out naively. */
final class Enumeration {

    private Enumeration() {}

    /** The 2^n states; site i is bit i of the index. */
    static byte[][] states(int n) {
        byte[][] states = new byte[1 << n][n];
        for (int s = 0; s < states.length; s++) {
            for (int i = 0; i < n; i++) {
                states[s][i] = (byte) (s >> i & 1);
            }
        }
        return states;
    }

    static double[][] doubles(byte[]... states) {
        double[][] doubles = new double[states.length][];
        for (int s = 0; s < states.length; s++) {
            doubles[s] = new double[states[s].length];
            for (int i = 0; i < states[s].length; i++) {
                doubles[s][i] = states[s][i];
            }
        }
        return doubles;
    }

    /** The model's batched log-probabilities of these states. */
    static double[] logProb(EnergyModel model, byte[]... states) {
        return model.logProb(Nd4j.createFromArray(doubles(states))).toDoubleVector();
    }

    static double[] logProb(byte[][] states, ToDoubleFunction<byte[]> definition) {
        double[] values = new double[states.length];
        for (int s = 0; s < states.length; s++) {
            values[s] = definition.applyAsDouble(states[s]);
        }
        return values;
    }

    /** P(x_i = 1) under {@code exp(logProb)} normalised. */
    static double[] marginals(byte[][] states, double[] logProb) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double value : logProb) {
            largest = Math.max(largest, value);
        }
        double total = 0.0;
        double[] marginals = new double[states[0].length];
        for (int s = 0; s < states.length; s++) {
            double p = Math.exp(logProb[s] - largest);
            total += p;
            for (int i = 0; i < marginals.length; i++) {
                marginals[i] += p * states[s][i];
            }
        }
        for (int i = 0; i < marginals.length; i++) {
            marginals[i] /= total;
        }
        return marginals;
    }
}
