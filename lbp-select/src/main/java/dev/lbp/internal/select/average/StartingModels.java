package dev.lbp.internal.select.average;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * The models that chains start from: at most 10 variables, half of them drawn by weight. Chains that start so differ
 * more than draws of the posterior do.
 */
public final class StartingModels {

    private static final int MOST_STARTING = 10;

    /** The variables that are tried. Many of them may depend on each other. */
    private static final int MOST_TRIES = 1_000;

    private StartingModels() {}

    /** Adds a variable to a model. */
    public interface Entry {

        /**
         * Whether the variable can enter.
         *
         * @param state the model without it; unchanged when this returns
         * @param size its number of variables
         */
        boolean enter(byte[] state, int size, int site);
    }

    /**
     * Draws a model.
     *
     * @param weights of the variables, not negative
     * @param mostSites the largest number of variables in a model
     * @param logPrior by model size; a model that it makes impossible grows, as long as its size may
     */
    public static byte[] draw(
            UniformRandomProvider rng, double[] weights, int mostSites, double[] logPrior, Entry entry) {
        byte[] state = new byte[weights.length];
        double total = 0.0;
        int wanted = rng.nextInt(Math.min(MOST_STARTING, mostSites) + 1);
        for (double weight : weights) {
            total += weight;
        }
        int size = 0;
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            boolean excluded = size < mostSites && logPrior[size] == Double.NEGATIVE_INFINITY;
            if (size >= wanted && !excluded) {
                break;
            }
            int site = rng.nextBoolean() ? rng.nextInt(weights.length) : draw(weights, rng.nextDouble() * total);
            if (state[site] == 0 && entry.enter(state, size, site)) {
                state[site] = 1;
                size++;
            }
        }
        return state;
    }

    private static int draw(double[] weights, double rest) {
        double left = rest;
        for (int k = 0; k < weights.length - 1; k++) {
            left -= weights[k];
            if (left < 0.0) {
                return k;
            }
        }
        return weights.length - 1;
    }
}
