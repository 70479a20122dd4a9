package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.bytes.Transcript;

/**
 * Chooses the rate of candidates of a chain. From the 64th sweep on, whenever the number of sweeps has doubled, some
 * sweeps try each rate in turn. Then the chain keeps the rate of least work, or plain sweeps if they need less. A sweep
 * has the same transition probabilities at every rate, so the chain may choose while draws are made.
 *
 * <p>Work is counted, never timed, so that a seed gives the same draws on every machine. A count costs a fixed number
 * of tenths of a nanosecond, fitted once to the times of {@code SweepBenchmark} in lbp-bench with the vector kernel,
 * coloured and in order. {@code -p rate=0.001,0.01,0.04} measures the fixed rates, {@code -p rate=0} the choice. On its
 * nine targets the choice took at most 1.02 times as long as plain sweeps (medians of seven, coloured). On six of them
 * the fixed rates were measured too, and the best of them was no faster than the choice. With the scalar kernel plain
 * sweeps take longer, so the chain skips sites in fewer cases than would pay.
 */
final class SkippingChoice {

    /** The rates that are tried. */
    static final double[] RATES = {0.001, 0.01, 0.04};

    /** Stands for plain sweeps, which skip no site. */
    static final int OFF = -1;

    /** The number of sweeps that try one rate: two cycles of the four sweeps of Metropolis. */
    private static final int TRIED = 8;

    private static final int TRIALS = RATES.length * TRIED;
    /** The number of sweeps before the first trial. */
    private static final int FIRST = 64;

    /** Cost of the search for hot sites, per sweep and word of 64 places. */
    private static final long PER_WORD = 10;

    /** Cost of a flip, by its wrong branch prediction. */
    private static final long PER_FLIP = 500;

    /** Costs of a visit, of a candidate among the visited sites, and of a site found to be hot or cold. */
    private static final long PER_VISIT = 120;

    private static final long PER_CANDIDATE = 110;
    private static final long PER_COMPUTED = 20;

    /** The cost of a site in a plain sweep that updates each colour class at once and without branches. */
    private static final long PER_SITE_IN_CLASS = 67;

    /** The cost of a site, in the unit of all these costs, in a plain sweep that updates one site after the other. */
    private static final long PER_SITE_ALONE = 133;

    /** The cost of a flip in a plain sweep that updates one site after the other. */
    private static final long PER_FLIP_ALONE = 310;

    /** Sweeps skip sites only if that saves this part of a plain sweep's work, in percent: costs are not exact. */
    private static final long LEAST_GAIN = 15;

    private final int sites;
    private final int alone;
    /** The work of the sweeps that tried each rate. */
    private final long[] work = new long[RATES.length];

    /** The number of flips in all trials. */
    private long flips;

    /** The index in {@link #RATES} of the rate that sweeps use between trials, or {@link #OFF} for plain sweeps. */
    private int chosen = OFF;

    /**
     * @param sites the number of sites of a sweep
     * @param alone the number of sites that plain sweeps update one by one
     */
    SkippingChoice(int sites, int alone) {
        this.sites = sites;
        this.alone = alone;
    }

    /**
     * The work of visits.
     *
     * @param visits the number of visited sites
     * @param candidates the number of candidates among them
     * @param computed the number of sites for which hot or cold was computed
     */
    static long work(long visits, long candidates, long computed) {
        return PER_VISIT * visits + PER_CANDIDATE * candidates + PER_COMPUTED * computed;
    }

    /**
     * The index in {@link #RATES} of the rate of the next sweep, or {@link #OFF}.
     *
     * @param sweep the number of sweeps so far
     */
    int next(long sweep) {
        long sinceDoubling = sweep - Long.highestOneBit(sweep);
        if (sweep < FIRST || sinceDoubling > TRIALS) {
            return chosen;
        }
        if (sinceDoubling < TRIALS) {
            return (int) sinceDoubling / TRIED; // TRIED sweeps in a row try each rate
        }
        choose(); // at the first sweep after the trials
        return chosen;
    }

    /** Chooses the rate of least work per sweep, from the trials that have just ended, and forgets them. */
    private void choose() {
        // costs of one sweep; a trial sweep had flips / TRIALS flips on average
        long plain = PER_SITE_ALONE * alone + PER_SITE_IN_CLASS * (sites - alone);
        long plainFlips = PER_FLIP_ALONE * alone / sites * flips / TRIALS;
        long least = (100 - LEAST_GAIN) * (plain + plainFlips) / 100; // skipping sites must save LEAST_GAIN percent
        chosen = OFF;
        for (int k = 0; k < work.length; k++) {
            long skipping = PER_WORD * ((sites + 63) / 64) + PER_FLIP * flips / TRIALS + work[k] / TRIED;
            if (skipping < least) {
                least = skipping;
                chosen = k;
            }
            work[k] = 0;
        }
        flips = 0;
    }

    /**
     * Adds the work and the flips of a sweep, if it was a trial: one of the first sweeps after their number doubled.
     *
     * @param sweep the number of sweeps before it
     */
    void add(long sweep, int rate, long done, int flipped) {
        // highestOneBit() is the last power of two, the number of sweeps when it had last doubled
        if (sweep >= FIRST && sweep - Long.highestOneBit(sweep) < TRIALS) {
            work[rate] += done;
            flips += flipped;
        }
    }

    void transcribe(Transcript transcript) {
        chosen = transcript.of(chosen);
        transcript.of(work, work.length);
        flips = transcript.of(flips);
    }
}
