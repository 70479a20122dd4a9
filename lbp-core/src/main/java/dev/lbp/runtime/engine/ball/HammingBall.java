package dev.lbp.runtime.engine.ball;

/**
 * The states within {@code radius} flips of a centre in a block of {@code block} sites, as a tree: the root is the
 * centre, and a child flips one more site, of a later place in the block than those before it. The entries are in
 * preorder. So a walk in their order goes from one state to the next by flips along the tree, and the children of a
 * state that is one flip inside the edge of the ball follow it in the order of their places.
 */
public final class HammingBall {

    /** Most states of a ball. A step scores all of them. */
    static final int MOST_STATES = 1 << 20;

    final int radius;
    final int block;

    /** The entry one flip before; 0 at the root. */
    final int[] parent;

    /** The place in the block of the last flip; -1 at the root. */
    final int[] place;

    /** The number of flips. */
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
        place[0] = -1;
        grow(0);
    }

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

    /** Whether the ball is all states of the block, whatever its centre. */
    boolean isWhole() {
        return radius == block;
    }

    /** The number of children of an entry, if its radius leaves room for them. */
    int children(int entry) {
        return block - 1 - place[entry];
    }
}
