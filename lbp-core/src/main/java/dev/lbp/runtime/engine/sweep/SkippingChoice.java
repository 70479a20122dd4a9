package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.bytes.Transcript;

/**
 * The choice of the rate of candidates of a chain. From the 64th sweep on, whenever the number of sweeps has doubled,
 * some sweeps try each rate in turn. Then the one of least work is kept, or plain sweeps. The law of a sweep is the
 * same for every rate, so the choice may go on while draws are made.
 *
 * <p>Work is counted, never timed, so that a seed gives the same draws on every machine. A count costs a fixed number
 * of tenths of a nanosecond, fitted once to the times of {@code SweepBenchmark} in lbp-bench with the vector kernel,
 * coloured and in order. {@code -p rate=0.001,0.01,0.04} measures the fixed rates, {@code -p rate=0} the choice. On its
 * nine targets the choice took at most 1.02 times as long as plain sweeps (medians of seven, coloured). On six of them
 * the fixed rates were measured too, and the best of them was no faster than the choice. With the scalar kernel plain
 * sweeps take longer, so the choice turns to skipping later than it could.
 */
final class SkippingChoice {

    /** The rates that are tried. */
    static final double[] RATES = {0.001, 0.01, 0.04};

    /** Plain sweeps. */
    static final int OFF = -1;

    /** The number of sweeps that try one rate: two cycles of the four sweeps of Metropolis. */
    private static final int TRIED = 8;

    private static final int TRIALS = RATES.length * TRIED;
    private static final int FIRST = 64;

    /** The search for hot sites, per sweep and word of 64 places. */
    private static final long PER_WORD = 10;

    /** What a flip costs beside the flip itself: the processor cannot predict it. */
    private static final long PER_FLIP = 500;

    private static final long PER_VISIT = 120;
    private static final long PER_CANDIDATE = 110;
    private static final long PER_COMPUTED = 20;

    /** A site of a plain sweep, in a class that is updated at once, whose flips are not waited for; and alone. */
    private static final long PER_SITE_IN_CLASS = 67;

    private static final long PER_SITE_ALONE = 133;
    private static final long PER_FLIP_ALONE = 310;

    /** The least gain for which sweeps skip sites, in percent of the work of a plain sweep: costs are not exact. */
    private static final long LEAST_GAIN = 15;

    private final int sites;
    private final int alone;
    private final long[] work = new long[RATES.length];

    /** The flips of all trials. */
    private long flips;

    private int chosen = OFF;

    /**
     * @param sites the sites of a sweep
     * @param alone those that plain sweeps update one by one
     */
    SkippingChoice(int sites, int alone) {
        this.sites = sites;
        this.alone = alone;
    }

    /** The work of the visits of sweeps: visited sites, candidates among them, and sites whose bits were computed. */
    static long work(long visits, long candidates, long computed) {
        return PER_VISIT * visits + PER_CANDIDATE * candidates + PER_COMPUTED * computed;
    }

    /**
     * The place of the rate of a sweep in {@link #RATES}, or {@link #OFF}.
     *
     * @param sweep the number of sweeps before it
     */
    int next(long sweep) {
        long after = sweep - Long.highestOneBit(sweep);
        if (sweep < FIRST || after > TRIALS) {
            return chosen;
        }
        if (after < TRIALS) {
            return (int) after / TRIED;
        }
        choose();
        return chosen;
    }

    private void choose() {
        long plain = PER_SITE_ALONE * alone + PER_SITE_IN_CLASS * (sites - alone);
        long plainFlips = PER_FLIP_ALONE * alone / sites * flips / TRIALS;
        long least = (100 - LEAST_GAIN) * (plain + plainFlips) / 100;
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

    /** Adds the work and the flips of a sweep, if it was a trial. */
    void add(long sweep, int rate, long done, int flipped) {
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
