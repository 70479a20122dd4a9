package dev.lbp.internal.solve.pairs;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/** 64 replicas of a model: bit r of {@code word[i]} is site i of replica r. */
final class Population {

    static final int REPLICAS = Long.SIZE;

    final long[] word;

    /** The log-probability of each replica, with rounding errors; negative infinity if not yet computed. */
    final double[] value = new double[REPLICAS];

    Population(int sites) {
        this.word = new long[sites];
    }

    /** Draws uniform states of all replicas. Their log-probabilities are then not yet computed. */
    void randomise(UniformRandomProvider random) {
        for (int i = 0; i < word.length; i++) {
            word[i] = random.nextLong();
        }
        Arrays.fill(value, Double.NEGATIVE_INFINITY);
    }

    /** A copy of one replica. */
    byte[] state(int replica) {
        byte[] state = new byte[word.length];
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) (word[i] >>> replica & 1L);
        }
        return state;
    }

    /** Sets a site of one replica. */
    void set(int site, int replica, boolean one) {
        word[site] = word[site] & ~(1L << replica) | (one ? 1L << replica : 0L);
    }
}
