package dev.lbp.internal.select.prior;

import dev.lbp.internal.html.Numbers;

/**
 * The numbers of observations and columns that priors depend on.
 *
 * @param n the number of observations
 * @param of the observations in a word, such as "rows" or "events"
 * @param columns the number of candidates' columns
 */
public record Counts(double n, String of, int columns) {

    /** Such as {@code "n = 80 (rows)"}. */
    @Override
    public String toString() {
        return "n = " + Numbers.shortest(n) + " (" + of + ")";
    }
}
