package dev.lbp.internal.select.glm;

import dev.lbp.internal.select.data.DataException;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Whether the likelihood grows with the coefficient of one column without end, so that it has no estimate. */
final class Separation {

    /**
     * A Newton step that moves a linear predictor by more counts as one without end: where columns separate the
     * response, each step moves a predictor by about 1, or 1/8 in probit fits.
     */
    static final double MOVE = 0.01;

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

    /**
     * Whether a column separates survival times: each row with an event has the column's largest value among the rows
     * at risk at its time, or each has the smallest. The rows at risk are those of its stratum with no shorter times.
     *
     * @param column not constant
     * @param times in descending order in each stratum
     * @param events 1 for an event
     * @param strata those of a stratum next to each other
     */
    static boolean by(double[] column, double[] times, double[] events, int[] strata) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        boolean isLeast = true;
        boolean isMost = true;
        int end = 0;
        for (int t = 0; t < times.length; t++) {
            if (t > 0 && strata[t] != strata[t - 1]) {
                least = Double.POSITIVE_INFINITY;
                most = Double.NEGATIVE_INFINITY;
            }
            for (; end < times.length && times[end] == times[t] && strata[end] == strata[t]; end++) {
                least = Math.min(least, column[end]);
                most = Math.max(most, column[end]);
            }
            isLeast &= events[t] == 0.0 || column[t] == least;
            isMost &= events[t] == 0.0 || column[t] == most;
        }
        return isLeast || isMost;
    }

    /** Whether a column has one value in each stratum. The rows of a stratum must stand next to each other. */
    static boolean isConstant(double[] column, int[] strata) {
        return IntStream.range(1, strata.length)
                .allMatch(t -> strata[t] != strata[t - 1] || column[t] == column[t - 1]);
    }

    /**
     * The exception that says why some columns have no fit.
     *
     * @param separates whether the likelihood grows without end
     * @param columns their places among the names
     */
    static DataException noFit(boolean separates, int[] columns, String[] names) {
        String[] in = Arrays.stream(columns).mapToObj(j -> names[j]).toArray(String[]::new);
        String with = in.length == 0 ? "the columns that are always in" : "column " + String.join(", ", in);
        return new DataException(
                separates
                        ? "must have a largest likelihood, and it grows without end with " + with
                                + ", as where columns separate the values of the response; leave out a column, or give"
                                + " all columns a prior, such as ridge"
                        : "must have a fit, and Newton's method does not converge with " + with
                                + ": some predictors are too far from the response, as where offsets differ by tens,"
                                + " or weights by orders");
    }
}
