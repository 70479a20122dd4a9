package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Corrects draws of a generator q towards the law p of data, by a {@link DensityRatio} f: independence
 * Metropolis-Hastings. Its proposals are draws of q, accepted with probability {@code min(1, e^{f(x') - f(x)})}. Each
 * sample is the last state of a chain of its own, which begins at a draw of q with all its proposals as burn-in, or at
 * a datum ({@link #begunAt}).
 *
 * <p><b>The stationary law is {@code q e^f / Z}, not p.</b> The chain is exactly reversible for it, and it is p only if
 * f is log p/q up to a constant. Nothing that the chain does shows how far it is from p.
 *
 * <p>Correct a q that is already near, and differs: {@link DensityRatio#isWorthIt} wants an acceptance of .3, and a
 * difference that held-out states show. With a far q, f is extreme and chains stay at what q happens to draw well.
 * Corrected samples then look better one by one, and are less diverse.
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
     * @param generator the one that the ratio was fitted to
     * @throws IllegalArgumentException if the ratio separates data and samples perfectly: no chain would move
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

    /** The number of proposals of a chain, at least 1; default 100. Take many times 1 / acceptance. */
    public ImplicitMh proposals(int count) {
        proposals = Check.atLeast(1, "proposals", count);
        return this;
    }

    /**
     * Begins each chain at a random datum, and not at a draw of the generator: chains are then near their stationary
     * law from the start. A chain that accepts nothing returns its datum, see {@link CorrectedSamples#moved}.
     *
     * @param states [count][N] of zeros and ones, at least one
     */
    public ImplicitMh begunAt(byte[][] states) {
        Check.atLeast(1, "states.length", Check.notNull("states", states).length);
        data = States.checked("states", states, ratio.dimension());
        return this;
    }

    /**
     * Draws samples: runs as many chains and returns their last states.
     *
     * @param count the number of samples, at least 1
     * @return the same for the same seed, on any number of threads
     * @throws IllegalStateException if the generator draws something else than zeros and ones
     */
    public CorrectedSamples draw(int count, long seed) {
        Check.atLeast(1, "count", count);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        byte[][] states = data == null ? draws.next(count, random) : drawn(data, count, random);
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

    private static byte[][] drawn(byte[][] data, int count, UniformRandomProvider random) {
        byte[][] states = new byte[count][];
        Arrays.setAll(states, c -> data[random.nextInt(data.length)].clone());
        return states;
    }

    /**
     * One proposal of every chain: replaces what is accepted.
     *
     * @param f log-ratios of the states
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
