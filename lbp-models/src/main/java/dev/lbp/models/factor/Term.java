package dev.lbp.models.factor;

import dev.lbp.internal.Check;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A term whose log-value is an entry of a table at a whole number that is linear in the sites: {@code offset + sum_k
 * stride_k u(x_k)}, with {@code u(x) = x}, or 1 at the counted value and 0 at others. Tables, counts and weighted sums
 * all have this form.
 *
 * @param counted the value that is counted, or {@link #ANY_VALUE}
 */
record Term(int[] sites, int[] strides, int counted, int offset, double[] table) implements Serializable {

    /** The value of {@code counted} if {@code u(x) = x}. */
    static final int ANY_VALUE = -1;

    /** {@link #factors} writes a count or a sum with at most this number of joint values as one table. */
    private static final int FEW_ENTRIES = 1 << 10;

    private static final double MOST_ENTRIES = 1 << 26;

    /** The largest relative difference from a linear function that counts as rounding. */
    private static final double ROUNDING = 1e-13;

    /** A table of a factor, in which the last site runs fastest. */
    static Term of(Factor factor, int[] values) {
        int[] sites = factor.sites();
        int[] strides = new int[sites.length];
        int stride = 1;
        for (int k = sites.length - 1; k >= 0; k--) {
            strides[k] = stride;
            stride *= values[sites[k]];
        }
        return new Term(sites, strides, ANY_VALUE, 0, factor.logValues()); // offset 0
    }

    /** The amount that a value of the k-th site adds to the index. */
    int shift(int k, int value) {
        return counted == ANY_VALUE ? strides[k] * value : value == counted ? strides[k] : 0;
    }

    int width() {
        return sites.length;
    }

    /** Whether the log-value is linear in the index, so that each site has its own share of it. */
    boolean isLinear() {
        double slope = slope();
        for (int k = 0; k < table.length; k++) {
            double difference = table[k] - (table[0] + k * slope);
            if (table[k] == Double.NEGATIVE_INFINITY
                    || !(Math.abs(difference) <= ROUNDING * Math.max(Math.abs(table[k]), Math.abs(table[0])))) {
                return false;
            }
        }
        return sites.length > 2; // smaller terms are kept as fields and pairs in any case
    }

    private double slope() {
        return table.length > 1 ? (table[table.length - 1] - table[0]) / (table.length - 1.0) : 0.0;
    }

    /** Whether the term is a count or a sum, whose table is smaller than the number of its sites' states. */
    boolean isSum(int[] values) {
        double states = 1.0;
        for (int site : sites) {
            states *= values[site];
        }
        return table.length < states;
    }

    /** A linear term as a constant and a term of each site. */
    List<Term> ofEachSite(int[] values) {
        double slope = slope();
        List<Term> terms = new ArrayList<>();
        terms.add(of(Factor.of(new int[0], new double[] {table[0] + offset * slope}), values));
        for (int k = 0; k < sites.length; k++) {
            double[] own = new double[values[sites[k]]];
            for (int value = 0; value < own.length; value++) {
                own[value] = slope * shift(k, value);
            }
            terms.add(of(Factor.of(new int[] {sites[k]}, own), values));
        }
        return terms;
    }

    /** Whether the term has at most two sites, and is never impossible. */
    boolean isSmall() {
        return sites.length <= 2 && Arrays.stream(table).allMatch(Double::isFinite);
    }

    /** The log-value of a term of at most two sites. Values of sites that the term does not have are ignored. */
    double logValue(int first, int second) {
        int at = offset + (sites.length > 0 ? shift(0, first) : 0) + (sites.length > 1 ? shift(1, second) : 0);
        return table[at];
    }

    /** The largest absolute value of a finite entry. */
    double magnitude() {
        return Arrays.stream(table)
                .filter(Double::isFinite)
                .map(Math::abs)
                .max()
                .orElse(0.0);
    }

    /**
     * The term as factors, with a hidden counter after each site except the first and the last: the sum up to this
     * site.
     *
     * @param values the numbers of values of all variables; the method appends the numbers of hidden counters
     */
    List<Factor> factors(List<Integer> values) {
        double size = 1.0;
        for (int site : sites) {
            size *= values.get(site);
        }
        if (sites.length == 1 || size <= Math.max(FEW_ENTRIES, table.length)) {
            return List.of(Factor.of(sites, entries(values, (int) size)));
        }
        List<Factor> factors = new ArrayList<>();
        int previous = sites[0];
        double allEntries = 0.0;
        int[] sums = sums(0, values.get(previous)); // the sum up to the previous variable, by that variable's value
        for (int k = 1; k < sites.length - 1; k++) {
            int[] own = sums(k, values.get(sites[k]));
            int least = Arrays.stream(sums).min().orElseThrow()
                    + Arrays.stream(own).min().orElseThrow();
            int most = Arrays.stream(sums).max().orElseThrow()
                    + Arrays.stream(own).max().orElseThrow();
            // value c of this site's counter stands for the sum least + c
            int[] next = new int[most - least + 1];
            Arrays.setAll(next, c -> least + c);
            double entries = (double) sums.length * own.length * next.length;
            allEntries += entries;
            Check.state(
                    allEntries <= MOST_ENTRIES,
                    "have a smaller range for tables, at most " + (long) MOST_ENTRIES + " entries in all: a sum of "
                            + sites.length + " sites needs more");
            int hidden = values.size();
            values.add(next.length);
            factors.add(Factor.of(new int[] {previous, sites[k], hidden}, counterTable(sums, own, next)));
            previous = hidden;
            sums = next;
        }
        // the last site needs no counter: its factor has the log-values of the whole sum
        int[] own = sums(sites.length - 1, values.get(sites[sites.length - 1]));
        double[] last = new double[Math.multiplyExact(sums.length, own.length)];
        for (int k = 0; k < last.length; k++) {
            last[k] = table[offset + sums[k / own.length] + own[k % own.length]];
        }
        factors.add(Factor.of(new int[] {previous, sites[sites.length - 1]}, last));
        return factors;
    }

    /**
     * The table of a factor that makes a counter equal to the previous sum plus the site's own part.
     *
     * @param sums the previous sum, by the value of the previous variable
     * @param own the site's part, by its value
     * @param next the sum, by the value of the counter: whole numbers that follow each other
     * @return log-values: 0 where the sums agree, else negative infinity
     */
    private static double[] counterTable(int[] sums, int[] own, int[] next) {
        double[] counter = new double[sums.length * own.length * next.length];
        Arrays.fill(counter, Double.NEGATIVE_INFINITY);
        for (int a = 0; a < sums.length; a++) {
            for (int b = 0; b < own.length; b++) {
                counter[(a * own.length + b) * next.length + sums[a] + own[b] - next[0]] = 0.0;
            }
        }
        return counter;
    }

    /** The log-value of each combination of the sites' values; the value of the last site runs fastest. */
    private double[] entries(List<Integer> values, int size) {
        double[] entries = new double[size];
        for (int k = 0; k < size; k++) {
            int at = offset;
            int rest = k;
            for (int s = sites.length - 1; s >= 0; s--) {
                at += shift(s, rest % values.get(sites[s]));
                rest /= values.get(sites[s]);
            }
            entries[k] = table[at];
        }
        return entries;
    }

    /** What each value of the k-th site adds to the index. */
    private int[] sums(int k, int values) {
        int[] sums = new int[values];
        Arrays.setAll(sums, value -> shift(k, value));
        return sums;
    }
}
