package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Corrects draws of a generator q towards the distribution p of data, by independence Metropolis-Hastings with a
 * {@link DensityRatio} f. Proposals are draws of q, accepted with probability {@code min(1, e^{f(x') - f(x)})}. Each
 * sample is the last state of its own chain, which starts at a draw of q or at a datum ({@link #begunAt}).
 *
 * <p><b>The stationary distribution is {@code q e^f / Z}, not p.</b> The chain is exactly reversible for this
 * distribution, which is p only if f is log p/q up to a constant. The chain itself cannot show how far its distribution
 * is from p.
 *
 * <p>Correct only a q that is near p but differs from it: {@link DensityRatio#isWorthIt} requires an acceptance of .3,
 * and a difference that held-out states show. If q is far from p, f is extreme, and chains stay at the few good draws
 * of q. Corrected samples then look better one by one, but are less diverse.
 *
 * <pre>{@code
 * DensityRatio ratio = DensityRatio.fit(data, generator);
 * if (ratio.isWorthIt()) {
 *     CorrectedSamples corrected = ImplicitMh.of(generator, ratio).proposals(100).draw(2_000, seed);
 * }
 * }</pre>
 *
 * <p>Experimental: names and defaults may change until 1.0. For proposals that depend on the present state, of reals,
 * see {@link PairMh}. Source: Neklyudov, Shvechikov and Vetrov, arXiv:1810.07151, 2018; Turner and others,
 * Metropolis-Hastings generative adversarial networks, ICML 2019.
 */
public final class ImplicitMh {

    private final CheckedGenerator draws;
    private final DensityRatio ratio;
    private int proposals = 100;
    private byte @Nullable [][] data;

    private ImplicitMh(StateGenerator generator, DensityRatio ratio) {
        this.ratio = ratio;
        draws = new CheckedGenerator(generator, ratio.dimension());
    }

    /**
     * Corrects a generator by a ratio.
     *
     * @param generator the generator that the ratio was fitted to
     * @throws IllegalArgumentException if the ratio separates data and samples perfectly, so that no chain would move
     */
    public static ImplicitMh of(StateGenerator generator, DensityRatio ratio) {
        Check.notNull("generator", generator);
        Check.that(
                !Check.notNull("ratio", ratio).separates(),
                "not separate data and samples perfectly, no correction is possible",
                "ratio",
                ratio);
        return new ImplicitMh(generator, ratio);
    }

    /** The number of proposals of a chain, at least 1; default 100. Choose many times 1 / acceptance. */
    public ImplicitMh proposals(int count) {
        proposals = Check.atLeast(1, "proposals", count);
        return this;
    }

    /**
     * Starts each chain at a random datum instead of a draw of the generator. Chains are then near their stationary
     * distribution from the start. A chain that accepts no proposal returns its datum, see
     * {@link CorrectedSamples#moved}.
     *
     * @param states [count][N] of zeros and ones, at least one
     */
    public ImplicitMh begunAt(byte[][] states) {
        Check.atLeast(1, "states.length", Check.notNull("states", states).length);
        data = States.checked("states", states, ratio.dimension());
        return this;
    }

    /**
     * Draws samples: runs {@code count} chains and returns their last states.
     *
     * @param count the number of samples, at least 1
     * @return the same for the same seed, on any number of threads
     * @throws IllegalStateException if the generator draws something else than zeros and ones
     */
    public CorrectedSamples draw(int count, long seed) {
        Check.atLeast(1, "count", count);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        byte[][] states = data == null ? draws.next(count, random) : randomData(data, count, random);
        double[] f = ratio.logRatioOfChecked(states);
        boolean[] moved = new boolean[count];
        long accepted = 0L;
        for (int k = 0; k < proposals; k++) {
            accepted += step(states, f, moved, random);
        }
        int movedChains = 0;
        for (boolean each : moved) {
            movedChains += each ? 1 : 0;
        }
        return new CorrectedSamples(states, accepted / ((double) proposals * count), movedChains, ratio);
    }

    /** Copies of data drawn with replacement, as first states of the chains. */
    private static byte[][] randomData(byte[][] data, int count, UniformRandomProvider random) {
        byte[][] states = new byte[count][];
        Arrays.setAll(states, c -> data[random.nextInt(data.length)].clone());
        return states;
    }

    /**
     * Makes one Metropolis-Hastings step of every chain.
     *
     * @param states the states of the chains; replaced where the proposal is accepted
     * @param f the log-ratios of the states; updated too
     * @param moved set to true for chains that accept
     * @return the number of chains that accept
     */
    int step(byte[][] states, double[] f, boolean[] moved, UniformRandomProvider random) {
        byte[][] proposed = draws.next(states.length, random);
        double[] ofProposed = ratio.logRatioOfChecked(proposed);
        int accepted = 0;
        for (int c = 0; c < states.length; c++) {
            if (random.nextDouble() < Math.exp(ofProposed[c] - f[c])) {
                states[c] = proposed[c];
                f[c] = ofProposed[c];
                moved[c] = true;
                accepted++;
            }
        }
        return accepted;
    }
}
