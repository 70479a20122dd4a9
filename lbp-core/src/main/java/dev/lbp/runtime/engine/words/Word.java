package dev.lbp.runtime.engine.words;

import dev.lbp.internal.kernel.LaneCounts;
import dev.lbp.internal.kernel.WordLoops;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.StopSignal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Up to 64 chains of one model in the bits of words, the lanes: bit l of word i is site i of lane l. A sweep decides a
 * site of all lanes at once (multi-spin coding: Jacobs and Rebbi 1981). The words of its neighbours say where its pairs
 * are unsatisfied, carry-save adders count these for each lane, and a lane whose case has probability p flips if its
 * random number is below p.
 *
 * <p>Each lane has its own random number. Its binary digits are compared with those of p from the highest on, one
 * random word for a digit of all lanes, until no lane is undecided: seven or eight words on average, {@value
 * Thresholds#DIGITS} at most. One number for all lanes would be cheaper and wrong: lanes then come to the same state,
 * and 64 are worth one.
 *
 * <p>Random words are those of SplitMix64 (Steele, Lea, Flood 2014) at a place that the sweep, the site and the digit
 * determine. So the draws of a lane depend on no other lane, and a word needs no state but its sites and the number of
 * the sweep. The streams of two of W words, of L random words each, overlap with probability below
 * {@code W^2 L / 2^64}.
 *
 * <p>Cost of a sweep for all lanes: about d + 30 operations a site on words. Memory: two words a site.
 */
class Word {

    /** The increment of SplitMix64. */
    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    /** The places of one site in the stream of random words; at least as many as there are digits. */
    private static final int PLACES = 64;

    /** The digits that are compared for all sites of a block. Later ones are for the few sites with undecided lanes. */
    private static final int FIRST_DIGITS = 10;

    private final PairTables tables;

    /** The part of log pi that is the same in all states. */
    private final double constant;

    /** Where the stream of random words begins. */
    private final long key;

    private final List<LaneChain> chains = new ArrayList<>();

    /** The bits of the lanes in use. */
    private long active;

    /** The sites of all lanes. */
    final long[] sites;

    /** The lanes where each site has flipped in the last sweep. */
    private final long[] flips;

    /** Of each site of a block: its word, the places of its random words, and the digits of its counts. */
    private final long[] own = new long[SiteBlock.MOST];

    private final long[] places = new long[SiteBlock.MOST];
    private final long[][] planes = new long[Thresholds.PLANES][SiteBlock.MOST];

    /** For each case, and of each site of a block, the lanes that are in it. */
    private final long[][] lanesOf;

    /** Of each site of a block: the lanes that are undecided, those that flip, and words for a while. */
    private final long[] undecided = new long[SiteBlock.MOST];

    private final long[] below = new long[SiteBlock.MOST];
    private final long[] some = new long[SiteBlock.MOST];
    private final long[] others = new long[SiteBlock.MOST];

    /** The place of a random word, and the word. */
    private final long[] first = new long[1];

    private final long[] word = new long[1];
    private final LaneCounts counts = new LaneCounts();
    private final long[] scratch;

    /** For each lane, the sites that have flipped in the last sweep, and the numbers u and v of {@link PairTables}. */
    private final int[] flipped = new int[LaneCounts.LANES];

    private final int[] unsatisfied = new int[LaneCounts.LANES];
    private final int[] against = new int[LaneCounts.LANES];

    /**
     * A word whose lanes have all sites 0.
     *
     * @param constant the part of log pi that is the same in all states
     * @param seed the seed of the random words of the run
     * @param number the number of the word in the run
     */
    Word(PairTables tables, double constant, long seed, int number) {
        this.tables = tables;
        this.constant = constant;
        WordLoops.random(new long[] {seed}, number * GAMMA, places, 1);
        this.key = places[0];
        this.sites = new long[tables.sites()];
        this.flips = new long[sites.length];
        this.scratch = new long[Math.max(sites.length, tables.firsts.length)];
        this.lanesOf = new long
                [tables.blocks.stream()
                        .flatMap(block -> Arrays.stream(block.rules()))
                        .mapToInt(Thresholds::cases)
                        .max()
                        .orElse(0)]
                [SiteBlock.MOST];
        count();
    }

    /** Random words of the sites of a block, at places after the first ones. Tests give others. */
    void random(long[] firsts, long after, long[] out, int n) {
        WordLoops.random(firsts, after * GAMMA, out, n);
    }

    /** Adds a chain, in the lane that it names. */
    void add(LaneChain chain) {
        chains.add(chain);
        active |= 1L << chain.lane();
    }

    /** Sets the lanes to the states of the chains, and the chains to the log-probabilities there. */
    void pack() {
        for (LaneChain chain : chains) {
            int lane = chain.lane();
            for (int i = 0; i < sites.length; i++) {
                sites[i] = sites[i] & ~(1L << lane) | (long) chain.state[i] << lane;
            }
        }
        count();
        chains.forEach(chain -> chain.logProb = logProb(chain.lane()));
    }

    /** Writes the sites of a lane, and those that flipped in the last sweep, into arrays. */
    void unpack(int lane, byte[] state, int[] changed) {
        int n = 0;
        for (int i = 0; i < sites.length; i++) {
            state[i] = (byte) (sites[i] >>> lane & 1L);
            changed[n] = i;
            n += (int) (flips[i] >>> lane & 1L);
        }
    }

    /** Steps the chains until each has taken {@code until} steps, or until {@code signal} is stopped. */
    void runTo(long until, Ensemble.Visitor<byte[]> visitor, StopSignal signal) {
        try {
            for (long steps = chains.get(0).steps(); steps < until && !signal.stopped(); steps++) {
                sweep(steps);
                counts.addAll(flips, flips.length);
                counts.take(flipped);
                count();
                for (LaneChain chain : chains) {
                    chain.swept(flipped[chain.lane()], logProb(chain.lane()));
                }
                for (LaneChain chain : chains) {
                    visitor.visit(chain);
                }
            }
        } finally {
            chains.forEach(LaneChain::unpack);
        }
    }

    /**
     * Makes a sweep over the free sites of all lanes.
     *
     * @param number the number of sweeps before it
     */
    void sweep(long number) {
        int rule = (int) (number % tables.rules.size());
        long begin = key + number * sites.length * PLACES * GAMMA;
        for (SiteBlock block : tables.blocks) {
            decide(block, block.rules()[rule], begin);
            for (int j = 0; j < block.sites().length; j++) {
                int site = block.sites()[j];
                flips[site] = below[j];
                sites[site] = own[j] ^ below[j];
            }
        }
    }

    /** Decides the sites of a block: in which lanes they flip. */
    private void decide(SiteBlock block, Thresholds thresholds, long begin) {
        int n = block.sites().length;
        for (int j = 0; j < n; j++) {
            own[j] = sites[block.sites()[j]];
            places[j] = begin + (long) block.sites()[j] * PLACES * GAMMA;
        }
        int digits = Integer.SIZE - Integer.numberOfLeadingZeros(block.pairs());
        countUnsatisfied(block, digits, n);
        Arrays.fill(undecided, 0, n, 0L);
        for (int c = 0; c < thresholds.cases(); c++) {
            long[] lanes = lanesOf[c];
            Arrays.fill(lanes, 0, n, active);
            for (int k = 0; k < digits; k++) {
                WordLoops.andXor(lanes, planes[k], thresholds.match(c, k), n);
            }
            if (block.pulled()) {
                long[] against = planes[Thresholds.PLANES - 1];
                WordLoops.andXor(lanes, against, thresholds.match(c, Thresholds.PLANES - 1), n);
            }
            WordLoops.or(undecided, lanes, n);
        }
        Arrays.fill(below, 0, n, active);
        WordLoops.andXor(below, undecided, -1L, n);
        for (int k = 0; k < FIRST_DIGITS; k++) {
            Arrays.fill(others, 0, n, 0L);
            for (int c = 0; c < thresholds.cases(); c++) {
                if (thresholds.digit(c, k) != 0L) {
                    WordLoops.or(others, lanesOf[c], n);
                }
            }
            random(places, k + 1L, some, n);
            WordLoops.compare(some, others, undecided, below, n);
        }
        for (int j = 0; j < n; j++) {
            if (undecided[j] != 0L) {
                below[j] |= decideRest(j, thresholds);
            }
        }
    }

    /** Counts the unsatisfied pairs of the sites of a block, and finds the lanes that are against their field. */
    private void countUnsatisfied(SiteBlock block, int digits, int n) {
        for (int k = 0; k < digits; k++) {
            Arrays.fill(planes[k], 0, n, 0L);
        }
        for (int pair = 0; pair < block.pairs(); pair += 2) {
            gather(block, pair, some, n);
            if (pair + 1 < block.pairs()) {
                gather(block, pair + 1, others, n);
                WordLoops.addTwo(planes[0], some, others, n);
            } else {
                WordLoops.add(planes[0], some, n);
            }
            for (int k = 1; k < digits; k++) {
                WordLoops.add(planes[k], some, n);
            }
        }
        if (block.pulled()) {
            long[] against = planes[Thresholds.PLANES - 1];
            Arrays.fill(against, 0, n, 0L);
            WordLoops.xor(against, own, block.wanted(), 0, n);
        }
    }

    /** The lanes where a pair of each site of a block is unsatisfied. */
    private void gather(SiteBlock block, int pair, long[] unsatisfiedLanes, int n) {
        int from = pair * n;
        int[] neighbours = block.neighbours();
        for (int j = 0; j < n; j++) {
            unsatisfiedLanes[j] = sites[neighbours[from + j]];
        }
        WordLoops.xor(unsatisfiedLanes, own, block.signs(), from, n);
    }

    /** The undecided lanes of a site of a block whose random number is below the probability of their case. */
    private long decideRest(int j, Thresholds thresholds) {
        long left = undecided[j];
        long flip = 0L;
        first[0] = places[j];
        for (int k = FIRST_DIGITS; k < Thresholds.DIGITS && left != 0L; k++) {
            long digit = 0L;
            for (int c = 0; c < thresholds.cases(); c++) {
                digit |= lanesOf[c][j] & thresholds.digit(c, k);
            }
            random(first, k + 1L, word, 1);
            flip |= left & digit & ~word[0];
            left &= ~(digit ^ word[0]);
        }
        return flip;
    }

    /** Counts what the log-probability of each lane depends on. */
    private void count() {
        int n = tables.firsts.length;
        for (int k = 0; k < n; k++) {
            scratch[k] = sites[tables.firsts[k]] ^ sites[tables.seconds[k]] ^ tables.pairSigns[k];
        }
        counts.addAll(scratch, n);
        counts.take(unsatisfied);
        if (tables.field > 0.0) {
            for (int i = 0; i < sites.length; i++) {
                scratch[i] = (sites[i] ^ tables.wanted[i]) & tables.pulled[i];
            }
            counts.addAll(scratch, sites.length);
            counts.take(against);
        }
    }

    /** The log-probability of a lane, as it was counted last. */
    double logProb(int lane) {
        return constant - tables.coupling * unsatisfied[lane] - tables.field * against[lane];
    }
}
