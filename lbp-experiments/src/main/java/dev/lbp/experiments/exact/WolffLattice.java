package dev.lbp.experiments.exact;

import dev.lbp.internal.Check;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Draws of the Ising model on a periodic square lattice without a field, {@code log pi(s) = J sum_{i~j} s_i s_j}, by
 * the clusters of Wolff (1989, doi:10.1103/PhysRevLett.62.361). A cluster grows from a random site: each equal
 * neighbour joins with probability {@code 1 - exp(-2J)} per bond. Then all its sites are flipped. No step is rejected,
 * and chains change modes at any J.
 */
public final class WolffLattice {

    /** Clusters of warm-up, from a random state. */
    private static final int WARM_UP = 2_000;

    private final int side;
    /** The probability that an equal neighbour joins a cluster. */
    private final double bond;

    private final byte[] state;
    private final int[] stack;
    private final UniformRandomProvider random;
    /** The number of clusters between two draws. */
    private final int apart;

    /**
     * Begins a chain and warms it up.
     *
     * @param side at least 3
     * @param coupling J, positive
     */
    public WolffLattice(int side, double coupling, long seed) {
        this.side = Check.atLeast(3, "side", side);
        Check.that(coupling > 0.0, "be > 0", "coupling", coupling);
        this.bond = -Math.expm1(-2.0 * coupling);
        this.state = new byte[side * side];
        this.stack = new int[state.length];
        this.random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) random.nextInt(2);
        }
        long flipped = 0;
        for (int k = 0; k < WARM_UP; k++) {
            int size = flipCluster();
            flipped += 2 * k >= WARM_UP ? size : 0; // the second half of warm-up gives the mean size of a cluster
        }
        // clusters that flip each site twice on average, by their mean size flipped / (WARM_UP / 2)
        this.apart = (int) Math.ceil(2.0 * state.length * (WARM_UP / 2.0) / flipped);
    }

    /** Draws states. Between draws, clusters of 2N sites in total on average are flipped. */
    public byte[][] draws(int count) {
        byte[][] draws = new byte[count][];
        for (int k = 0; k < count; k++) {
            for (int c = 0; c < apart; c++) {
                flipCluster();
            }
            draws[k] = state.clone();
        }
        return draws;
    }

    /** Flips a cluster and returns its size. A site is flipped when it joins, so that it joins once. */
    private int flipCluster() {
        int seed = random.nextInt(state.length);
        byte spin = state[seed];
        state[seed] = (byte) (1 - spin);
        stack[0] = seed;
        int waiting = 1; // the sites on the stack, whose neighbours have not yet had their chance to join
        int size = 1;
        int[] neighbours = new int[4];
        while (waiting > 0) {
            int site = stack[--waiting];
            int row = site / side;
            int column = site % side;
            neighbours[0] = (row + 1) % side * side + column;
            neighbours[1] = (row + side - 1) % side * side + column;
            neighbours[2] = row * side + (column + 1) % side;
            neighbours[3] = row * side + (column + side - 1) % side;
            for (int neighbour : neighbours) {
                if (state[neighbour] == spin && random.nextDouble() < bond) {
                    state[neighbour] = (byte) (1 - spin);
                    stack[waiting++] = neighbour;
                    size++;
                }
            }
        }
        return size;
    }
}
