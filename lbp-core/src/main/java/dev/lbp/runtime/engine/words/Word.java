package dev.lbp.runtime.engine.words;

import dev.lbp.internal.kernel.LaneCounts;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.StopSignal;
import java.util.ArrayList;
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

    /** The digits that are compared before the first look whether a lane is undecided. */
    private static final int FIRST_DIGITS = 7;

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

    /** For each case of a site, the lanes that are in it. */
    private final long[] lanesOf = new long[2 * PairTables.MOST_PAIRS + 2];

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
        this.key = mix(seed + number * GAMMA);
        this.sites = new long[tables.wanted.length];
        this.flips = new long[sites.length];
        this.scratch = new long[Math.max(sites.length, tables.neighbours.length / 2)];
        count();
    }

    /** The random word of a place. Tests give others. */
    long random(long place) {
        return mix(place);
    }

    private static long mix(long place) {
        long z = place;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
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
        Thresholds[] rule = tables.rules[(int) (number % tables.rules.length)];
        long begin = key + number * sites.length * PLACES * GAMMA;
        for (int i : tables.order) {
            long flip = decide(i, rule[i], begin + (long) i * PLACES * GAMMA);
            flips[i] = flip;
            sites[i] ^= flip;
        }
    }

    /**
     * Decides a site.
     *
     * @param place the place of its random words
     * @return the lanes where it flips
     */
    private long decide(int site, Thresholds thresholds, long place) {
        long own = sites[site];
        int from = tables.start[site];
        int to = tables.start[site + 1];
        int[] neighbours = tables.neighbours;
        long[] signs = tables.signs;
        long p0 = 0L;
        long p1 = 0L;
        long p2 = 0L;
        long p3 = 0L;
        long p4 = 0L;
        long p5 = 0L;
        int k = from;
        for (; k + 2 <= to; k += 2) {
            long a = own ^ sites[neighbours[k]] ^ signs[k];
            long b = own ^ sites[neighbours[k + 1]] ^ signs[k + 1];
            long half = p0 ^ a;
            long carry = p0 & a | half & b;
            p0 = half ^ b;
            long next = p1 & carry;
            p1 ^= carry;
            carry = p2 & next;
            p2 ^= next;
            if (to - from > 7) {
                next = p3 & carry;
                p3 ^= carry;
                carry = p4 & next;
                p4 ^= next;
                p5 ^= carry;
            }
        }
        if (k < to) {
            long carry = own ^ sites[neighbours[k]] ^ signs[k];
            long next = p0 & carry;
            p0 ^= carry;
            carry = p1 & next;
            p1 ^= next;
            next = p2 & carry;
            p2 ^= carry;
            carry = p3 & next;
            p3 ^= next;
            next = p4 & carry;
            p4 ^= carry;
            p5 ^= next;
        }
        long against = (own ^ tables.wanted[site]) & tables.pulled[site];
        int cases = thresholds.cases();
        long[] matches = thresholds.matches();
        long undecided = 0L;
        for (int c = 0, at = 0; c < cases; c++, at += Thresholds.PLANES) {
            long lanes = (p0 ^ matches[at]) & (p1 ^ matches[at + 1]) & (p2 ^ matches[at + 2]) & (p3 ^ matches[at + 3])
                    & (p4 ^ matches[at + 4]) & (p5 ^ matches[at + 5]) & (against ^ matches[at + 6]) & active;
            lanesOf[c] = lanes;
            undecided |= lanes;
        }
        return active & ~undecided | below(thresholds, place, undecided);
    }

    /** The lanes of some whose random number is below the probability of their case. */
    private long below(Thresholds thresholds, long place, long lanes) {
        int cases = thresholds.cases();
        long[] digits = thresholds.digits();
        long undecided = lanes;
        long below = 0L;
        long z = place;
        int at = 0;
        for (int k = 0; k < Thresholds.DIGITS && (k < FIRST_DIGITS || undecided != 0L); k++) {
            long digit = 0L;
            for (int c = 0; c < cases; c++) {
                digit |= lanesOf[c] & digits[at + c];
            }
            at += cases;
            z += GAMMA;
            long random = random(z);
            below |= undecided & digit & ~random;
            undecided &= ~(digit ^ random);
        }
        return below;
    }

    /** Counts what the log-probability of each lane depends on. */
    private void count() {
        int n = 0;
        for (int i = 0; i < sites.length; i++) {
            long own = sites[i];
            for (int k = tables.start[i]; k < tables.start[i + 1]; k++) {
                int other = tables.neighbours[k];
                if (other > i) {
                    scratch[n++] = own ^ sites[other] ^ tables.signs[k];
                }
            }
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
