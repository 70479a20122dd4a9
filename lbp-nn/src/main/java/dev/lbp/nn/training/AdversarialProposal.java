package dev.lbp.nn.training;

import dev.lbp.internal.Check;
import dev.lbp.nn.TrainableNetwork;
import dev.lbp.nn.VectorNetwork;
import java.nio.FloatBuffer;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * A proposal that was trained on samples of p alone, without its density. It is {@code x' = G(z) + noise}, which does
 * not depend on the present state x, or {@code x' = G(x, z) + noise}, which does. z are standard normal. The density of
 * the proposal is not known. Instead a discriminator estimates {@code d(x, x') = log p(x) q(x' | x) - log p(x') q(x |
 * x')}, and Metropolis-Hastings accepts x' with probability {@code min(1, e^{-d})}, see {@code PairMh.of} of lbp-learn
 * with {@code (proposal::propose, proposal::logRatio)}.
 *
 * <p>States are rows of N reals. If the training added noise, p is the distribution of the data with the same noise.
 * Experimental: names and defaults may change until 1.0. Not thread-safe. It calls its networks, but does not close
 * them.
 */
public final class AdversarialProposal {

    /** The number of pairs in one call of the discriminator. */
    private static final int BLOCK = 64;

    private final VectorNetwork generator;
    private final boolean markov;
    private final double noise;
    private final AdversarialProgress progress;
    private final boolean stopped;
    private final PairRatio ratio;

    AdversarialProposal(
            VectorNetwork generator,
            TrainableNetwork discriminator,
            double noise,
            AdversarialProgress progress,
            boolean stopped) {
        this.generator = generator;
        this.markov = discriminator.dimension() == 2 * generator.outputs();
        this.noise = noise;
        this.progress = progress;
        this.stopped = stopped;
        this.ratio = new PairRatio(discriminator, generator.outputs(), BLOCK);
    }

    /**
     * Starts the settings of a training of both networks.
     *
     * @param samples [count][N], finite, at least one; not copied, so they must not change
     * @param generator a network of N outputs. Its inputs are z, or x followed by z if the discriminator has 2N sites
     * @param discriminator a network f of N sites for a proposal that does not depend on x, with {@code d = f(x) -
     *     f(x')}; or a network D of 2N sites, x followed by x', for a proposal that depends on x, with {@code d = D(x,
     *     x') - D(x', x)}
     * @throws IllegalArgumentException if sizes do not fit
     */
    public static AdversarialTraining train(
            float[][] samples, VectorNetwork generator, TrainableNetwork discriminator) {
        return new AdversarialTraining(samples, generator, discriminator);
    }

    /** Whether the proposal depends on the present state. */
    public boolean isMarkov() {
        return markov;
    }

    /** The size N of a state. */
    public int dimension() {
        return generator.outputs();
    }

    /** The progress of the training's last update. */
    public AdversarialProgress progress() {
        return progress;
    }

    /** Whether the training was stopped or interrupted before its last update. */
    public boolean stopped() {
        return stopped;
    }

    /**
     * Draws a proposal from each state.
     *
     * @param states [count][N], at least one; if the proposal does not depend on the state, only their number matters
     * @return [count][N], new arrays
     */
    public float[][] propose(float[][] states, UniformRandomProvider random) {
        Check.atLeast(1, "states.length", Check.notNull("states", states).length);
        FloatBuffer inputs = PairRatio.floats(Math.multiplyExact(states.length, generator.inputs()));
        FloatBuffer outputs = PairRatio.floats(Math.multiplyExact(states.length, dimension()));
        drawInputs(states, markov, generator, random, inputs);
        generator.evaluate(inputs, states.length, outputs);
        float[][] proposed = new float[states.length][dimension()];
        for (int r = 0; r < proposed.length; r++) {
            outputs.get(r * dimension(), proposed[r]);
            addNoise(proposed[r], noise, random);
        }
        return proposed;
    }

    /** Writes the generator's inputs for each state: z, or x followed by z if the proposal depends on x. */
    static void drawInputs(
            float[][] states,
            boolean markov,
            VectorNetwork generator,
            UniformRandomProvider random,
            FloatBuffer inputs) {
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        int at = 0;
        for (float[] state : states) {
            int end = at + generator.inputs();
            if (markov) {
                Check.length(generator.outputs(), "state", state.length);
                inputs.put(at, state);
                at += state.length;
            }
            while (at < end) {
                inputs.put(at++, (float) normal.sample());
            }
        }
    }

    /** Adds normal noise. Draws no random numbers if the noise is 0. */
    static void addNoise(float[] state, double noise, UniformRandomProvider random) {
        if (noise > 0.0) {
            ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
            for (int i = 0; i < state.length; i++) {
                state[i] += (float) (noise * normal.sample());
            }
        }
    }

    /**
     * The discriminator's estimate of d(x, x') for pairs.
     *
     * @param x [count][N]
     * @param proposed x', [count][N]
     * @return [count]
     */
    public double[] logRatio(float[][] x, float[][] proposed) {
        Check.length(Check.notNull("x", x).length, "proposed", Check.notNull("proposed", proposed).length);
        double[] d = new double[x.length];
        for (int begin = 0; begin < x.length; begin += BLOCK) {
            for (int r = 0; r < BLOCK; r++) {
                int pair = Math.min(begin + r, x.length - 1); // the last block repeats the last pair
                Check.length(dimension(), "x[" + pair + "]", x[pair].length);
                Check.length(dimension(), "proposed[" + pair + "]", proposed[pair].length);
                ratio.put(r, x[pair], proposed[pair]);
            }
            System.arraycopy(ratio.values(), 0, d, begin, Math.min(BLOCK, x.length - begin));
        }
        return d;
    }
}
