package dev.lbp.runtime.engine.words;

import dev.lbp.target.PairBonds;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A log-probability whose couplings are multiples of one size, J, and whose fields have few sizes, h_k: {@code log
 * pi(x) = constant - J u(x) - sum_k h_k v_k(x)}. A coupling of m J counts as m pairs. Here u is the number of
 * unsatisfied pairs: their sites differ although J_ij > 0, or are equal although J_ij < 0. v_k is the number of sites
 * against their field of size h_k. The flip of a site with d pairs, c of them unsatisfied, changes log pi by {@code J
 * (2c - d)}, and by h_k or -h_k if the site has a field. So few changes occur, and each rule of flips is a table of
 * probabilities.
 *
 * <p>Sizes count as equal if their relative difference is at most {@value #ROUNDING}. Couplings and fields may also be
 * 0. The terms of a site add up to at most {@value #MOST_NATS} nats, so that rounding a size by {@value #ROUNDING} of
 * it changes log pi by far less than 1.
 */
final class PairTables {

    /** The largest number of pairs of a site: counts of unsatisfied pairs have six binary digits. */
    static final int MOST_PAIRS = 63;

    /** The largest number of sizes of fields: sites of each size have blocks of their own. */
    static final int MOST_FIELDS = 8;

    private static final double ROUNDING = 1e-12;

    private static final double MOST_NATS = 1_000.0;

    /** J > 0; each coupling is a whole multiple of it. */
    final double coupling;

    /** The sizes of fields, h_k. */
    final double[] fields;

    /** For each size of fields, the sites with a field of this size. */
    final int[][] pulled;

    /** For each site, the index of its first entry in {@link #neighbours} and {@link #signs}; N + 1 values. */
    final int[] start;

    /** The other site of each pair of a site; a neighbour occurs m times if its coupling counts as m pairs. */
    final int[] neighbours;

    /**
     * For each entry of {@link #neighbours}, all bits 1 if J_ij < 0, so that the pair is satisfied if its sites differ;
     * else 0.
     */
    final long[] signs;

    /** For each site, the index in {@link #fields} of the size of its field; -1 if it has no field. */
    final int[] size;

    /** For each site, all bits 1 if its field favours 1, else 0. */
    final long[] wanted;

    /** The free sites in the order of the scan. */
    final int[] order;

    /** For each sweep of the cycle, the probability of a flip as a function of the change of log pi. */
    final List<DoubleUnaryOperator> rules;

    /** The free sites in the blocks of a sweep. */
    final List<SiteBlock> blocks;

    /** The first site of each pair; every pair occurs once. */
    final int[] firsts;

    /** The second site of each pair. */
    final int[] seconds;

    /** The sign of each pair, coded as in {@link #signs}. */
    final long[] pairSigns;

    private PairTables(
            PairBonds bonds, int[] order, List<DoubleUnaryOperator> rules, double coupling, double... fields) {
        int n = bonds.graph().sites();
        this.coupling = coupling;
        this.fields = fields;
        this.order = order;
        this.start = new int[n + 1];
        int entries = IntStream.range(0, n).map(i -> pairs(bonds, i, coupling)).sum();
        this.neighbours = new int[entries];
        this.signs = new long[entries];
        this.size = new int[n];
        this.wanted = new long[n];
        fillSites(bonds);
        this.pulled = IntStream.range(0, fields.length)
                .mapToObj(k -> IntStream.range(0, n).filter(i -> size[i] == k).toArray())
                .toArray(int[][]::new);
        this.rules = rules;
        this.blocks = SiteBlock.of(this);
        this.firsts = new int[entries / 2];
        this.seconds = new int[entries / 2];
        this.pairSigns = new long[entries / 2];
        listPairs();
    }

    /** Fills the entries of each site, and the size and direction of its field. */
    private void fillSites(PairBonds bonds) {
        int at = 0;
        for (int i = 0; i < sites(); i++) {
            for (int k = bonds.graph().start(i); k < bonds.graph().start(i + 1); k++) {
                int to = at + multiple(coupling, bonds.coupling(k)); // a coupling of m J is m pairs
                Arrays.fill(neighbours, at, to, bonds.graph().neighbour(k));
                Arrays.fill(signs, at, to, bonds.coupling(k) < 0.0 ? -1L : 0L);
                at = to;
            }
            start[i + 1] = at;
            double field = field(bonds, i);
            size[i] = indexOfSize(field);
            wanted[i] = field > 0.0 ? -1L : 0L;
        }
    }

    /** Lists each pair once, at its lower site. */
    private void listPairs() {
        int pair = 0;
        for (int i = 0; i < sites(); i++) {
            for (int k = start[i]; k < start[i + 1]; k++) {
                if (neighbours[k] > i) {
                    firsts[pair] = i;
                    seconds[pair] = neighbours[k];
                    pairSigns[pair++] = signs[k];
                }
            }
        }
    }

    int sites() {
        return wanted.length;
    }

    int degree(int site) {
        return start[site + 1] - start[site];
    }

    /** The index of the size of a field; -1 for a field of 0. */
    private int indexOfSize(double field) {
        int k = fields.length - 1;
        while (k >= 0 && !hasSize(fields[k], field)) {
            k--;
        }
        return k;
    }

    /**
     * Makes the tables of a model; empty if its couplings are no multiples of one size, if its fields have too many
     * sizes, or if a site has too many or too large terms.
     *
     * @param order the free sites in the order of the scan
     * @param rules for each sweep of the cycle, the probability of a flip as a function of the change of log pi
     */
    static Optional<PairTables> of(PairBonds bonds, int[] order, List<DoubleUnaryOperator> rules) {
        int n = bonds.graph().sites();
        int entries = bonds.graph().start(n);
        double[] fields = sizes(IntStream.range(0, n).mapToDouble(i -> field(bonds, i)));
        // with larger sums of |coupling| and |field|, rounding a size to an equal one would matter
        boolean termsAreSmall = IntStream.range(0, n).allMatch(i -> terms(bonds, i) <= MOST_NATS);
        if (!termsAreSmall || fields.length > MOST_FIELDS) {
            return Optional.empty();
        }
        double largest = IntStream.range(0, entries)
                .mapToDouble(k -> Math.abs(bonds.coupling(k)))
                .max()
                .orElse(0.0);
        // J is the largest coupling divided by the smallest number from 1 to 63 that makes all couplings its multiples.
        return IntStream.rangeClosed(1, MOST_PAIRS)
                .mapToObj(divisor -> largest / divisor)
                .filter(unit -> IntStream.range(0, entries).allMatch(k -> isMultiple(unit, bonds.coupling(k))))
                .findFirst()
                .filter(unit -> IntStream.range(0, n).allMatch(i -> pairs(bonds, i, unit) <= MOST_PAIRS))
                .map(unit -> new PairTables(bonds, order, rules, unit, fields));
    }

    /** The different sizes of values that are not 0, descending. One more than {@link #MOST_FIELDS} means too many. */
    private static double[] sizes(DoubleStream values) {
        double[] sizes = new double[MOST_FIELDS + 1];
        int n = 0;
        double[] ascending =
                values.map(Math::abs).filter(value -> value > 0.0).sorted().toArray();
        for (int k = ascending.length - 1; k >= 0 && n < sizes.length; k--) {
            if (n == 0 || !hasSize(sizes[n - 1], ascending[k])) {
                sizes[n++] = ascending[k];
            }
        }
        return Arrays.copyOf(sizes, n);
    }

    /** Whether the absolute value equals a size up to rounding. */
    private static boolean hasSize(double size, double value) {
        return Math.abs(size - Math.abs(value)) <= ROUNDING * size;
    }

    /** Whether a value is 0 or a multiple of {@code unit} up to rounding. */
    private static boolean isMultiple(double unit, double value) {
        return value == 0.0 || multiple(unit, value) > 0 && hasSize(multiple(unit, value) * unit, value);
    }

    /** The integer nearest to |value| / unit. */
    private static int multiple(double unit, double value) {
        return value == 0.0 ? 0 : (int) Math.rint(Math.abs(value) / unit);
    }

    /** The number of pairs that the couplings of a site count as. */
    private static int pairs(PairBonds bonds, int site, double unit) {
        return IntStream.range(bonds.graph().start(site), bonds.graph().start(site + 1))
                .map(k -> multiple(unit, bonds.coupling(k)))
                .sum();
    }

    /** The sum of the absolute values of a site's terms. */
    private static double terms(PairBonds bonds, int site) {
        double terms = Math.abs(bonds.field(site, 0)) + Math.abs(bonds.field(site, 1));
        for (int k = bonds.graph().start(site); k < bonds.graph().start(site + 1); k++) {
            terms += Math.abs(bonds.coupling(k));
        }
        return terms;
    }

    /** The field of value 1 minus the field of value 0; exactly 0 if it is within the rounding of the site's terms. */
    private static double field(PairBonds bonds, int site) {
        double field = bonds.field(site, 1) - bonds.field(site, 0);
        return Math.abs(field) <= ROUNDING * terms(bonds, site) ? 0.0 : field;
    }
}
