package dev.lbp.runtime.engine.words;

import dev.lbp.target.PairBonds;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A log-probability whose couplings have one size, J, and whose fields have one size, h: {@code log pi(x) = constant -
 * J u(x) - h v(x)}. Here u is the number of unsatisfied pairs: their sites differ although J_ij > 0, or are equal
 * although J_ij < 0. v is the number of sites against their field. The flip of a site with d pairs, c of them
 * unsatisfied, changes log pi by {@code J (2c - d)}, and by h or -h if the site has a field. So few changes occur, and
 * each rule of flips is a table of probabilities.
 *
 * <p>Sizes count as equal if their relative difference is at most {@value #ROUNDING}. Couplings and fields may also be
 * 0. The terms of a site add up to at most {@value #MOST_NATS} nats, so that such a difference changes log pi by far
 * less than 1.
 */
final class PairTables {

    /** The largest number of pairs of a site: counts of unsatisfied pairs have six binary digits. */
    static final int MOST_PAIRS = 63;

    private static final double ROUNDING = 1e-12;

    private static final double MOST_NATS = 1_000.0;

    /** J. */
    final double coupling;

    /** h. */
    final double field;

    /** For each site, its first place in {@link #neighbours} and {@link #signs}; N + 1 values. */
    final int[] start;

    final int[] neighbours;

    /** For each entry, all bits 1 if J_ij < 0, so that the pair is satisfied if its sites differ; else 0. */
    final long[] signs;

    /** For each site, all bits 1 if it has a field, else 0. */
    final long[] pulled;

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

    /** The sign of each pair, as in {@link #signs}. */
    final long[] pairSigns;

    private PairTables(PairBonds bonds, int[] order, List<DoubleUnaryOperator> rules, double coupling, double field) {
        int n = bonds.graph().sites();
        this.coupling = coupling;
        this.field = field;
        this.order = order;
        this.start = new int[n + 1];
        int entries = bonds.graph().start(n);
        int[] others = new int[entries];
        long[] apart = new long[entries];
        this.pulled = new long[n];
        this.wanted = new long[n];
        int at = 0;
        for (int i = 0; i < n; i++) {
            for (int k = bonds.graph().start(i); k < bonds.graph().start(i + 1); k++) {
                if (bonds.coupling(k) != 0.0) {
                    others[at] = bonds.graph().neighbour(k);
                    apart[at] = bonds.coupling(k) < 0.0 ? -1L : 0L;
                    at++;
                }
            }
            start[i + 1] = at;
            double ofSite = field(bonds, i);
            pulled[i] = ofSite == 0.0 ? 0L : -1L;
            wanted[i] = ofSite > 0.0 ? -1L : 0L;
        }
        this.neighbours = Arrays.copyOf(others, at);
        this.signs = Arrays.copyOf(apart, at);
        this.rules = rules;
        this.blocks = SiteBlock.of(this);
        this.firsts = new int[at / 2];
        this.seconds = new int[at / 2];
        this.pairSigns = new long[at / 2];
        int pair = 0;
        for (int i = 0; i < n; i++) {
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

    /**
     * Makes the tables of a model; empty if its couplings or its fields have several sizes, or a site has too many or
     * too large terms.
     *
     * @param order the free sites in the order of the scan
     * @param rules for each sweep of the cycle, the probability of a flip as a function of the change of log pi
     */
    static Optional<PairTables> of(PairBonds bonds, int[] order, List<DoubleUnaryOperator> rules) {
        int n = bonds.graph().sites();
        int entries = bonds.graph().start(n);
        double coupling = largest(entries, bonds::coupling);
        double field = largest(n, i -> field(bonds, i));
        int pairs = IntStream.range(0, n).map(bonds.graph()::degree).max().orElse(0);
        boolean one = pairs <= MOST_PAIRS
                && IntStream.range(0, n).allMatch(i -> terms(bonds, i) <= MOST_NATS)
                && IntStream.range(0, entries).allMatch(k -> hasSize(coupling, bonds.coupling(k)))
                && IntStream.range(0, n).allMatch(i -> hasSize(field, field(bonds, i)));
        return one ? Optional.of(new PairTables(bonds, order, rules, coupling, field)) : Optional.empty();
    }

    private static double largest(int count, IntToDoubleFunction values) {
        return IntStream.range(0, count)
                .mapToDouble(values)
                .map(Math::abs)
                .max()
                .orElse(0.0);
    }

    /** Whether a value is 0, or its size is {@code size} up to rounding. */
    private static boolean hasSize(double size, double value) {
        return value == 0.0 || size - Math.abs(value) <= ROUNDING * size;
    }

    /** The field of value 1 minus the field of value 0; exactly 0 if it is within the rounding of the site's terms. */
    private static double field(PairBonds bonds, int site) {
        double field = bonds.field(site, 1) - bonds.field(site, 0);
        return Math.abs(field) <= ROUNDING * terms(bonds, site) ? 0.0 : field;
    }

    /** The sum of the absolute values of a site's terms. */
    private static double terms(PairBonds bonds, int site) {
        double terms = Math.abs(bonds.field(site, 0)) + Math.abs(bonds.field(site, 1));
        for (int k = bonds.graph().start(site); k < bonds.graph().start(site + 1); k++) {
            terms += Math.abs(bonds.coupling(k));
        }
        return terms;
    }
}
