package dev.lbp.learn;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;

/**
 * Samples of {@link ImplicitMh}, with what tells how diverse they are. Experimental: names may change until 1.0.
 */
public final class CorrectedSamples {

    private final byte[][] states;
    private final double acceptanceRate;
    private final int moved;
    private final DensityRatio ratio;

    /** Takes the states. */
    CorrectedSamples(byte[][] states, double acceptanceRate, int moved, DensityRatio ratio) {
        this.states = states;
        this.acceptanceRate = acceptanceRate;
        this.moved = moved;
        this.ratio = ratio;
    }

    /** The samples, [count][N] of zeros and ones; copies. */
    public byte[][] states() {
        return Arrays.stream(states).map(byte[]::clone).toArray(byte[][]::new);
    }

    /**
     * The share of accepted proposals over all chains, in [0, 1]. It falls with the number of proposals: the first
     * proposal of a chain that begins at a draw of q is accepted with probability 1/2 or more, whatever q is.
     */
    public double acceptanceRate() {
        return acceptanceRate;
    }

    /** The number of different states among the samples. */
    public int distinct() {
        return (int) Arrays.stream(states).map(ByteBuffer::wrap).distinct().count();
    }

    /** The number of chains that accepted a proposal. Each other sample is the start of its chain. */
    public int moved() {
        return moved;
    }

    /**
     * Some lines of text that end with the verdict of {@link DensityRatio#summary}, for the smaller of the acceptances
     * of these chains and of the ratio: short chains that begin at draws of q accept more than in their stationary law.
     */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "%d samples, %d distinct, of %d chains that moved; proposals accepted %.3f%n%s%n",
                states.length,
                distinct(),
                moved,
                acceptanceRate,
                ratio.verdict(Math.min(acceptanceRate, ratio.acceptance())));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "CorrectedSamples: %d, accepted %.3f", states.length, acceptanceRate);
    }
}
