package dev.lbp.runtime.engine.words;

import dev.lbp.runtime.engine.cluster.PairTable;
import dev.lbp.runtime.engine.start.BitStart;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** A few sites with pairs and fields of few sizes, by the definition of their log-probability, and words on them. */
record WordCase(PairTable table) {

    static final DoubleUnaryOperator METROPOLIS = change -> Math.min(1.0, Math.exp(change));
    static final DoubleUnaryOperator GIBBS = change -> 1.0 / (1.0 + Math.exp(-change));
    static final List<DoubleUnaryOperator> RULES = List.of(METROPOLIS, GIBBS);

    /**
     * @param coupling J
     * @param multiples of J, for each pair
     * @param field h
     * @param fields multiples of h, for each site
     */
    static WordCase of(int[][] pairs, double coupling, int[] multiples, double field, int... fields) {
        return new WordCase(new PairTable(
                pairs,
                Arrays.stream(multiples)
                        .mapToDouble(multiple -> coupling * multiple)
                        .toArray(),
                Arrays.stream(fields)
                        .mapToObj(multiple -> new double[] {-0.25 * field * multiple, 0.75 * field * multiple})
                        .toArray(double[][]::new)));
    }

    /** A site with pairs to a number of others, whose signs alternate. */
    static WordCase star(int degree, double coupling, double field) {
        int[] fields = new int[degree + 1];
        fields[0] = field > 0.0 ? 1 : 0;
        return of(
                IntStream.rangeClosed(1, degree)
                        .mapToObj(leaf -> new int[] {0, leaf})
                        .toArray(int[][]::new),
                coupling,
                IntStream.range(0, degree).map(k -> 1 - 2 * (k % 2)).toArray(),
                field,
                fields);
    }

    /**
     * A random graph with random couplings and fields.
     *
     * @param sizes the number of sizes of each; couplings are not 0
     */
    static WordCase random(int sites, int pairs, int sizes, double coupling, double field, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] all = random.ints(0, sites * sites)
                .filter(k -> k / sites < k % sites)
                .distinct()
                .limit(pairs)
                .toArray();
        return of(
                Arrays.stream(all)
                        .mapToObj(k -> new int[] {k / sites, k % sites})
                        .toArray(int[][]::new),
                coupling,
                random.ints(pairs, 0, 2 * sizes)
                        .map(k -> k < sizes ? k - sizes : k - sizes + 1)
                        .toArray(),
                field,
                random.ints(sites, -sizes, sizes + 1).toArray());
    }

    int sites() {
        return table.sites();
    }

    double logProb(byte[] state) {
        return table.logProb(IntStream.range(0, state.length).map(i -> state[i]).toArray());
    }

    /** The change of the log-probability by a flip. */
    double change(byte[] state, int site) {
        byte[] flipped = state.clone();
        flipped[site] ^= 1;
        return logProb(flipped) - logProb(state);
    }

    byte[] state(int number) {
        byte[] state = new byte[sites()];
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) (number >> i & 1);
        }
        return state;
    }

    PairTables tables(int[] order, List<DoubleUnaryOperator> rules) {
        return PairTables.of(table.bonds(), order, rules).orElseThrow();
    }

    /** A chain in each of the first lanes of a word. */
    void fill(Word word, byte[]... states) {
        BitStart start = new BitStart(table.bits(), states.length, 1L, states);
        for (int c = 0; c < states.length; c++) {
            word.add(new LaneChain(table.bits(), start, c, word, c));
        }
        word.pack();
    }

    /** Decisions by given random numbers. */
    private static final class Scripted extends BlockDecisions {

        private final long[] digits = new long[Thresholds.DIGITS];
        private int next;

        Scripted(PairTables tables) {
            super(tables);
        }

        /** Gives the random numbers of the next decision, in units of {@code 2^-53}, one for each lane. */
        void script(long... numbers) {
            Arrays.setAll(digits, k -> {
                long digit = 0L;
                for (int lane = 0; lane < numbers.length; lane++) {
                    digit |= (numbers[lane] >>> Thresholds.DIGITS - 1 - k & 1L) << lane;
                }
                return digit;
            });
            next = 0;
        }

        @Override
        void random(long[] firsts, long after, long[] out, int n) {
            out[0] = digits[next++];
        }
    }

    /**
     * The thresholds by which a word decides a site, found by bisection: a random number below them flips it, and no
     * other.
     *
     * @return for each of the states, in units of {@code 2^-53}
     */
    long[] thresholds(int site, DoubleUnaryOperator rule, byte[]... states) {
        PairTables tables = tables(new int[] {site}, List.of(rule));
        Scripted decisions = new Scripted(tables);
        Word word = new Word(tables, decisions, 0.0, 0L, 0);
        fill(word, states);
        long[] before = word.sites.clone();
        long[] low = new long[states.length];
        long[] high = new long[states.length];
        Arrays.fill(high, 1L << Thresholds.DIGITS);
        long[] tried = new long[states.length];
        for (int bit = 0; bit < Thresholds.DIGITS; bit++) {
            Arrays.setAll(tried, c -> low[c] + high[c] >>> 1);
            decisions.script(tried);
            System.arraycopy(before, 0, word.sites, 0, before.length);
            word.sweep(0L);
            for (int c = 0; c < tried.length; c++) {
                boolean flips = ((word.sites[site] ^ before[site]) >>> c & 1L) == 1L;
                low[c] = flips ? tried[c] + 1 : low[c];
                high[c] = flips ? high[c] : tried[c];
            }
        }
        return high;
    }
}
