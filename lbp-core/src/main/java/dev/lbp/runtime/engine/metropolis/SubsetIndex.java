package dev.lbp.runtime.engine.metropolis;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.start.BitStart;
import java.util.Arrays;

/**
 * The slots of the free sites of one chain in two tables, that of the ones and that of the zeros. Positions number the
 * slots of both tables, those of the ones first.
 *
 * <p>With a spare slot there is one slot more than sites, and one slot is vacant: a slot of the zeros while the state
 * has the fixed number of ones, a slot of the ones while it has one 1 fewer. So the site that flips always moves into
 * the vacant slot, and the same flip again takes it back.
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

    /** The vacant position; no position if there is no spare slot. */
    private int vacant;

    /**
     * @param state a state with a free one and a free zero; {@link #assign} reads it again
     * @param spare whether there is a spare slot
     */
    public SubsetIndex(byte[] state, BitStart start, boolean spare) {
        this.state = state;
        this.frozen = start.frozenMask();
        this.count = start.freeCount();
        this.sites = new int[count + (spare ? 1 : 0)];
        this.positions = new int[state.length];
        this.ones = assign();
    }

    /**
     * Assigns the free sites to slots by the state of the chain, in ascending order. Returns the number of free ones.
     */
    int assign() {
        Arrays.fill(sites, VACANT);
        int found = assign((byte) 1, 0);
        vacant = assign((byte) 0, found);
        return found;
    }

    private int assign(byte value, int from) {
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

    /** The number N of sites, with those that are not free. */
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

    /** The slot of a free site in the table of the ones; negative in the table of the zeros: -1 - slot. */
    public int slot(int site) {
        int position = positions[site];
        int isZero = (ones - 1 - position) >> 31; // all ones or all zeros, without a branch
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

    /** Exchanges a one and a zero. The sites of the same two slots, exchanged again, take it back. */
    void exchange(int oneSlot, int zeroSlot) {
        int site = one(oneSlot);
        place(oneSlot, zero(zeroSlot));
        place(ones + zeroSlot, site);
    }

    /** Moves a site that flips into the vacant slot. The last call, repeated, is taken back. */
    public void flip(int site) {
        int from = positions[site];
        place(vacant, site);
        sites[from] = VACANT;
        vacant = from;
    }

    /** Writes or reads the positions of the sites. */
    public void transcribe(Transcript transcript) {
        transcript.of(sites, sites.length);
        vacant = sites.length;
        for (int k = 0; k < sites.length; k++) {
            if (sites[k] == VACANT) {
                vacant = k;
            } else {
                positions[sites[k]] = k;
            }
        }
    }
}
