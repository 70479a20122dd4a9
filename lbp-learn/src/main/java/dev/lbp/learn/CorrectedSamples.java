package dev.lbp.learn;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;

/** Samples of {@link ImplicitMh}, with measures of their diversity. Experimental: names may change until 1.0. */
public final class CorrectedSamples {

    private final byte[][] states;
    private final double acceptanceRate;
    private final int moved;
    private final DensityRatio ratio;

    /** Keeps the states, without a copy. */
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
     * The share of accepted proposals over all chains, in [0, 1]. It falls with the number of proposals, because for
     * any q the first proposal of a chain that starts at a draw of q is accepted with probability 1/2 or more.
     */
    public double acceptanceRate() {
        return acceptanceRate;
    }

    /** The number of different states among the samples. */
    public int distinct() {
        return (int) Arrays.stream(states).map(ByteBuffer::wrap).distinct().count();
    }

    /** The number of chains that accepted a proposal. The sample of any other chain is the start of the chain. */
    public int moved() {
        return moved;
    }

    /**
     * A text of several lines that ends with the verdict of {@link DensityRatio#summary}. The verdict uses the smaller
     * of {@link #acceptanceRate} and {@link DensityRatio#acceptance}, because short chains that start at draws of q
     * accept more often than chains in equilibrium.
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
