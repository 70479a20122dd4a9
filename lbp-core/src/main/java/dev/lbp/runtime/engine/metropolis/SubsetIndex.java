package dev.lbp.runtime.engine.metropolis;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.start.BitStart;
import java.util.Arrays;

/**
 * Assigns the free sites of one chain to slots, the indices of two tables: one of the ones, one of the zeros. Positions
 * number the slots of both tables: first the slots of the ones, then of the zeros.
 *
 * <p>With a spare slot there is one slot more than free sites, and so one vacant slot: among the zeros if the state has
 * the fixed number of ones, among the ones if it has one less. A site that flips moves into the vacant slot; a second
 * flip of the site undoes the first.
 */
public final class SubsetIndex {

    private static final int VACANT = -1;

    /** The state of the chain between steps. */
    private final byte[] state;

    private final boolean[] frozen;

    /** The number of slots of the ones. */
    private final int ones;

    /** The number of free sites. */
    private final int count;

    /** The site of each position, or {@link #VACANT}. */
    private final int[] sites;

    /** The position of each free site. */
    private final int[] positions;

    /** The vacant position; the number of positions if there is no spare slot. */
    private int vacant;

    /**
     * @param state the chain's state, with a free one and a free zero; not copied
     * @param spare whether there is a spare slot
     */
    public SubsetIndex(byte[] state, BitStart start, boolean spare) {
        this.state = state;
        this.frozen = start.frozenMask();
        this.count = start.freeCount();
        this.sites = new int[count + (spare ? 1 : 0)];
        this.positions = new int[state.length];
        this.ones = assign(); // fills sites and positions
    }

    /**
     * Assigns the free sites, in ascending order, to slots by their values in the chain's state. Returns the number of
     * ones.
     */
    int assign() {
        Arrays.fill(sites, VACANT);
        int onesFound = assignSites((byte) 1, 0);
        vacant = assignSites((byte) 0, onesFound); // the spare slot, if there is one, follows the last zero
        return onesFound;
    }

    /** Assigns the free sites of one value, ascending, to positions from {@code from} on. Returns the next position. */
    private int assignSites(byte value, int from) {
        int position = from;
        for (int i = 0; i < state.length; i++) {
            if (!frozen[i] && state[i] == value) {
                place(position++, i);
            }
        }
        return position;
    }

    private void place(int position, int site) {
        sites[position] = site;
        positions[site] = position;
    }

    /** The number N of all sites, free or frozen. */
    int dimension() {
        return state.length;
    }

    /** The number of slots of the ones. */
    int ones() {
        return ones;
    }

    /** The number of slots of the zeros. */
    int zeros() {
        return sites.length - ones;
    }

    /** The site of a slot of the ones. */
    public int one(int slot) {
        return sites[slot];
    }

    /** The site of a slot of the zeros. */
    public int zero(int slot) {
        return sites[ones + slot];
    }

    /** The slot of a free site if it is in the table of the ones; -1 - slot if it is in the table of the zeros. */
    public int slot(int site) {
        int position = positions[site];
        int isZero = (ones - 1 - position) >> 31; // all bits 1 if the site is a zero, else 0; without a branch
        return (position & ~isZero) | (ones - 1 - position) & isZero;
    }

    /** The number of free sites. */
    int count() {
        return count;
    }

    /** Copies the free sites in the order of their positions, and returns their number. */
    int copySites(int[] to) {
        int copied = 0;
        for (int site : sites) {
            if (site != VACANT) {
                to[copied++] = site;
            }
        }
        return copied;
    }

    /** Exchanges a one and a zero. A second call with the same slots undoes the first. */
    void exchange(int oneSlot, int zeroSlot) {
        int site = one(oneSlot);
        place(oneSlot, zero(zeroSlot));
        place(ones + zeroSlot, site);
    }

    /** Moves a site that flips into the vacant slot. A second call with the same site undoes the first. */
    public void flip(int site) {
        int from = positions[site];
        place(vacant, site);
        sites[from] = VACANT;
        vacant = from;
    }

    /** Writes or reads the positions of the sites. */
    public void transcribe(Transcript transcript) {
        transcript.of(sites, sites.length);
        vacant = sites.length; // an index that no site has, if there is no spare slot
        for (int k = 0; k < sites.length; k++) {
            if (sites[k] == VACANT) {
                vacant = k;
            } else {
                positions[sites[k]] = k;
            }
        }
    }
}
