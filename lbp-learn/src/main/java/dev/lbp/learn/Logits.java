package dev.lbp.learn;

import org.apache.commons.rng.UniformRandomProvider;

/** Functions of the logit of a bit with {@code P(1) = 1 / (1 + exp(-logit))}. */
final class Logits {

    /**
     * The largest size of a logit, so that each value of a bit has a probability of at least 2e-9. A generator of 53
     * bits draws such a value with a relative error below 1e-7.
     */
    private static final double MOST_LOGIT = 20.0;

    private Logits() {}

    /** The logit, clamped to [-20, 20]. */
    static double clamped(double logit) {
        return Math.max(-MOST_LOGIT, Math.min(MOST_LOGIT, logit));
    }

    static double logistic(double logit) {
        return 1.0 / (1.0 + Math.exp(-logit));
    }

    /** log P(0), which is {@code -log(1 + e^logit)}, without overflow. */
    static double logOfZero(double logit) {
        return -Math.max(0.0, logit) - Math.log1p(Math.exp(-Math.abs(logit)));
    }

    /** Draws the bit from one double. Compares with the smaller probability, which has the smaller rounding error. */
    static byte draw(double logit, UniformRandomProvider random) {
        double odds = Math.exp(-Math.abs(logit)); // of the less likely value
        boolean rare = random.nextDouble() < odds / (1.0 + odds);
        boolean likelyOne = logit > 0.0;
        return (byte) (rare != likelyOne ? 1 : 0); // 1 if it is the likely value and drawn, or the rare one and drawn
    }
}
