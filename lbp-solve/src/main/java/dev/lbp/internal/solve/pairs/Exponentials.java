package dev.lbp.internal.solve.pairs;

/**
 * Random numbers {@code -log(r)} with r uniform, each from 16 random bits. A step with an acceptance probability below
 * 2^-17 is never accepted. A search can do without such steps; a sampler cannot.
 *
 * <p>One number in 16 is just below 0, so that it accepts only gains. If steps of gain 0 were always accepted, a sweep
 * would move all domain walls of a ring by one site in the same direction, and the walls would never meet.
 */
final class Exponentials {

    /** Random bits per number. */
    static final int BITS = 16;

    /** The exponential numbers that the bits of one random {@code long} give. */
    static final int IN_A_LONG = Long.SIZE / BITS;

    private static final int GAINS_ONLY_PERIOD = 16;

    /** The number that accepts only gains: a step of gain 0 is refused, and one of a gain of almost 0. */
    private static final float BELOW_ZERO = -1e-3f;

    private static final float[] TABLE = new float[1 << BITS];

    static {
        for (int k = 0; k < TABLE.length; k++) {
            TABLE[k] = k % GAINS_ONLY_PERIOD == 0 ? BELOW_ZERO : (float) -Math.log((k + 0.5) / TABLE.length);
        }
    }

    private Exponentials() {}

    /** The random number that the lowest {@value #BITS} bits select. */
    static float at(long bits) {
        return TABLE[(int) bits & TABLE.length - 1];
    }
}
