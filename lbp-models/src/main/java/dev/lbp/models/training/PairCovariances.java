package dev.lbp.models.training;

import dev.lbp.internal.Check;

/**
 * The weighted frequencies of sequences at sites, and the connected ones of pairs of sites, {@code f_ij(a, b) - f_i(a)
 * f_j(b)}. Training fits a Potts model to the connected frequencies of data, so they measure how far its draws are from
 * the data. No pseudocount is added.
 */
public final class PairCovariances {

    private final int values;
    private final PairFrequencies frequencies;

    private PairCovariances(int values, PairFrequencies frequencies) {
        this.values = values;
        this.frequencies = frequencies;
    }

    /**
     * The frequencies and covariances of sequences. The time is O(count N^2), the memory {@code 4 (N C)^2} bytes.
     *
     * @param sequences [count][N], values from 0 to C - 1, at least one
     * @param weights [count], at least 0, finite, with a positive sum
     * @param values C, at least 2
     */
    public static PairCovariances of(int[][] sequences, double[] weights, int values) {
        SequenceWeights.checkedLength(sequences);
        Check.length(sequences.length, "weights", Check.notNull("weights", weights).length);
        Check.atLeast(2, "values", values);
        SequenceWeights.checkValues(sequences, values);
        // without a pseudocount
        return new PairCovariances(values, new PairFrequencies(sequences, weights, values, 0.0));
    }

    /** The number of sites N. */
    public int sites() {
        return frequencies.pairs.length;
    }

    /** f_i(a), [N][C], a new array; each row sums to 1. */
    public double[][] frequencies() {
        double[][] rows = new double[sites()][values];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(frequencies.single, i * values, rows[i], 0, values);
        }
        return rows;
    }

    /**
     * The connected frequencies of a site with the sites before it.
     *
     * @param site i, 0 to N - 1
     * @return [i C^2], a new array: that of value a here and value b at site j is at {@code (j C + b) C + a}
     */
    public double[] ofSite(int site) {
        Check.that(site >= 0 && site < sites(), "be in [0, N - 1=" + (sites() - 1) + "]", "site", site);
        double[] row = frequencies.pairs[site].clone();
        for (int at = 0; at < row.length; at++) {
            row[at] -= frequencies.single[at / values] * frequencies.single[site * values + at % values];
        }
        return row;
    }

    /**
     * Pearson's correlation of all connected frequencies with the connected frequencies of {@code other}; NaN if
     * either are constant.
     *
     * @param other of as many sites and values
     */
    public double pearson(PairCovariances other) {
        Check.that(
                Check.notNull("other", other).sites() == sites() && other.values == values,
                "have " + sites() + " sites and " + values + " values",
                "other",
                other.sites() + " sites, " + other.values + " values");
        CovarianceSums sums = new CovarianceSums();
        for (int i = 1; i < sites(); i++) {
            double[] own = ofSite(i);
            double[] others = other.ofSite(i);
            for (int at = 0; at < own.length; at++) {
                sums.add(own[at], others[at]);
            }
        }
        return sums.pearson();
    }
}
