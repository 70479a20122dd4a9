package dev.lbp.select;

/** Whether one column separates the ones of a response from its zeros, so that its coefficient has no estimate. */
final class Separation {

    private Separation() {}

    /**
     * Whether all rows with ones have values at or above those of all rows with zeros, or all at or below.
     *
     * @param column not constant
     * @param y parts of successes, in [0, 1]
     */
    static boolean by(double[] column, double[] y) {
        double leastOne = Double.POSITIVE_INFINITY;
        double mostOne = Double.NEGATIVE_INFINITY;
        double leastZero = Double.POSITIVE_INFINITY;
        double mostZero = Double.NEGATIVE_INFINITY;
        for (int t = 0; t < y.length; t++) {
            if (y[t] > 0.0) {
                leastOne = Math.min(leastOne, column[t]);
                mostOne = Math.max(mostOne, column[t]);
            }
            if (y[t] < 1.0) {
                leastZero = Math.min(leastZero, column[t]);
                mostZero = Math.max(mostZero, column[t]);
            }
        }
        return mostZero <= leastOne || mostOne <= leastZero;
    }
}
