package dev.lbp.models.training;

import java.util.Arrays;

/**
 * Weighted frequencies of the values at sites and at pairs of sites of an alignment. The pseudocount s mixes them with
 * the uniform law: {@code (1 - s) f + s / C} of a site, {@code (1 - s) f + s / C^2} of a pair.
 */
final class PairFrequencies {

    /** The frequency f_i(a) of value a at site i, at index {@code i C + a}. */
    final double[] single;

    /** Row i holds for each site j < i the frequency of values a at i and b at j, at index {@code (j C + b) C + a}. */
    final double[][] pairs;

    PairFrequencies(int[][] sequences, double[] weights, int values, double pseudocount) {
        int sites = sequences[0].length;
        int square = values * values;
        single = new double[sites * values];
        pairs = new double[sites][];
        double total = Arrays.stream(weights).sum();
        for (int i = 0; i < sites; i++) {
            double[] row = new double[i * square];
            for (int k = 0; k < sequences.length; k++) {
                int[] x = sequences[k];
                double share = (1.0 - pseudocount) * weights[k] / total;
                single[i * values + x[i]] += share;
                for (int j = 0; j < i; j++) {
                    row[(j * values + x[j]) * values + x[i]] += share;
                }
            }
            for (int at = 0; at < row.length; at++) {
                row[at] += pseudocount / square;
            }
            pairs[i] = row;
        }
        for (int at = 0; at < single.length; at++) {
            single[at] += pseudocount / values;
        }
    }
}
