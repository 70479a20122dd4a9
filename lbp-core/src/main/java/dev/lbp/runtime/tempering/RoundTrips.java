package dev.lbp.runtime.tempering;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;

/**
 * Follows what the slots 0 .. K of one ladder hold, and counts how often it crosses the ladder. A state that moves as a
 * whole is one unit; where parts of states move, each site is a unit, followed by itself.
 *
 * <p>A restart of a unit is its coming to slot K from slot 0: it was in slot 0 since its last visit to slot K. A round
 * trip is its coming to slot 0 after a restart: from slot 0 to slot K and back. So restarts exceed round trips by what
 * is on the way back. What is in slot 0 at the start counts as one that was there. The counts of a ladder are those of
 * a unit that crosses it seldom: only {@value #LOW_SHARE} of the units cross it less often.
 *
 * <p>Source: the index process of Syed et al. 2022, <a href="https://arxiv.org/abs/1905.02939">arXiv:1905.02939</a>.
 */
public final class RoundTrips {

    private static final double LOW_SHARE = 0.05;

    /** The unit was in slot 0, last of the two ends. */
    private static final byte FROM_REFERENCE = 1;

    /** The unit was in slot 0, and then, last of the two ends, in slot K. */
    private static final byte FROM_TARGET = 2;

    /** One of the two above for each unit of each slot; 0 if it was in neither end since the start, or in K alone. */
    private final byte[][] labels;

    private final long[] restarts;
    private final long[] roundTrips;

    /**
     * @param slots K + 1, at least 2
     * @param units 1 if states move as a whole, else the number of sites
     */
    public RoundTrips(int slots, int units) {
        labels = new byte[Check.atLeast(2, "slots", slots)][units];
        restarts = new long[units];
        roundTrips = new long[units];
        Arrays.fill(labels[0], FROM_REFERENCE);
    }

    /** Must be called when the contents of the slots {@code pair} and {@code pair + 1} were exchanged. */
    public void exchange(int pair) {
        byte[] hotter = labels[pair];
        labels[pair] = labels[pair + 1];
        labels[pair + 1] = hotter;
    }

    /**
     * Must be called when parts of the contents of two slots, of one ladder or of two, were exchanged. Sites where the
     * contents agree go with the majority of those where they differ.
     *
     * @param sites where the contents differ, in the first {@code differ} places
     * @param from the first place of those that were exchanged
     * @param to the end of their places
     */
    public static void exchange(
            RoundTrips one, int slot, RoundTrips other, int otherSlot, int[] sites, int differ, int from, int to) {
        boolean most = 2 * (to - from) > differ;
        if (most) {
            byte[] row = one.labels[slot];
            one.labels[slot] = other.labels[otherSlot];
            other.labels[otherSlot] = row;
        }
        byte[] here = one.labels[slot];
        byte[] there = other.labels[otherSlot];
        for (int k = 0; k < differ; k++) {
            if (most != (from <= k && k < to)) {
                byte label = here[sites[k]];
                here[sites[k]] = there[sites[k]];
                there[sites[k]] = label;
            }
        }
    }

    /** Must be called after the exchanges of each scan. */
    public void scanned() {
        byte[] hottest = labels[0];
        byte[] coldest = labels[labels.length - 1];
        for (int i = 0; i < restarts.length; i++) {
            roundTrips[i] += hottest[i] == FROM_TARGET ? 1 : 0;
            hottest[i] = FROM_REFERENCE;
            if (coldest[i] == FROM_REFERENCE) {
                coldest[i] = FROM_TARGET;
                restarts[i]++;
            }
        }
    }

    /** The number of times that a unit came to slot K from slot 0. */
    public long restarts() {
        return low(restarts);
    }

    /** The number of times that a unit came from slot 0 to slot K and back to slot 0. */
    public long roundTrips() {
        return low(roundTrips);
    }

    private static long low(long[] counts) {
        long[] sorted = counts.clone();
        Arrays.sort(sorted);
        return sorted[(int) (LOW_SHARE * sorted.length)];
    }

    /** Writes or reads the labels and the counts. A reader must have the same number of slots. */
    public void transcribe(Transcript transcript) {
        for (byte[] slot : labels) {
            transcript.of(slot, slot.length);
        }
        transcript.of(restarts, restarts.length);
        transcript.of(roundTrips, roundTrips.length);
    }
}
