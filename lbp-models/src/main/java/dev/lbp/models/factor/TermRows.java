package dev.lbp.models.factor;

import dev.lbp.internal.models.tracker.Quantum;
import java.io.Serializable;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Terms in flat arrays: for each site the entries {@code start[i]} to {@code start[i + 1] - 1}, one for each term that
 * has the site. Equal tables are stored once.
 */
final class TermRows implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final long TRIES_PER_SITE = 100;

    /** The probability that a step of the search for a possible state gives the site a random value. */
    private static final double ANY_VALUE = 0.1;

    final int[] start;

    /** The term of each entry of {@link #start}'s rows. */
    final int[] term;

    /** The first shift of an entry: value c of the site adds {@code shift[shiftStart + c]} to the term's index. */
    final int[] shiftStart;

    final int[] shift;

    /** The index of each term without any shift. */
    final int[] base;

    final double[] table;

    /** The sites of each term. */
    final int[][] sites;

    /** Where the entries of each term begin in {@link #table}. */
    final int[] first;

    /** The number of entries of each count or sum; 0 for a table. */
    private final int[] range;

    TermRows(Terms model, List<Term> terms, double quantum) {
        start = new int[model.sites() + 1];
        base = new int[terms.size()];
        sites = new int[base.length][];
        first = new int[base.length];
        range = new int[base.length];
        int[] numbers = new int[model.sites()];
        Arrays.setAll(numbers, model::values);
        // the tables of the terms, and how many terms each site has: start[site + 1] counts, then sums up
        Layout<DoubleBuffer> tables = new Layout<>();
        for (int a = 0; a < base.length; a++) {
            Term source = terms.get(a);
            double[] rounded = rounded(source.table(), quantum);
            first[a] = tables.place(DoubleBuffer.wrap(rounded), rounded.length);
            base[a] = first[a] + source.offset();
            range[a] = source.isSum(numbers) ? rounded.length : 0;
            sites[a] = source.sites();
            for (int site : sites[a]) {
                start[site + 1]++;
            }
        }
        Arrays.parallelPrefix(start, Math::addExact);
        table = new double[tables.size];
        tables.each((part, at) -> part.duplicate().get(table, at, part.remaining()));
        term = new int[start[model.sites()]];
        shiftStart = new int[term.length];
        // for each site and each term of it: the term, and what each value of the site adds to the term's index
        Layout<IntBuffer> shifts = new Layout<>();
        int[] end = start.clone();
        for (int a = 0; a < base.length; a++) {
            for (int k = 0; k < sites[a].length; k++) {
                int site = sites[a][k];
                int[] ofValues = shifts(terms.get(a), k, model.values(site));
                term[end[site]] = a;
                shiftStart[end[site]++] = shifts.place(IntBuffer.wrap(ofValues), ofValues.length);
            }
        }
        shift = new int[shifts.size];
        shifts.each((part, at) -> part.duplicate().get(shift, at, part.remaining()));
    }

    private static double[] rounded(double[] table, double quantum) {
        return Arrays.stream(table)
                .map(value -> Double.isInfinite(value) ? value : Quantum.rounded(value, quantum))
                .toArray();
    }

    /** What each value of site k of a term adds to the term's index. */
    private static int[] shifts(Term term, int k, int values) {
        return IntStream.range(0, values).map(value -> term.shift(k, value)).toArray();
    }

    boolean isEmpty() {
        return base.length == 0;
    }

    /**
     * A random state, or if it is impossible, the result of a search for a possible state. The search takes a random
     * impossible term and a random site of it. It gives the site the value that leaves the fewest of its terms
     * impossible, or brings a count or a sum nearest to a possible one, or with a small probability any value (Selman,
     * Kautz and Cohen, 1994: WalkSAT). Without success it returns the last state.
     */
    int[] possibleState(Terms model, UniformRandomProvider rng) {
        int[] state = new int[model.sites()];
        TermSums sums = new TermSums(this);
        sums.clear();
        for (int i = 0; i < state.length; i++) {
            state[i] = rng.nextInt(model.values(i));
            sums.enter(i, state[i]);
        }
        sums.computeSums(1.0); // for the number of impossible terms; the sum is not used
        for (long left = TRIES_PER_SITE * state.length; left > 0 && !sums.isPossible(); left--) {
            int a = sums.impossibleTerm(rng);
            int site = sites[a][rng.nextInt(sites[a].length)];
            int any = rng.nextInt(model.values(site));
            int next = rng.nextDouble() < ANY_VALUE
                    ? any
                    : nearestValue(sums, a, site, state[site], any, model.values(site));
            sums.move(site, state[site], next);
            state[site] = next;
        }
        return state;
    }

    /**
     * The value of a site of the impossible term {@code a}: if the term is a table, the one that leaves the fewest of
     * the site's terms impossible, else the one that brings the term's count or sum nearest to a possible one.
     *
     * @param now the site's value
     * @param first a random value; the search begins with it, so that ties are broken at random
     */
    private int nearestValue(TermSums sums, int a, int site, int now, int first, int values) {
        int nearest = first;
        double least = Double.POSITIVE_INFINITY;
        int gap = range[a] == 0 ? 0 : sums.gap(a, range[a]); // 0 if the term is a table
        for (int k = 0; k < values; k++) {
            int value = (first + k) % values;
            double distance =
                    gap == 0 ? sums.impossible(site, now, value) : Math.abs(gap - sums.shift(site, a, now, value));
            // without a gap the site must change; with one, no change may be the nearest
            if ((value != now || gap != 0) && distance < least) {
                least = distance;
                nearest = value;
            }
        }
        return nearest;
    }

    /** A layout of parts in one array, where equal parts share a place. */
    static final class Layout<T> {

        private final Map<T, Integer> places = new HashMap<>();
        private int size;

        int size() {
            return size;
        }

        /** Calls {@code write} for each different part, with the index where it begins in the array. */
        void each(ObjIntConsumer<T> write) {
            places.forEach(write::accept);
        }

        /** Returns where a part begins in the array. A part that equals an earlier one gets its place. */
        int place(T part, int length) {
            Integer known = places.get(part);
            if (known != null) {
                return known;
            }
            int at = size;
            size = Math.addExact(size, length);
            places.put(part, at);
            return at;
        }
    }
}
