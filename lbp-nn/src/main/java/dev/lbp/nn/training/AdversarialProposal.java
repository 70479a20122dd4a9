package dev.lbp.nn.training;

import dev.lbp.internal.Check;
import dev.lbp.nn.TrainableNetwork;
import dev.lbp.nn.VectorNetwork;
import java.nio.FloatBuffer;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * A proposal that was trained on samples of p alone: {@code x' = G(z) + noise}, which does not depend on the present
 * state, or {@code x' = G(x, z) + noise}, which does. z are standard normal. Its density is not known; a discriminator
 * of pairs estimates {@code d(x, x') = log p(x) q(x' | x) - log p(x') q(x | x')} instead, by which Metropolis-Hastings
 * accepts with {@code min(1, e^{-d})}: {@code PairMh.of(proposal::propose, proposal::logRatio)} of lbp-learn.
 *
 * <p>States are rows of N reals. If noise was added in the training, p is the law of the data with the same noise.
 * Experimental: names and defaults may change until 1.0. Not thread-safe; it uses its networks, and owns them no more
 * than its maker does.
 */
public final class AdversarialProposal {

    /** Pairs that the discriminator evaluates together. */
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
     * A training of both networks.
     *
     * @param samples [count][N], finite, at least one; not copied, so they must stay as they are
     * @param generator of N outputs; its inputs are the noises z, behind x if the discriminator is of pairs
     * @param discriminator of N sites for a proposal that does not depend on x: {@code d = f(x) - f(x')}; of 2N sites,
     *     x followed by x', for one that does: {@code d = D(x, x') - D(x', x)}
     * @throws IllegalArgumentException if sizes do not fit
     */
    public static AdversarialTraining train(
            float[][] samples, VectorNetwork generator, TrainableNetwork discriminator) {
        return new AdversarialTraining(samples, generator, discriminator);
    }

    /** Whether proposals depend on the present state. */
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
     * @param states [count][N], at least one; only their number counts if the proposal does not depend on them
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

    /** Writes z for each state, behind the state itself if the generator takes it. */
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

    /** Adds normal noise; draws nothing if it is 0. */
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
