package dev.lbp.internal.select.average;

import dev.lbp.internal.Order;
import java.util.Arrays;

/** How well a score puts rows in order, with standard errors. A row of weight w counts as w equal rows. */
public final class Rankings {

    private Rankings() {}

    /**
     * The area under the ROC curve: the probability that a row of 1 has a larger score than one of 0, equal scores
     * counted half. The error is that of DeLong, DeLong and Clarke-Pearson 1988, doi:10.2307/2531595.
     *
     * @param ones the weight of ones of each row
     * @param zeros the weight of zeros
     * @return {area, standard error}; NaN if there are no ones or no zeros
     */
    public static double[] area(double[] scores, double[] ones, double[] zeros) {
        int n = scores.length;
        int[] order = Order.of(n, t -> scores[t]);
        double allOnes = Arrays.stream(ones).sum();
        double allZeros = Arrays.stream(zeros).sum();
        double[] belowOne = new double[n]; // the part of zeros below a row
        double[] aboveZero = new double[n]; // the part of ones above a row
        double zerosBefore = 0.0;
        double onesBefore = 0.0;
        for (int from = 0; from < n; ) {
            int to = from;
            double zerosHere = 0.0; // the weight of zeros at this score
            double onesHere = 0.0;
            for (; to < n && scores[order[to]] == scores[order[from]]; to++) {
                zerosHere += zeros[order[to]];
                onesHere += ones[order[to]];
            }
            for (int i = from; i < to; i++) { // equal scores count half
                belowOne[order[i]] = (zerosBefore + 0.5 * zerosHere) / allZeros;
                aboveZero[order[i]] = 1.0 - (onesBefore + 0.5 * onesHere) / allOnes;
            }
            zerosBefore += zerosHere;
            onesBefore += onesHere;
            from = to;
        }
        double[] first = Measures.mean(belowOne, ones);
        double[] second = Measures.mean(aboveZero, zeros);
        return new double[] {first[0], Math.hypot(first[1], second[1])};
    }

    /**
     * Harrell's concordance: of the pairs where it is known who had the event first, the part in which that row has
     * the larger score, equal scores counted half. The error is that of the infinitesimal jackknife.
     *
     * @param events 1 if a time ends with the event, 0 if it is censored
     * @return {concordance, standard error}; NaN if there is no such pair
     */
    public static double[] concordance(double[] scores, double[] times, double[] events, double[] weights) {
        int n = scores.length;
        double[] right = new double[n]; // by row, the weight of its pairs in the right order
        double[] pairs = new double[n]; // by row, the weight of all of its pairs
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                boolean isFirst = events[i] == 1.0 && (times[i] < times[j] || times[i] == times[j] && events[j] == 0.0);
                if (isFirst) {
                    double part = scores[i] > scores[j] ? 1.0 : scores[i] == scores[j] ? 0.5 : 0.0;
                    right[i] += weights[j] * part;
                    right[j] += weights[i] * part;
                    pairs[i] += weights[j];
                    pairs[j] += weights[i];
                }
            }
        }
        double rightOfAll = 0.0;
        double all = 0.0;
        for (int i = 0; i < n; i++) {
            rightOfAll += 0.5 * weights[i] * right[i]; // half, since a pair counts at both of its rows
            all += 0.5 * weights[i] * pairs[i];
        }
        double value = rightOfAll / all;
        double squares = 0.0;
        for (int i = 0; i < n; i++) {
            double influence = (right[i] - value * pairs[i]) / all; // d(rightOfAll / all) / d weights[i]
            squares += weights[i] * influence * influence;
        }
        return new double[] {value, Math.sqrt(squares)};
    }
}
