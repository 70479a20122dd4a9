package dev.lbp.learn;

import org.apache.commons.rng.UniformRandomProvider;

/** A bit with {@code P(1) = 1 / (1 + exp(-logit))}. */
final class Logits {

    /**
     * No value of a bit has a probability below 2e-9: a generator of 53 bits still draws it with a relative error below
     * 1e-7, and every state has a positive probability.
     */
    private static final double MOST_LOGIT = 20.0;

    private Logits() {}

    /** The logit, or the nearest that is allowed. */
    static double held(double logit) {
        return Math.max(-MOST_LOGIT, Math.min(MOST_LOGIT, logit));
    }

    static double logistic(double logit) {
        return 1.0 / (1.0 + Math.exp(-logit));
    }

    /** log P(0), without overflow. */
    static double logOfZero(double logit) {
        return -Math.max(0.0, logit) - Math.log1p(Math.exp(-Math.abs(logit)));
    }

    /** Draws the bit from one double, by the smaller of its probabilities, whose rounding is the smaller one. */
    static byte draw(double logit, UniformRandomProvider random) {
        double odds = Math.exp(-Math.abs(logit)); // of the less likely value
        boolean rare = random.nextDouble() < odds / (1.0 + odds);
        boolean likelyOne = logit > 0.0;
        return (byte) (rare != likelyOne ? 1 : 0);
    }
}
