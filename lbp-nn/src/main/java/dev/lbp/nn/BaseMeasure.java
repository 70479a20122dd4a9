package dev.lbp.nn;

import dev.lbp.internal.Check;
import java.io.Serializable;

/**
 * Independent Bernoulli sites, {@code log pi(x) = sum_i log(1 - m_i) + x_i log(m_i / (1 - m_i))}. Between 0 and 1 the
 * log-probability is linear in x. O(N) per state.
 */
final class BaseMeasure implements Serializable {

    private static final long serialVersionUID = 1L;

    private final double[] means;

    /** {@code log(m_i / (1 - m_i))}: the gradient. */
    private final float[] logOdds;

    /** The log-probability of the state without ones. */
    private final double ofZeros;

    BaseMeasure(double[] means) {
        this.means = means.clone();
        this.logOdds = new float[means.length];
        double sum = 0.0;
        for (int i = 0; i < means.length; i++) {
            Check.inOpenUnit("means[" + i + "]", means[i]);
            logOdds[i] = (float) (Math.log(means[i]) - Math.log1p(-means[i]));
            sum += Math.log1p(-means[i]);
        }
        this.ofZeros = sum;
    }

    double[] means() {
        return means.clone();
    }

    /** {@code log(m_i / (1 - m_i))} of each site; not a copy. */
    float[] logOdds() {
        return logOdds;
    }

    /** The log-probability of the state without ones. */
    double ofZeros() {
        return ofZeros;
    }

    /** The log-probability of a state. Computed in two sums, so that an addition need not wait for the one before. */
    double logProb(float[] state) {
        double even = ofZeros;
        double odd = 0.0;
        int i = 0;
        for (; i + 1 < state.length; i += 2) {
            even += (double) state[i] * logOdds[i];
            odd += (double) state[i + 1] * logOdds[i + 1];
        }
        if (i < state.length) {
            even += (double) state[i] * logOdds[i];
        }
        return even + odd;
    }

    /** Adds the gradient by the state, which is the same at all states. */
    void addGradient(float[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] += logOdds[i];
        }
    }
}
