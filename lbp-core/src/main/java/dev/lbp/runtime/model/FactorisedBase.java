package dev.lbp.runtime.model;

import java.util.stream.DoubleStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Independent bits, normalised: the start of an annealing path, and the reference of a tempered run. Frozen sites keep
 * their value and count nothing.
 */
public final class FactorisedBase {

    /** P(x_i = 1). */
    private final double[] means;

    /** log P(x_i = 0), and log P(x_i = 1) - log P(x_i = 0). */
    private final double[] logZeros;

    private final double[] logOdds;

    /** The sites that a draw sets; null for all. */
    private final boolean @Nullable [] frozen;

    private final boolean fair;
    private final double logProbOfZeros;

    /**
     * @param means P(x_i = 1), each in (0, 1)
     */
    public FactorisedBase(double[] means) {
        this.means = means;
        this.logZeros = new double[means.length];
        this.logOdds = new double[means.length];
        for (int i = 0; i < means.length; i++) {
            logZeros[i] = Math.log1p(-means[i]);
            logOdds[i] = Math.log(means[i]) - logZeros[i];
        }
        this.frozen = null;
        this.fair = false;
        this.logProbOfZeros = DoubleStream.of(logZeros).sum();
    }

    private FactorisedBase(double[] logOdds, boolean @Nullable [] frozen) {
        int n = logOdds.length;
        this.means = new double[n];
        this.logZeros = new double[n];
        this.logOdds = logOdds;
        this.frozen = frozen;
        for (int i = 0; i < n; i++) {
            boolean held = frozen != null && frozen[i];
            double odds = logOdds[i];
            means[i] = 1.0 / (1.0 + Math.exp(-odds));
            logZeros[i] = held ? 0.0 : -(Math.max(odds, 0.0) + Math.log1p(Math.exp(-Math.abs(odds))));
        }
        this.fair = DoubleStream.of(logOdds).allMatch(odds -> odds == 0.0);
        this.logProbOfZeros = DoubleStream.of(logZeros).sum();
    }

    /**
     * The base of the given log-odds, or of fair bits. The log-odds are rounded to a grid on which their sums are
     * exact, so a log-probability that is updated at every flip is a function of the state.
     *
     * @param logits log(P(x_i = 1) / P(x_i = 0)), N finite values; null for fair bits
     * @param frozen N values, true for sites that keep their value; null for none
     */
    public static FactorisedBase ofLogits(double @Nullable [] logits, int dimension, boolean @Nullable [] frozen) {
        double[] rounded = new double[dimension];
        if (logits != null) {
            double sum = 0.0;
            for (double logit : logits) {
                sum += Math.abs(logit);
            }
            double grid = 2.0 * Math.ulp(sum);
            for (int i = 0; i < dimension; i++) {
                boolean held = frozen != null && frozen[i];
                rounded[i] = held ? 0.0 : grid * Math.rint(logits[i] / grid);
            }
        }
        return new FactorisedBase(rounded, frozen);
    }

    /** Whether all states have the same probability. */
    public boolean isFair() {
        return fair;
    }

    /** The log-probability of a state. */
    public double logProb(byte[] state) {
        if (fair) {
            return logProbOfZeros;
        }
        double sum = 0.0;
        for (int i = 0; i < state.length; i++) {
            sum += logZeros[i] + state[i] * logOdds[i];
        }
        return sum;
    }

    /** The log-probability of the state without ones. */
    double logProbOfZeros() {
        return logProbOfZeros;
    }

    /** log P(x_i = 1) - log P(x_i = 0). */
    double logOdds(int site) {
        return logOdds[site];
    }

    /** The log-probability of a state with a site flipped, minus that of the state. */
    double logRatio(byte[] state, int site) {
        return state[site] == 0 ? logOdds[site] : -logOdds[site];
    }

    /** Draws independent states, [count][N]. */
    public byte[][] draws(int count, UniformRandomProvider rng) {
        byte[][] draws = new byte[count][means.length];
        for (byte[] draw : draws) {
            draw(draw, rng);
        }
        return draws;
    }

    /** Draws a state into an array, whose frozen sites stay. */
    public void draw(byte[] state, UniformRandomProvider rng) {
        if (fair) {
            drawFair(state, rng);
            return;
        }
        for (int i = 0; i < state.length; i++) {
            if (frozen == null || !frozen[i]) {
                state[i] = (byte) (rng.nextDouble() < means[i] ? 1 : 0);
            }
        }
    }

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
