package dev.lbp.runtime.tempering;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;

/**
 * Follows the contents of the slots 0 .. K of one ladder, and counts how often they cross the ladder. If states move as
 * a whole, a state is one unit; if parts of states move, each site is a unit.
 *
 * <p>A unit restarts when it arrives at slot K and has been in slot 0 since its last visit to slot K. It completes a
 * round trip when it then arrives at slot 0 again. So restarts exceed round trips by the units on their way back. A
 * unit that starts in slot 0 has been there. The counts of a ladder are low quantiles over its units: only {@value
 * #LOW_SHARE} of the units have lower counts.
 *
 * <p>Source: the index process of Syed et al. 2022, <a href="https://arxiv.org/abs/1905.02939">arXiv:1905.02939</a>.
 */
public final class RoundTrips {

    /** The share of units that may have lower counts than a ladder's count. */
    private static final double LOW_SHARE = 0.05;

    /** The unit visited slot 0 later than slot K. */
    private static final byte FROM_REFERENCE = 1;

    /** The unit visited slot 0, and later slot K. */
    private static final byte FROM_TARGET = 2;

    /** For each unit of each slot FROM_REFERENCE or FROM_TARGET; 0 if it has not visited slot 0 since the start. */
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
     * contents agree move with the majority of the sites where they differ.
     *
     * @param sites the sites where the contents differ are its first {@code differ} entries
     * @param moved the number of exchanged sites, which come first in {@code sites}
     */
    public static void exchange(
            RoundTrips one, int slot, RoundTrips other, int otherSlot, int[] sites, int differ, int moved) {
        boolean movesMajority = 2 * moved > differ;
        if (movesMajority) {
            byte[] row = one.labels[slot];
            one.labels[slot] = other.labels[otherSlot];
            other.labels[otherSlot] = row;
        }
        // what is left: exchanges the minority of the sites, or takes it back after the rows were swapped as a whole
        byte[] oneLabels = one.labels[slot];
        byte[] otherLabels = other.labels[otherSlot];
        for (int k = movesMajority ? moved : 0; k < (movesMajority ? differ : moved); k++) {
            byte label = oneLabels[sites[k]];
            oneLabels[sites[k]] = otherLabels[sites[k]];
            otherLabels[sites[k]] = label;
        }
    }

    /** Must be called after the exchanges of each scan: counts and labels the units that are at slots 0 and K. */
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

    /** How often units came to slot K from slot 0: a low quantile over units. */
    public long restarts() {
        return lowQuantile(restarts);
    }

    /** How often units came from slot 0 to slot K and back to slot 0: a low quantile over units. */
    public long roundTrips() {
        return lowQuantile(roundTrips);
    }

    /** The largest count such that at most a share of {@value #LOW_SHARE} of the units have less. */
    private static long lowQuantile(long[] counts) {
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
