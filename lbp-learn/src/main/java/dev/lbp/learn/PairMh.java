package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;
import java.util.Objects;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Corrects draws of a proposal that may depend on the present state, by Metropolis-Hastings on rows of reals. It uses a
 * log-ratio of pairs {@code d(x, x') = log p(x) q(x' | x) - log p(x') q(x | x')}, and accepts with probability
 * {@code min(1, e^{-d(x, x')})}. Each sample is the last state of its own chain.
 *
 * <p><b>The stationary distribution is p only if d is the true log-ratio.</b> Then the chain is reversible for p. A
 * fitted d of the form {@code f(x) - f(x')} makes the chain reversible for {@code q e^f / Z}, as in {@link ImplicitMh}.
 * With any other fitted d the stationary distribution is unknown, and the chain need not be reversible. The chain
 * itself cannot show how far its distribution is from p.
 *
 * <p>Proposals that hardly move have the highest acceptance, so read {@link PairSamples#jumpDistance} too.
 *
 * <pre>{@code
 * PairMh.of(proposal::propose, proposal::logRatio).proposals(100).run(begin, seed);
 * }</pre>
 *
 * <p>Experimental: names and defaults may change until 1.0. Source: Neklyudov, Shvechikov and Vetrov, arXiv:1810.07151,
 * 2018.
 */
public final class PairMh {

    private final Proposal proposal;
    private final LogRatio ratio;
    private int proposals = 100;

    /** Draws a proposal from each state. */
    @FunctionalInterface
    public interface Proposal {

        /**
         * Draws proposals, independently of each other.
         *
         * @param states [count][N]; not changed
         * @param random the only source of randomness
         * @return [count][N], new arrays
         */
        float[][] of(float[][] states, UniformRandomProvider random);
    }

    /** Computes the log-ratio d of pairs. */
    @FunctionalInterface
    public interface LogRatio {

        /**
         * Computes d(x, x') of each pair.
         *
         * @param x [count][N]; not changed
         * @param proposed x', [count][N]; not changed
         * @return [count], no NaN
         */
        double[] of(float[][] x, float[][] proposed);
    }

    private PairMh(Proposal proposal, LogRatio ratio) {
        this.proposal = proposal;
        this.ratio = ratio;
    }

    /** Corrects a proposal by a log-ratio. */
    public static PairMh of(Proposal proposal, LogRatio ratio) {
        return new PairMh(Check.notNull("proposal", proposal), Check.notNull("ratio", ratio));
    }

    /** Accepts every proposal: the chain of q without a correction. */
    public static PairMh uncorrected(Proposal proposal) {
        return of(proposal, (x, proposed) -> new double[x.length]);
    }

    /** The number of proposals of a chain, at least 1; default 100. Choose many times 1 / acceptance. */
    public PairMh proposals(int count) {
        proposals = Check.atLeast(1, "proposals", count);
        return this;
    }

    /**
     * Runs a chain from each state.
     *
     * @param begin [count][N], at least one, finite; not changed
     * @return the last states of the chains; the same for the same seed if the proposal and the ratio are deterministic
     * @throws IllegalStateException if the proposal or the ratio returns arrays of other lengths, a null or a NaN
     */
    public PairSamples run(float[][] begin, long seed) {
        float[][] states = checkedCopies(begin);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        boolean[] moved = new boolean[states.length];
        double[] sums = new double[3]; // accepted proposals, distance moved, distance proposed
        for (int k = 0; k < proposals; k++) {
            step(states, moved, sums, random);
        }
        double steps = (double) proposals * states.length;
        int movedChains = 0;
        for (int c = 0; c < states.length; c++) {
            movedChains += moved[c] ? 1 : 0;
            states[c] = states[c].clone(); // the proposal may still hold its arrays
        }
        return new PairSamples(states, sums[0] / steps, sums[1] / steps, sums[2] / steps, movedChains);
    }

    private static float[][] checkedCopies(float[][] begin) {
        Check.atLeast(1, "begin.length", Check.notNull("begin", begin).length);
        float[][] states = new float[begin.length][];
        for (int c = 0; c < begin.length; c++) {
            float[] row = Check.notNull("begin[" + c + "]", begin[c]);
            Check.length(begin[0].length, "begin[" + c + "]", row.length);
            for (int i = 0; i < row.length; i++) {
                Check.that(Float.isFinite(row[i]), "be finite", "begin[" + c + "][" + i + "]", row[i]);
            }
            states[c] = row.clone();
        }
        return states;
    }

    /**
     * Makes a step of every chain.
     *
     * @param moved set to true for chains that accept
     * @param sums raised by the number of accepted proposals, the distance moved, and the distance proposed
     */
    private void step(float[][] states, boolean[] moved, double[] sums, UniformRandomProvider random) {
        float[][] proposed = proposal.of(states, random);
        checkProposed(states, proposed);
        double[] d = ratio.of(states, proposed);
        checkLength("d", states.length, d == null ? -1 : d.length);
        for (int c = 0; c < states.length; c++) {
            double distance = distance(states[c], proposed[c]);
            sums[2] += distance;
            if (random.nextDouble() < acceptance(d[c])) {
                states[c] = proposed[c];
                moved[c] = true;
                sums[0]++;
                sums[1] += distance;
            }
        }
    }

    private static void checkProposed(float[][] states, float @Nullable [][] proposed) {
        checkLength("proposals", states.length, proposed == null ? -1 : proposed.length);
        for (int c = 0; c < states.length; c++) {
            float[] row = Objects.requireNonNull(proposed)[c];
            checkLength("proposals[" + c + "]", states[c].length, row == null ? -1 : row.length);
            for (int i = 0; i < states[c].length; i++) {
                if (Float.isNaN(row[i])) {
                    throw new IllegalStateException("must be a number: proposals[" + c + "][" + i + "]=NaN");
                }
            }
        }
    }

    /**
     * Checks the length of an array that the user's code has returned.
     *
     * @param found the length found; -1 if the array is null
     */
    private static void checkLength(String name, int expected, int found) {
        if (found != expected) {
            throw new IllegalStateException(
                    "must have length " + expected + ": " + name + (found < 0 ? "=null" : ".length=" + found));
        }
    }

    /** The probability that a proposal is accepted. */
    static double acceptance(double d) {
        if (Double.isNaN(d)) {
            throw new IllegalStateException("must be a number: d(x, x')=NaN");
        }
        return Math.min(1.0, Math.exp(-d));
    }

    private static double distance(float[] x, float[] y) {
        double sum = Sum.of(x.length, i -> ((double) x[i] - y[i]) * ((double) x[i] - y[i]));
        return Math.sqrt(sum);
    }
}
