package dev.lbp.runtime.engine.words;

import dev.lbp.internal.kernel.LaneCounts;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.StopSignal;
import java.util.ArrayList;
import java.util.List;

/**
 * Up to 64 chains of one model in the bits of words, the lanes: bit l of word i is site i of lane l. A sweep updates a
 * site of all lanes at once (multi-spin coding: Jacobs and Rebbi 1981), see {@link BlockDecisions}. The log-probability
 * of a lane is a function of a few counts, see {@link PairTables}.
 *
 * <p>The draws of a lane do not depend on other lanes. The sites and the number of the sweep are all the state of a
 * word.
 *
 * <p>Memory: two words per site and one per pair.
 */
final class Word {

    private final PairTables tables;
    private final BlockDecisions decisions;

    /** The constant in log pi, see {@link PairTables}. */
    private final double constant;

    /** The state where the word's stream of random numbers begins, see {@link BlockDecisions}. */
    private final long key;

    private final List<LaneChain> chains = new ArrayList<>();

    /** The lanes in use: bit l is 1 if a chain has lane l. */
    private long active;

    /** The word of each site: bit l is the value of the site in lane l. */
    final long[] sites;

    /** For each site, the lanes where it has flipped in the last sweep. */
    private final long[] flips;

    private final LaneCounts counts = new LaneCounts();
    /** Temporary words: the lanes where each pair is unsatisfied, or each site is against its field. */
    private final long[] lanes;

    /** For each lane, the number of sites that flipped in the last sweep. */
    private final int[] flipped = new int[LaneCounts.LANES];

    /** For each lane, u: the number of pairs of sites that are unsatisfied. */
    private final int[] unsatisfied = new int[LaneCounts.LANES];

    /** For each size k of fields and each lane, v_k: the number of sites with such a field that are against it. */
    private final int[][] against;

    /**
     * Makes a word whose lanes have all sites 0.
     *
     * @param constant the constant in log pi, see {@link PairTables}
     * @param seed the seed of the random words of the run
     * @param number the number of the word in the run
     */
    Word(PairTables tables, double constant, long seed, int number) {
        this(tables, new BlockDecisions(tables), constant, seed, number);
    }

    /** A word whose flips {@code decisions} draws. */
    Word(PairTables tables, BlockDecisions decisions, double constant, long seed, int number) {
        this.tables = tables;
        this.decisions = decisions;
        this.constant = constant;
        this.key = BlockDecisions.key(seed, number);
        this.sites = new long[tables.sites()];
        this.flips = new long[sites.length];
        this.against = new int[tables.fields.length][LaneCounts.LANES];
        this.lanes = new long[Math.max(sites.length, tables.firsts.length)];
        countTerms();
    }

    /** Adds a chain in its lane. */
    void add(LaneChain chain) {
        chains.add(chain);
        active |= 1L << chain.lane();
    }

    /** Copies the states of the chains into their lanes, and computes the log-probabilities of the chains. */
    void pack() {
        for (LaneChain chain : chains) {
            int lane = chain.lane();
            for (int i = 0; i < sites.length; i++) {
                sites[i] = sites[i] & ~(1L << lane) | (long) chain.state[i] << lane;
            }
        }
        countTerms();
        chains.forEach(chain -> chain.logProb = logProb(chain.lane()));
    }

    /** Writes the state of a lane, and the sites that flipped in the last sweep, into arrays. */
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
                countTerms();
                for (LaneChain chain : chains) {
                    chain.endSweep(flipped[chain.lane()], logProb(chain.lane()));
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
     * @param number the number of sweeps so far
     */
    void sweep(long number) {
        int rule = (int) (number % tables.rules.size());
        long begin = BlockDecisions.place(key, number * sites.length);
        for (SiteBlock block : tables.blocks) {
            long[] flipping = decisions.drawFlips(block, block.rules()[rule], sites, begin, active);
            for (int j = 0; j < block.sites().length; j++) {
                int site = block.sites()[j];
                flips[site] = flipping[j];
                sites[site] ^= flipping[j];
            }
        }
    }

    /** Counts for each lane the unsatisfied pairs, u, and for each size of field the sites against their field, v_k. */
    void countTerms() {
        int n = tables.firsts.length;
        for (int k = 0; k < n; k++) {
            lanes[k] = sites[tables.firsts[k]] ^ sites[tables.seconds[k]] ^ tables.pairSigns[k];
        }
        counts.addAll(lanes, n);
        counts.take(unsatisfied);
        for (int k = 0; k < against.length; k++) {
            int[] pulled = tables.pulled[k];
            for (int j = 0; j < pulled.length; j++) {
                lanes[j] = sites[pulled[j]] ^ tables.wanted[pulled[j]];
            }
            counts.addAll(lanes, pulled.length);
            counts.take(against[k]);
        }
    }

    /** The log-probability of a lane at the last {@link #countTerms}. */
    double logProb(int lane) {
        double logProb = constant - tables.coupling * unsatisfied[lane];
        for (int k = 0; k < against.length; k++) {
            logProb -= tables.fields[k] * against[k][lane];
        }
        return logProb;
    }
}
