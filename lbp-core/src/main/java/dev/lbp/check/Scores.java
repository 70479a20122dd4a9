package dev.lbp.check;

import org.apache.commons.rng.UniformRandomProvider;

/** The answers of a model that a {@link ModelCheck} compares. A state is a row of N zeros and ones. */
interface Scores {

    /** The log-probability of each state. */
    double[] logProb(byte[][] rows);

    /** The log-probability of one state without others, as in a run with one chain. */
    default double alone(byte[] row) {
        return logProb(new byte[][] {row})[0];
    }

    /** The log-ratios of all sites, row after row. */
    double[] flipLogRatios(byte[][] rows);

    /** The largest allowed difference of two answers, relative to 1 plus their size. */
    default double tolerance() {
        return ModelCheck.TOLERANCE;
    }

    /**
     * Compares the gradient with central differences at a random point between 0 and 1.
     *
     * @return the largest difference; NaN, as here, if the model scores states alone and no points between them
     */
    default double gradientError(int[] sites, UniformRandomProvider rng) {
        return Double.NaN;
    }

    /** Checks that a joint answer has the log-probabilities and log-ratios of the single ones. */
    default void verifyJoint(byte[][] rows, double[] logProb, double[] ratios) {}
}
