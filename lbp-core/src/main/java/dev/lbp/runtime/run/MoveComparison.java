package dev.lbp.runtime.run;

import dev.lbp.internal.html.Numbers;
import dev.lbp.runtime.engine.chain.MoveCounts;

/**
 * The sentence of a run on moves that says whether informed moves or blind ones are faster by the second. The rule of
 * thumb is a T, the acceptance rate of a uniform label times the labels that a move touches, see {@link MoveCounts}.
 *
 * @param informed whether the run drew labels by weight
 */
record MoveComparison(MoveCounts counts, boolean informed) {

    /**
     * Informed moves win by the second below this product, where log-ratios cost nanoseconds (docs/results/moves.md).
     */
    private static final double INFORMED_BELOW = 1.0;

    /**
     * Blind moves win above it. Between the two it depends on the model: both are even at 1 on categories, at 5 on
     * matchings.
     */
    private static final double BLIND_ABOVE = 5.0;

    /** The sentence; empty if the chains did not count, or no move was made. */
    String text() {
        double product = counts.uniformAcceptanceRate() * counts.touchedPerMove();
        if (Double.isNaN(product)) {
            return "";
        }
        return Numbers.format(
                "a uniform label is accepted with probability %.3g and a move touches %.3g labels, a product of %.3g: %s.",
                counts.uniformAcceptanceRate(), counts.touchedPerMove(), product, advice(product));
    }

    private String advice(double product) {
        String other = informed ? "rwm()" : "pas()";
        boolean otherWins = informed ? product > BLIND_ABOVE : product < INFORMED_BELOW;
        if (otherWins) {
            return "where log-ratios cost nanoseconds, " + other + " would be faster by the second";
        }
        boolean close = product >= INFORMED_BELOW && product <= BLIND_ABOVE;
        return close
                ? "between 1 and 5 it depends on the model whether pas() or rwm() is faster by the second: try both"
                : "no sign that " + other + " would be faster by the second";
    }
}
