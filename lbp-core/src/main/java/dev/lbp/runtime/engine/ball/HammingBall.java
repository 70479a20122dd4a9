package dev.lbp.runtime.engine.ball;

/**
 * The states within {@code radius} flips of a centre in a block of {@code block} sites, as a tree. An entry is the
 * number of a state in preorder. Entry 0, the root, is the centre. A child flips one more site, later in the block than
 * all flips of its parent. A walk through the entries in order flips sites along the edges of the tree, and the
 * children of an entry at distance {@code radius - 1} are the next entries, in the order of their sites.
 */
public final class HammingBall {

    /** The largest number of states of a ball. A step scores all of them. */
    static final int MOST_STATES = 1 << 20;

    final int radius;
    final int block;

    /** The parent of each entry, which is the state without its last flip; 0 for the root. */
    final int[] parent;

    /** The index in the block of the site that each entry flips last; -1 for the root. */
    final int[] place;

    /** The number of flips of each entry: its distance from the centre. */
    final byte[] flips;

    private int count = 1;

    /**
     * @param radius in [1, block]
     * @param block a number of sites such that {@link #states} is at most {@link #MOST_STATES}
     */
    HammingBall(int radius, int block) {
        this.radius = radius;
        this.block = block;
        int states = (int) states(radius, block);
        this.parent = new int[states];
        this.place = new int[states];
        this.flips = new byte[states]; // 2^radius is at most the number of states, so a radius is at most 20
        place[0] = -1; // so the children of the root flip any site of the block, from index 0 on
        grow(0);
    }

    /** Adds all descendants of an entry. */
    private void grow(int entry) {
        if (flips[entry] == radius) {
            return;
        }
        for (int at = place[entry] + 1; at < block; at++) {
            int child = count++;
            parent[child] = entry;
            place[child] = at;
            flips[child] = (byte) (flips[entry] + 1);
            grow(child);
        }
    }

    /** The number of states, {@code sum_j C(block, j)} for j from 0 to the radius; rounded if it is above 2^53. */
    public static double states(int radius, int block) {
        double states = 1.0;
        double ofDistance = 1.0;
        for (int j = 1; j <= Math.min(radius, block) && states < Double.MAX_VALUE; j++) {
            ofDistance = ofDistance * (block - j + 1) / j;
            states += ofDistance;
        }
        return states;
    }

    int size() {
        return parent.length;
    }

    /** Whether the ball has all states of the block, whatever its centre. */
    boolean coversBlock() {
        return radius == block;
    }

    /**
     * The number of children of an entry that is not at the edge of the ball: each flips one more site, behind the last
     * one that the entry flips.
     */
    int children(int entry) {
        return block - 1 - place[entry];
    }
}
