package dev.lbp.learn;

import java.util.Arrays;

/**
 * A {@link BernoulliMixture} with unconstrained parameters: K values a with {@code w_k = exp(a_k) / sum exp(a)},
 * followed by the logits, {@code z_ki} at index {@code K + i K + k}. With r_k = P(component k | x) the gradient of log
 * q is {@code r_k - w_k} for a_k and {@code r_k (x_i - p_ki)} for z_ki. A gradient costs O(states K N).
 */
final class SoftmaxMixture implements Parametric<BernoulliMixture> {

    private final int components;
    private final double[] parameters;
    private final double[] gradient;

    SoftmaxMixture(BernoulliMixture q) {
        components = q.components();
        double[] logits = q.logits();
        parameters = Arrays.copyOf(q.weights(), components + logits.length);
        for (int k = 0; k < components; k++) {
            parameters[k] = Math.log(parameters[k]);
        }
        System.arraycopy(logits, 0, parameters, components, logits.length);
        gradient = new double[parameters.length];
    }

    @Override
    public double[] parameters() {
        return parameters;
    }

    @Override
    public BernoulliMixture distribution() {
        double[] weights = Arrays.copyOf(parameters, components);
        double largest = Arrays.stream(weights).max().orElseThrow();
        // no weight is 0, so that its logarithm is finite
        Arrays.setAll(weights, k -> Math.max(Double.MIN_NORMAL, Math.exp(weights[k] - largest)));
        double sum = Arrays.stream(weights).sum();
        Arrays.setAll(weights, k -> weights[k] / sum);
        return BernoulliMixture.ofLogits(weights, Arrays.copyOfRange(parameters, components, parameters.length));
    }

    @Override
    public double[] gradient(byte[][] states, double[] weights) {
        BernoulliMixture q = distribution();
        double[] componentWeights = q.weights();
        double[] p = q.logits();
        Arrays.setAll(p, e -> Logits.logistic(p[e]));
        double[] responsibilities = new double[components];
        Arrays.fill(gradient, 0.0);
        for (int r = 0; r < states.length; r++) {
            q.responsibilities(states[r], responsibilities); // P(component k | state r)
            for (int k = 0; k < components; k++) {
                gradient[k] += weights[r] * (responsibilities[k] - componentWeights[k]);
            }
            for (int i = 0; i < states[r].length; i++) {
                int first = components + i * components; // the index of z_0i, after the K values a
                for (int k = 0; k < components; k++) {
                    double residual = states[r][i] - p[i * components + k];
                    gradient[first + k] += weights[r] * responsibilities[k] * residual;
                }
            }
        }
        return gradient;
    }
}
