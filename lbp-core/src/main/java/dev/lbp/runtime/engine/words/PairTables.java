package dev.lbp.runtime.engine.words;

import dev.lbp.target.PairBonds;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A log-probability of pairs with one size of coupling, J, and fields of one size, h, in the form that words of chains
 * need: {@code log pi(x) = constant - J u(x) - h v(x)}. Here u is the number of unsatisfied pairs: those whose sites
 * differ although J_ij is above 0, or are equal although it is below; v is the number of sites that are not as their
 * field wants. A flip of a site with c unsatisfied pairs of d changes log pi by {@code J (2c - d)}, and by h or -h if
 * the site has a field. So few changes occur, and each rule of flips is a table of probabilities.
 *
 * <p>Sizes are equal if they differ by rounding alone, {@value #ROUNDING} of them. Pairs without coupling and sites
 * without field may be among the others. The terms of a site add up to at most {@value #MOST_NATS}, so that what passes
 * for rounding is far below one.
 */
final class PairTables {

    /** The most pairs of a site: the counts of its unsatisfied pairs have six digits. */
    static final int MOST_PAIRS = 63;

    private static final double ROUNDING = 1e-12;

    private static final double MOST_NATS = 1_000.0;

    /** J and h. */
    final double coupling;

    final double field;

    /** For each site, its first place in {@link #neighbours} and {@link #signs}; N + 1 values. */
    final int[] start;

    final int[] neighbours;

    /** All bits 1 if the pair wants its sites to differ, else 0. */
    final long[] signs;

    /** For each site, all bits 1 if it has a field, else 0; and all bits 1 if the field wants it to be 1. */
    final long[] pulled;

    final long[] wanted;

    /** The free sites in the order of the scan. */
    final int[] order;

    /** The probability of a flip, given the change of log pi, for each of the cycle of sweeps. */
    final List<DoubleUnaryOperator> rules;

    /** The free sites in the blocks of a sweep. */
    final List<SiteBlock> blocks;

    /** The pairs, each once: their sites and signs. */
    final int[] firsts;

    final int[] seconds;
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
     * The tables of a model; empty if its pairs or fields have several sizes, or a site has too many pairs or too large
     * ones.
     *
     * @param order the free sites in the order of the scan
     * @param rules gives the probability of a flip, given the change of log pi, for each of the cycle of sweeps
     */
    static Optional<PairTables> of(PairBonds bonds, int[] order, List<DoubleUnaryOperator> rules) {
        int n = bonds.graph().sites();
        int entries = bonds.graph().start(n);
        double coupling = largest(entries, bonds::coupling);
        double field = largest(n, i -> field(bonds, i));
        int pairs = IntStream.range(0, n).map(bonds.graph()::degree).max().orElse(0);
        boolean one = pairs <= MOST_PAIRS
                && IntStream.range(0, n).allMatch(i -> terms(bonds, i) <= MOST_NATS)
                && IntStream.range(0, entries).allMatch(k -> isOf(coupling, bonds.coupling(k)))
                && IntStream.range(0, n).allMatch(i -> isOf(field, field(bonds, i)));
        return one ? Optional.of(new PairTables(bonds, order, rules, coupling, field)) : Optional.empty();
    }

    private static double largest(int count, IntToDoubleFunction values) {
        return IntStream.range(0, count)
                .mapToDouble(values)
                .map(Math::abs)
                .max()
                .orElse(0.0);
    }

    /** Whether a value is 0 or has a size, but for rounding. */
    private static boolean isOf(double size, double value) {
        return value == 0.0 || size - Math.abs(value) <= ROUNDING * size;
    }

    /** How much more a site wants to be 1 than 0; exactly 0 if it is no more than the rounding of sums of its terms. */
    private static double field(PairBonds bonds, int site) {
        double field = bonds.field(site, 1) - bonds.field(site, 0);
        return Math.abs(field) <= ROUNDING * terms(bonds, site) ? 0.0 : field;
    }

    /** The sum of the sizes of a site's terms. */
    private static double terms(PairBonds bonds, int site) {
        double terms = Math.abs(bonds.field(site, 0)) + Math.abs(bonds.field(site, 1));
        for (int k = bonds.graph().start(site); k < bonds.graph().start(site + 1); k++) {
            terms += Math.abs(bonds.coupling(k));
        }
        return terms;
    }
}
