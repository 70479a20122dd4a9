package dev.lbp.internal.select.average;

import dev.lbp.internal.Check;
import dev.lbp.internal.select.data.Predictors;
import dev.lbp.select.prior.Heredity;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Which models {@link Heredity} allows. The margins of an interaction are the largest terms that it contains, as a and
 * b of a:b. Under strong heredity an interaction needs all of its margins, under weak heredity one of them.
 */
public final class Margins implements Serializable {

    private static final long serialVersionUID = 1L;

    public final Heredity heredity;

    /** For each candidate, the margins that it needs; empty if it may always enter. */
    private final int[][] margins;

    /** For each candidate, the interactions that need it. */
    private final int[][] dependents;

    /** Whether no candidate needs another one, so that all models are allowed. */
    public final boolean isEmpty;

    /** Keeps the margins that each candidate needs, and finds for each candidate the interactions that need it. */
    private Margins(Heredity heredity, int[][] margins) {
        this.heredity = heredity;
        this.margins = margins;
        this.isEmpty = Arrays.stream(margins).allMatch(of -> of.length == 0);
        List<List<Integer>> needing = new ArrayList<>();
        IntStream.range(0, margins.length).forEach(site -> needing.add(new ArrayList<>()));
        for (int site = 0; site < margins.length; site++) {
            for (int margin : margins[site]) {
                needing.get(margin).add(site);
            }
        }
        this.dependents = needing.stream()
                .map(sites -> sites.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    /** Margins under which all models of p candidates are allowed. */
    public static Margins none(int p) {
        return new Margins(Heredity.NONE, new int[p][0]);
    }

    /**
     * The margins of a regression's candidates.
     *
     * @param always names of variables that are always in
     * @throws IllegalArgumentException if no term has a margin, or one that is always in lacks its margins
     */
    public static Margins of(Heredity heredity, Predictors predictors, Set<String> always) {
        return of(heredity, predictors.variables().keySet(), predictors.operands(), always);
    }

    /**
     * The margins of candidates, from the terms of a formula. An interaction needs no margins that are always in.
     *
     * @param variables all of them, in their order
     * @param terms operands of each variable of a formula, by its name; empty if there is no formula
     */
    static Margins of(Heredity heredity, Set<String> variables, Map<String, BitSet> terms, Set<String> always) {
        List<String> candidates =
                variables.stream().filter(name -> !always.contains(name)).toList();
        if (heredity == Heredity.NONE) {
            return none(candidates.size());
        }
        int[][] needed = new int[candidates.size()][0];
        boolean[] anyMargin = new boolean[1];
        terms.forEach((name, term) -> {
            List<String> all = largestWithin(term, terms);
            anyMargin[0] |= !all.isEmpty();
            List<String> optional = // margins that a model may leave out
                    all.stream().filter(margin -> !always.contains(margin)).toList();
            // under weak heredity one margin that is always in is enough
            boolean needs = !optional.isEmpty() && (heredity == Heredity.STRONG || optional.size() == all.size());
            Check.that(
                    !needs || !always.contains(name),
                    "have with it the terms that it needs by " + heredity + " heredity, " + String.join(", ", optional),
                    "always",
                    name);
            if (needs) {
                needed[candidates.indexOf(name)] =
                        optional.stream().mapToInt(candidates::indexOf).toArray();
            }
        });
        Check.that(
                anyMargin[0],
                "be none unless a formula has an interaction and a term that it contains",
                "heredity",
                heredity);
        return new Margins(heredity, needed);
    }

    /** The terms within {@code term} that are within no other such term: of a, b, c and a:b within a:b:c, a:b and c. */
    private static List<String> largestWithin(BitSet term, Map<String, BitSet> terms) {
        List<Map.Entry<String, BitSet>> within = terms.entrySet().stream()
                .filter(one -> isWithin(one.getValue(), term))
                .toList();
        return within.stream()
                .filter(one -> within.stream().noneMatch(other -> isWithin(one.getValue(), other.getValue())))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether {@code other} has all operands of {@code term}, and more. */
    private static boolean isWithin(BitSet term, BitSet other) {
        BitSet outside = (BitSet) term.clone();
        outside.andNot(other);
        return outside.isEmpty() && !term.equals(other);
    }

    /** The number of candidates. */
    int count() {
        return margins.length;
    }

    /**
     * Whether at most 2^{@code most} models are allowed, and {@link #walk} can visit them.
     *
     * @throws IllegalArgumentException if they cannot be counted
     */
    public boolean hasAtMost(int most) {
        return hasAtMost(most, isEmpty ? Math.scalb(1.0, count()) : new ModelCounts(this).total());
    }

    /** @param allowed the number of models that are allowed */
    boolean hasAtMost(int most, double allowed) {
        return count() <= Long.SIZE && allowed <= Math.scalb(1.0, most);
    }

    /**
     * Walks through all models that are allowed, from the empty one; candidates are at most 64. If all models are
     * allowed, it is at a model after each flip, by a Gray code. Else a model follows the one without its last
     * variable, and the walk goes back the way that it came: two flips for each model. Margins stand before their
     * interactions, so that all models on the way are allowed.
     *
     * @param flips receives each variable that enters or leaves
     * @param models receives the bits of each model when the walk is at it for the first time
     */
    public void walk(IntConsumer flips, LongConsumer models) {
        if (!isEmpty) {
            grow(new byte[count()], 0, 0L, flips, models);
            return;
        }
        long bits = 0L;
        models.accept(bits);
        for (long number = 1L; number < 1L << count(); number++) {
            int site = Long.numberOfTrailingZeros(number);
            bits ^= 1L << site;
            flips.accept(site);
            models.accept(bits);
        }
    }

    /** Visits a model, and all that have more variables, from {@code first} on. */
    private void grow(byte[] state, int first, long bits, IntConsumer flips, LongConsumer models) {
        models.accept(bits);
        for (int site = first; site < state.length; site++) {
            if (suffice(state, site)) {
                state[site] = 1;
                flips.accept(site);
                grow(state, site + 1, bits | 1L << site, flips, models);
                state[site] = 0;
                flips.accept(site);
            }
        }
    }

    int[] margins(int site) {
        return margins[site];
    }

    int[] dependents(int site) {
        return dependents[site];
    }

    /**
     * All terms within a candidate: its margins, the margins of these, and so on. Each stands before its own margins,
     * which have smaller numbers.
     */
    int[] within(int site) {
        BitSet found = new BitSet();
        for (int margin : margins[site]) {
            found.set(margin);
            IntStream.of(within(margin)).forEach(found::set);
        }
        return found.stream().map(one -> -one).sorted().map(one -> -one).toArray(); // descending
    }

    /** The number of a candidate's margins that are in. */
    int marginsIn(byte[] state, int site) {
        int in = 0;
        for (int margin : margins[site]) {
            in += state[margin] != 0 ? 1 : 0;
        }
        return in;
    }

    /** Whether the margins that are in suffice for a candidate. */
    boolean suffice(byte[] state, int site) {
        int in = marginsIn(state, site);
        return in == margins[site].length || heredity == Heredity.WEAK && in > 0;
    }

    /** Whether a candidate may enter or leave a model that is allowed. */
    public boolean mayFlip(byte[] state, int site) {
        if (state[site] == 0) {
            return suffice(state, site);
        }
        for (int dependent : dependents[site]) {
            // without the candidate, an interaction that is in would lack it
            if (state[dependent] != 0 && (heredity == Heredity.STRONG || marginsIn(state, dependent) == 1)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Sets the bit of a candidate. Returns the change of the number of candidates that are in without their margins.
     */
    public int set(byte[] state, int site, int bit) {
        int before = countLacking(state, site);
        state[site] = (byte) bit;
        return countLacking(state, site) - before;
    }

    /** How many are in without their margins, of a candidate and the interactions that need it. */
    private int countLacking(byte[] state, int site) {
        int lacking = state[site] != 0 && !suffice(state, site) ? 1 : 0;
        for (int dependent : dependents[site]) {
            lacking += state[dependent] != 0 && !suffice(state, dependent) ? 1 : 0;
        }
        return lacking;
    }

    /** The candidates of a model that are in without their margins. */
    public int[] lacking(int... sites) {
        if (isEmpty) {
            return new int[0];
        }
        byte[] state = new byte[margins.length];
        IntStream.of(sites).forEach(site -> state[site] = 1);
        return IntStream.of(sites).filter(site -> !suffice(state, site)).toArray();
    }
}
