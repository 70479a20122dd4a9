package dev.lbp.runtime.model;

import dev.lbp.internal.Sum;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Independent bits, normalised: the start of an annealing path, and the reference of a tempered run. Frozen sites keep
 * their value and add nothing to a log-probability.
 */
public final class FactorisedBase extends BitReference {

    /** P(x_i = 1). */
    private final double[] means;

    /** log P(x_i = 0). */
    private final double[] logZeros;

    /** True for sites that keep their value; null if a draw sets all. */
    private final boolean @Nullable [] frozen;

    /** The log-probability of the state without ones. */
    private final double logProbOfZeros;

    /**
     * @param means P(x_i = 1), each in (0, 1)
     */
    public FactorisedBase(double[] means) {
        super(Arrays.stream(means).map(p -> Math.log(p) - Math.log1p(-p)).toArray(), /* fair= */ false);
        this.means = means;
        this.logZeros = Arrays.stream(means).map(p -> Math.log1p(-p)).toArray();
        this.frozen = null;
        this.logProbOfZeros = DoubleStream.of(logZeros).sum();
    }

    private FactorisedBase(double[] logOdds, boolean @Nullable [] frozen) {
        super(logOdds, DoubleStream.of(logOdds).allMatch(odds -> odds == 0.0));
        int n = logOdds.length;
        this.means = new double[n];
        this.logZeros = new double[n];
        this.frozen = frozen;
        for (int i = 0; i < n; i++) {
            boolean keeps = frozen != null && frozen[i];
            double odds = logOdds[i];
            means[i] = 1.0 / (1.0 + Math.exp(-odds));
            // -log(1 + e^odds), without overflow
            logZeros[i] = keeps ? 0.0 : -(Math.max(odds, 0.0) + Math.log1p(Math.exp(-Math.abs(odds))));
        }
        this.logProbOfZeros = DoubleStream.of(logZeros).sum();
    }

    /**
     * The base of the given log-odds, or of fair bits. The log-odds are rounded to multiples of a step so large that
     * all their sums are exact. A log-probability that is updated at every flip is then a function of the state.
     *
     * @param logits log(P(x_i = 1) / P(x_i = 0)), N finite values; null for fair bits
     * @param frozen N values, true for sites that keep their value; null for none
     */
    public static FactorisedBase ofLogits(double @Nullable [] logits, int dimension, boolean @Nullable [] frozen) {
        return new FactorisedBase(logits == null ? new double[dimension] : onGrid(logits, frozen), frozen);
    }

    /** The sum of log P(x_i) over the free sites. */
    @Override
    public double logProb(byte[] state) {
        if (isFair()) { // every state has the same
            return logProbOfZeros;
        }
        return Sum.of(state.length, i -> logZeros[i] + state[i] * logOdds(i));
    }

    /** The log-probability of the state without ones. */
    @Override
    double constant(byte[] state) {
        return logProbOfZeros;
    }

    /** Draws independent states, [count][N]. */
    public byte[][] draws(int count, UniformRandomProvider rng) {
        byte[][] draws = new byte[count][means.length];
        for (byte[] draw : draws) {
            draw(draw, rng);
        }
        return draws;
    }

    /** Draws every free bit independently; fair bits come 64 from one random number. */
    @Override
    public void draw(byte[] state, UniformRandomProvider rng) {
        if (isFair()) {
            drawFair(state, rng);
            return;
        }
        for (int i = 0; i < state.length; i++) {
            if (frozen == null || !frozen[i]) {
                state[i] = (byte) (rng.nextDouble() < means[i] ? 1 : 0);
            }
        }
    }

    /** Draws fair bits, 64 from each random number. */
    private void drawFair(byte[] state, UniformRandomProvider rng) {
        for (int from = 0; from < state.length; from += Long.SIZE) {
            long bits = rng.nextLong();
            int to = Math.min(from + Long.SIZE, state.length);
            for (int i = from; i < to; i++) {
                if (frozen == null || !frozen[i]) {
                    state[i] = (byte) (bits >>> i & 1L);
                }
            }
        }
    }
}
