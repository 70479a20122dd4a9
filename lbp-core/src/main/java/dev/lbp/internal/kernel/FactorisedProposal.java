package dev.lbp.internal.kernel;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * A proposal that flips each site i independently, with a probability p_i that depends on the weight of the site and on
 * the time step tau, which is the scale. A set F of flips has probability {@code prod_{i in F} p_i prod_{i not in F} (1
 * - p_i)}; the reverse move flips the same set with the probabilities of the proposed state. A step costs O(N) in any
 * engine.
 *
 * <p>F may be empty, and it may be any set if the weights are positive, so every time step is irreducible.
 */
public abstract class FactorisedProposal implements Proposal {

    private static final long serialVersionUID = 1L;

    /** The least time step. */
    public static final double LEAST = 1e-6;

    /** The largest time step that a user may fix. */
    public static final double LARGEST = 1e6;

    /** The time step at the start of warm-up. Each of the first steps then changes it by a factor of up to e. */
    private static final double START = 0.5;

    private final ScaleRange range;

    /**
     * @param largest the largest time step that a controller may choose
     */
    FactorisedProposal(double largest) {
        this.range = new ScaleRange(LEAST, START, largest, /* whole= */ false);
    }

    /**
     * Computes the probabilities of all sites. They must be functions of weight and time step alone. A site of weight 0
     * never flips; any other site has a positive probability to flip.
     *
     * @param weights the weights of all sites
     * @param timeStep tau, in [{@link #LEAST}, {@link #LARGEST}]
     * @param flip receives p_i
     * @param stay receives 1 - p_i
     */
    abstract void probabilities(double[] weights, double timeStep, double[] flip, double[] stay);

    @Override
    public final boolean absolute() {
        return true;
    }

    @Override
    public final ScaleRange scales(int freeSites) {
        return range;
    }

    @Override
    public final String scaleName() {
        return "time step tau";
    }

    @Override
    public final String changesOnes() {
        return "it flips each site independently";
    }

    /**
     * {@inheritDoc} A factorised proposal adds the probabilities to flip and to stay, for the present and for the
     * proposed state: four numbers.
     */
    @Override
    public final int bytesPerSite() {
        return Proposal.super.bytesPerSite() + 4 * Double.BYTES;
    }

    /** Draws for every site whether it flips; the path lists the sites that do. */
    @Override
    public final int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
        double[] flip = table.probabilities(this, scale).flip;
        int drawn = 0;
        for (int i = 0; i < flip.length; i++) { // without a branch, which would be mispredicted
            path[drawn] = i;
            drawn += rng.nextDouble() < flip[i] ? 1 : 0;
        }
        return drawn;
    }

    @Override
    public final double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
        return table.probabilities(this, scale).logOf(path, length, table.product());
    }
}
