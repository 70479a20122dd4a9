package dev.lbp.internal.solve.walk;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ArraySampler;

/**
 * The sites of all groups in one array, group by group; in each group the sites of value 1 stand before those of value
 * 0. A slot is an index of this array. {@link #exchange} moves a one to the site of a zero of its group. Sites outside
 * all groups are free.
 */
public final class Slots {

    /** The free sites. */
    final int[] free;

    /** The site in each slot. */
    final int[] site;
    /** For each site of value 1 whose group also has a 0, so that the 1 can move: its slot. */
    final int[] one;

    /** For each 1 in {@link #one}: the first slot of the zeros of its group. */
    final int[] from;
    /** For each 1 in {@link #one}: the slot after the last zero of its group. */
    final int[] to;
    /** The sites of all groups in the caller's order. */
    private final int[] members;

    /** The value, 1 or 0, of the site in each slot. */
    private final byte[] bit;
    /** For each group: the slot after its last site. */
    private final int[] ends;

    /** No groups: all sites are free. */
    Slots(int sites) {
        this(sites, 0);
    }

    /**
     * Slots of disjoint groups.
     *
     * @param ones the number of ones in each group, at most its number of sites
     * @param groups the sites of each group; no site is in two groups
     */
    public Slots(int sites, int ones, int[]... groups) {
        int count = Arrays.stream(groups).mapToInt(group -> group.length).sum();
        // a site of value 1 can move only if its group has a site of value 0
        int movable = Arrays.stream(groups)
                .mapToInt(group -> group.length > ones ? ones : 0)
                .sum();
        this.site = new int[count];
        this.bit = new byte[count];
        this.ends = new int[groups.length];
        this.one = new int[movable];
        this.from = new int[movable];
        this.to = new int[movable];
        boolean[] grouped = new boolean[sites];
        int start = 0;
        int next = 0;
        for (int g = 0; g < groups.length; g++) {
            int firstZero = start + ones; // the first sites of a group get its ones
            int end = start + groups[g].length;
            System.arraycopy(groups[g], 0, site, start, groups[g].length);
            for (int slot = start; slot < end; slot++) {
                grouped[site[slot]] = true;
                bit[slot] = (byte) (slot < firstZero ? 1 : 0);
                if (slot < firstZero && firstZero < end) {
                    one[next] = slot;
                    from[next] = firstZero;
                    to[next++] = end;
                }
            }
            ends[g] = end;
            start = end;
        }
        this.free = IntStream.range(0, sites).filter(i -> !grouped[i]).toArray();
        this.members = site.clone();
    }

    /**
     * Shuffles the sites of each group, starting from the caller's order so that the result depends on {@code random}
     * alone, and sets the bits of these sites in a state.
     */
    void shuffle(byte[] state, UniformRandomProvider random) {
        System.arraycopy(members, 0, site, 0, site.length);
        int start = 0;
        for (int end : ends) {
            ArraySampler.shuffle(random, site, start, end);
            start = end;
        }
        for (int slot = 0; slot < site.length; slot++) {
            state[site[slot]] = bit[slot];
        }
    }

    /** Exchanges the sites of a one and a zero of the same group. */
    void exchange(int oneSlot, int zeroSlot) {
        int moved = site[oneSlot];
        site[oneSlot] = site[zeroSlot];
        site[zeroSlot] = moved;
    }
}
