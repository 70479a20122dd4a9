package dev.lbp.models.training;

import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import dev.lbp.internal.Sum;
import dev.lbp.internal.kernel.Logistic;
import dev.lbp.models.BernoulliRbm;

/**
 * Computes how well a machine predicts each pixel from all others: the log-pseudo-likelihood
 * {@code sum_i log P(v_i | v without i)} (Besag, 1975, doi:10.2307/2987782), computed exactly. A likelihood would need
 * the partition function; this needs only differences of log-probabilities. For independent units it is the
 * log-likelihood itself. For others it is too high, and the excess grows with the coupling of neighbours. So use it to
 * compare models, not to compare with published likelihoods.
 */
public final class PseudoLikelihood {

    private PseudoLikelihood() {}

    /**
     * The mean over some data, in nats per datum, in O(count * visible * hidden).
     *
     * @param data [count][visible] of zeros and ones, at least one row
     */
    public static double mean(BernoulliRbm model, byte[][] data) {
        Check.notNull("model", model);
        double[][] weights = model.weights();
        double[] visibleBias = model.visibleBias();
        double[] hiddenBias = model.hiddenBias();
        States.checkRows("data", data, visibleBias.length);
        return Sum.of(data, row -> of(row, weights, visibleBias, hiddenBias)) / data.length;
    }

    /** The log-pseudo-likelihood of one datum. */
    private static double of(byte[] v, double[][] weights, double[] visibleBias, double[] hiddenBias) {
        double[] activations = hiddenBias.clone();
        for (int i = 0; i < v.length; i++) {
            for (int j = 0; v[i] == 1 && j < activations.length; j++) {
                activations[j] += weights[i][j];
            }
        }
        double[] flipped = new double[activations.length];
        double[] sigmoids = new double[activations.length];
        double softplus = Logistic.sigmoids(activations, sigmoids);
        double sum = 0.0;
        for (int i = 0; i < v.length; i++) {
            int change = 1 - 2 * v[i];
            for (int j = 0; j < flipped.length; j++) {
                flipped[j] = activations[j] + change * weights[i][j];
            }
            // log of P(v with v_i flipped) / P(v); then log P(v_i | others) = -softplus(logRatio)
            double logRatio = change * visibleBias[i] + Logistic.sigmoids(flipped, sigmoids) - softplus;
            sum -= Math.max(logRatio, 0.0) + Math.log1p(Math.exp(-Math.abs(logRatio)));
        }
        return sum;
    }
}
