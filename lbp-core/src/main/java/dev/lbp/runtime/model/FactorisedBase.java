package dev.lbp.runtime.model;

import org.apache.commons.rng.UniformRandomProvider;

/** Independent bits with given means, normalised: the start of an annealing path. */
public final class FactorisedBase {

    private final double[] means;

    /** log P(x_i = 0), and log P(x_i = 1) - log P(x_i = 0). */
    private final double[] logZeros;

    private final double[] logOdds;

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
    }

    /** The log-probability of a state. */
    public double logProb(byte[] state) {
        double sum = 0.0;
        for (int i = 0; i < state.length; i++) {
            sum += logZeros[i] + state[i] * logOdds[i];
        }
        return sum;
    }

    /** The log-probability of a state with a site flipped, minus that of the state. */
    double logRatio(byte[] state, int site) {
        return state[site] == 0 ? logOdds[site] : -logOdds[site];
    }

    /** Draws independent states, [count][N]. */
    public byte[][] draws(int count, UniformRandomProvider rng) {
        byte[][] draws = new byte[count][means.length];
        for (byte[] draw : draws) {
            for (int i = 0; i < draw.length; i++) {
                draw[i] = (byte) (rng.nextDouble() < means[i] ? 1 : 0);
            }
        }
        return draws;
    }
}
