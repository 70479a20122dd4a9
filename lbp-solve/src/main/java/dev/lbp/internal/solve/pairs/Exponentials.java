package dev.lbp.internal.solve.pairs;

/**
 * Random numbers {@code -log(r)} with r uniform, from 16 bits each: a change of probability less than 2^-17 is never
 * accepted, which suits a search and would not suit a sampler.
 *
 * <p>One number in 16 is just below 0 and accepts gains alone. If steps that gain nothing were always accepted, a sweep
 * would move all walls between the domains of a ring by one site in the same direction, and they would never meet.
 */
final class Exponentials {

    /** Random bits of a number. */
    static final int BITS = 16;

    /** Numbers from one {@code long}. */
    static final int IN_A_LONG = Long.SIZE / BITS;

    private static final int GAINS_ALONE = 16;

    /** Below 0, and small against the steps of a threshold. */
    private static final float BELOW_ZERO = -1e-3f;

    private static final float[] TABLE = new float[1 << BITS];

    static {
        for (int k = 0; k < TABLE.length; k++) {
            TABLE[k] = k % GAINS_ALONE == 0 ? BELOW_ZERO : (float) -Math.log((k + 0.5) / TABLE.length);
        }
    }

    private Exponentials() {}

    /** The number of the lowest {@value #BITS} bits. */
    static float at(long bits) {
        return TABLE[(int) bits & TABLE.length - 1];
    }
}
