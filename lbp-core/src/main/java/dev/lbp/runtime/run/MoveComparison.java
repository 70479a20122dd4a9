package dev.lbp.runtime.run;

import dev.lbp.internal.html.Numbers;
import dev.lbp.runtime.engine.chain.MoveCounts;

/**
 * A sentence that says whether informed or uniform moves give more effective samples per second. The rule of thumb is a
 * T: the acceptance rate of a uniform label times the number of labels that a move touches, see {@link MoveCounts}.
 *
 * @param informed whether the run drew labels by weight
 */
record MoveComparison(MoveCounts counts, boolean informed) {

    /**
     * Below this product informed moves are faster per second, if log-ratios cost nanoseconds (docs/results/moves.md).
     */
    private static final double INFORMED_BELOW = 1.0;

    /**
     * Above this product uniform moves are faster. Between 1 and 5 it depends on the model: informed and uniform moves
     * are equally fast at 1 on categories, at 5 on matchings.
     */
    private static final double UNIFORM_ABOVE = 5.0;

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

    /** What the product says about the kind of moves that the run did not use. */
    private String advice(double product) {
        String other = informed ? "rwm()" : "pas()";
        boolean otherWins = informed ? product > UNIFORM_ABOVE : product < INFORMED_BELOW;
        if (otherWins) {
            return "where log-ratios cost nanoseconds, " + other + " would mix faster per second";
        }
        boolean close = product >= INFORMED_BELOW && product <= UNIFORM_ABOVE;
        return close
                ? "between 1 and 5 it depends on the model whether pas() or rwm() mixes faster per second: try both"
                : "no sign that " + other + " would mix faster per second";
    }
}
