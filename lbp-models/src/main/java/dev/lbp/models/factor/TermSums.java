package dev.lbp.models.factor;

import java.io.Serializable;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The entry of each term of {@link TermRows} at one state. Finite entries are whole multiples of a quantum, so that
 * their sums are exact, and terms that are impossible are counted apart.
 */
final class TermSums implements Serializable {

    private static final long serialVersionUID = 1L;

    private final TermRows rows;
    private final int[] start;
    private final int[] term;
    private final int[] shiftStart;
    private final int[] shift;
    private final double[] table;

    /** The index in the table of each term's present entry. */
    private final int[] at;

    private int impossible;

    TermSums(TermRows rows) {
        this.rows = rows;
        this.start = rows.start;
        this.term = rows.term;
        this.shiftStart = rows.shiftStart;
        this.shift = rows.shift;
        this.table = rows.table;
        this.at = new int[rows.base.length];
    }

    /** Sets the index of each term without shifts. Then each site must be {@link #enter entered}. */
    void clear() {
        System.arraycopy(rows.base, 0, at, 0, at.length);
    }

    /** Adds what a site's value adds to the indices of the site's terms. */
    void enter(int site, int value) {
        for (int e = start[site]; e < start[site + 1]; e++) {
            at[term[e]] += shift[shiftStart[e] + value];
        }
    }

    /** Counts impossible terms, and returns the sum of the others in quanta, after all sites were entered. */
    long computeSums(double perQuantum) {
        impossible = 0;
        long quanta = 0;
        for (int entry : at) {
            if (table[entry] == Double.NEGATIVE_INFINITY) {
                impossible++;
            } else {
                quanta += (long) (table[entry] * perQuantum);
            }
        }
        return quanta;
    }

    boolean isPossible() {
        return impossible == 0;
    }

    /** A random impossible term; there must be at least one. */
    int impossibleTerm(UniformRandomProvider rng) {
        int skipped = rng.nextInt(impossible);
        int a = -1;
        do {
            a++;
            skipped -= table[at[a]] == Double.NEGATIVE_INFINITY ? 1 : 0;
        } while (skipped >= 0);
        return a;
    }

    /** The signed distance from the index of an impossible term to the nearest possible one; 0 if there is none. */
    int gap(int a, int range) {
        int from = rows.first[a];
        int index = at[a];
        for (int d = 1; d < range; d++) {
            if (index + d < from + range && table[index + d] != Double.NEGATIVE_INFINITY) {
                return d;
            }
            if (index - d >= from && table[index - d] != Double.NEGATIVE_INFINITY) {
                return -d;
            }
        }
        return 0;
    }

    /** The amount that a change of a site adds to the index of a term with this site. */
    int shift(int site, int a, int from, int to) {
        int e = start[site];
        while (term[e] != a) {
            e++;
        }
        return shift[shiftStart[e] + to] - shift[shiftStart[e] + from];
    }

    boolean has(int site) {
        return start[site] < start[site + 1];
    }

    /**
     * The log-ratio of a change of a site: negative infinity if the state would be impossible; any number in a state
     * that is impossible, NaN included.
     */
    double ratio(int site, int from, int to) {
        double sum = 0.0;
        int end = start[site + 1];
        for (int e = start[site]; e < end; e++) {
            int index = at[term[e]]; // of the term's entry in its table
            int shifts = shiftStart[e]; // shift[shifts + value] is what the site's value adds to the index
            sum += table[index + shift[shifts + to] - shift[shifts + from]] - table[index];
        }
        return sum;
    }

    /** The change of the sum of possible terms that a change of a site would make, exact. */
    double gain(int site, int from, int to) {
        double sum = 0.0;
        int end = start[site + 1];
        for (int e = start[site]; e < end; e++) {
            int index = at[term[e]];
            int shifts = shiftStart[e];
            double before = table[index];
            double after = table[index + shift[shifts + to] - shift[shifts + from]];
            sum += (after == Double.NEGATIVE_INFINITY ? 0.0 : after)
                    - (before == Double.NEGATIVE_INFINITY ? 0.0 : before);
        }
        return sum;
    }

    /** The number of terms of a site that would be impossible after a change. */
    int impossible(int site, int from, int to) {
        int count = 0;
        for (int e = start[site]; e < start[site + 1]; e++) {
            int shifts = shiftStart[e];
            double after = table[at[term[e]] + shift[shifts + to] - shift[shifts + from]];
            count += after == Double.NEGATIVE_INFINITY ? 1 : 0;
        }
        return count;
    }

    /** Changes a site. */
    void move(int site, int from, int to) {
        int end = start[site + 1];
        for (int e = start[site]; e < end; e++) {
            int a = term[e];
            int before = at[a];
            int shifts = shiftStart[e];
            int after = before + shift[shifts + to] - shift[shifts + from];
            at[a] = after;
            impossible += (table[after] == Double.NEGATIVE_INFINITY ? 1 : 0)
                    - (table[before] == Double.NEGATIVE_INFINITY ? 1 : 0);
        }
    }
}
