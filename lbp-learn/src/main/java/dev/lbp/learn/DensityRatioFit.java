package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.States;
import dev.lbp.internal.bytes.BatchStream;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Fits a {@link DensityRatio}: trains a classifier of two hidden layers to tell data from samples of a generator. Adam
 * runs on batches of {@value #HALF} data and {@value #HALF} new samples, with a learning rate that falls linearly to 0.
 * A share of the data, and as many samples, are held out. Training stops when the loss on held-out states has not
 * fallen for {@value #PATIENCE} steps, and the parameters of the least held-out loss are kept. The classifier's logit
 * is then multiplied by the factor that minimises the held-out loss, because a trained logit is too large or too small
 * as a log-ratio. Cross-validation among the held-out states decides whether data and samples differ at all, see {@link
 * DensityRatio#difference}.
 *
 * <p>Experimental: names and defaults may change until 1.0. The same data, settings and seed give the same fit, on any
 * number of threads. With h1 and h2 hidden units a step costs {@code O(256 (m h1 + h1 h2))} for states of m ones.
 *
 * <p>Source of the calibration: Turner, Hung, Frank, Saatci and Yosinski, Metropolis-Hastings generative adversarial
 * networks, ICML 2019.
 */
public final class DensityRatioFit {

    private static final int HALF = 128;

    private static final double FIRST_RATE = 2e-3;

    /** Steps between two evaluations of the held-out loss. */
    private static final int EVERY = 100;

    /** The training ends after more steps than this without a smaller held-out loss. */
    private static final int PATIENCE = 1_000;

    /** If p = q, all 10 data score above all 10 samples by chance in one of 184,756 fits. */
    private static final int LEAST_HELD_OUT = 10;

    private static final int MOST_UNITS = 10_000;

    /** Added to the seed, so that a caller who drew the data with the same seed does not get them again as samples. */
    private static final long STREAM = 0x9E3779B97F4A7C15L;

    private int first = 64;
    private int second = 64;
    private int steps = 4_000;
    private double heldOut = 0.2;
    private double l2 = 0.1;
    private long seed = 1L;

    DensityRatioFit() {}

    /**
     * The units of the two hidden layers, each in [1, 10,000]; default 64 and 64.
     *
     * @param ofFirst the layer next to the bits
     * @param ofSecond the layer next to the output
     */
    public DensityRatioFit hidden(int ofFirst, int ofSecond) {
        first = checkedUnits("ofFirst", ofFirst);
        second = checkedUnits("ofSecond", ofSecond);
        return this;
    }

    private static int checkedUnits(String name, int count) {
        Check.that(count >= 1 && count <= MOST_UNITS, "be in [1, " + MOST_UNITS + "]", name, count);
        return count;
    }

    /** The largest number of steps, at least 1; default 4,000. */
    public DensityRatioFit steps(int count) {
        steps = Check.atLeast(1, "steps", count);
        return this;
    }

    /** The share of the data that is held out, in (0, 1), at least {@value #LEAST_HELD_OUT} data; default 0.2. */
    public DensityRatioFit heldOut(double share) {
        heldOut = Check.inOpenUnit("heldOut", share);
        return this;
    }

    /**
     * The weight of the penalty {@code l2 / 2 * |parameters|^2}, which is added to the sum of losses over the data; in
     * [0, 1e100], default 0.1.
     */
    public DensityRatioFit l2(double weight) {
        l2 = AutoregressiveFit.checkL2(weight);
        return this;
    }

    /** The seed of the held-out data, the first parameters, the batches and the samples; default 1. */
    public DensityRatioFit seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Fits to data and a generator.
     *
     * @param data [count][N] of zeros and ones, draws of p; not changed
     * @param generator a generator of draws of q
     * @throws IllegalStateException if the generator draws something else than zeros and ones
     */
    public DensityRatio fit(byte[][] data, StateGenerator generator) {
        Check.notNull("generator", generator);
        byte[][] checked = checked("data", data);
        int n = checked[0].length;
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed + STREAM);
        CheckedGenerator draws = new CheckedGenerator(generator, n);
        Split split = split("data", checked, random);
        byte[][] heldOutSamples = draws.next(split.heldOut.length, random);
        return train(n, split, draws::next, heldOutSamples, random);
    }

    /**
     * Fits to data and samples. A share of each is held out. Applied to two sets of real data this is a two-sample
     * test: the held-out accuracy is near 1/2 if both have the same distribution.
     *
     * @param data [count][N] of zeros and ones, draws of p; not changed
     * @param samples [count][N] of zeros and ones, draws of q; not changed
     */
    public DensityRatio fit(byte[][] data, byte[][] samples) {
        byte[][] checked = checked("data", data);
        int n = checked[0].length;
        byte[][] others = States.checked("samples", samples, n);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed + STREAM);
        Split split = split("data", checked, random);
        Split ofSamples = split("samples", others, random);
        BatchStream stream = new BatchStream(ofSamples.training.length, random);
        return train(n, split, r -> ofSamples.training[stream.next()], ofSamples.heldOut, random);
    }

    /** Copies of states, at least one, all with as many bits as the first one has. */
    private static byte[][] checked(String name, byte[][] states) {
        Check.atLeast(1, name + ".length", Check.notNull(name, states).length);
        int n = Check.atLeast(1, name + "[0].length", Check.notNull(name + "[0]", states[0]).length);
        return States.checked(name, states, n);
    }

    /** States to train on, and held-out states. */
    private record Split(byte[][] training, byte[][] heldOut) {}

    /** Shuffles the states and holds out a share of them. */
    private Split split(String name, byte[][] states, UniformRandomProvider random) {
        int count = (int) Math.round(heldOut * states.length);
        Check.that(
                count >= LEAST_HELD_OUT && count < states.length,
                "leave at least " + LEAST_HELD_OUT + " states held out and one to train on",
                name + ".length",
                states.length + ", heldOut=" + heldOut);
        int[] order = PermutationSampler.natural(states.length);
        PermutationSampler.shuffle(random, order);
        byte[][] shuffled = Arrays.stream(order).mapToObj(k -> states[k]).toArray(byte[][]::new);
        return new Split(Arrays.copyOfRange(shuffled, count, shuffled.length), Arrays.copyOfRange(shuffled, 0, count));
    }

    /** Draws new samples of q, or takes given ones in turn. */
    @FunctionalInterface
    private interface Supply {
        byte[] next(UniformRandomProvider random);
    }

    /** Trains the network, keeps the parameters of the least held-out loss, and calibrates the logit. */
    private DensityRatio train(
            int n, Split data, Supply samples, byte[][] heldOutSamples, UniformRandomProvider random) {
        double parameters = (double) n * first + (double) first * second;
        // the parameters, their gradient in slices, Adam's moments and the best parameters take some 10 arrays
        Memory.check(
                16.0 * Double.BYTES * parameters,
                "N=" + n + ", hidden=" + first + " and " + second,
                "take fewer hidden units");
        Perceptron network = new Perceptron(n, first, second);
        network.initialise(random);
        Perceptron.Gradient gradient = network.new Gradient();
        Adam adam = new Adam(network.parameters.length);
        BatchStream stream = new BatchStream(data.training.length, random);
        byte[][] batch = new byte[2 * HALF][];
        double[] best = network.parameters.clone();
        double least = Double.POSITIVE_INFINITY;
        int bestStep = 0;
        HeldOutDifference difference = new HeldOutDifference();
        for (int step = 1; step <= steps && step - bestStep <= PATIENCE; step++) {
            fill(batch, data, stream, samples, random);
            gradient.compute(batch, HALF);
            double rate = FIRST_RATE * (steps - step + 1) / steps;
            adam.descend(rate, l2 / data.training.length, gradient.values, network.parameters);
            if (step % EVERY == 0 || step == steps) {
                double[] ofData = network.outputs(data.heldOut);
                double[] ofSamples = network.outputs(heldOutSamples);
                difference.offer(ofData, ofSamples);
                double loss = DensityRatio.loss(ofData, ofSamples, 1.0); // the outputs times the factor 1
                if (loss < least) {
                    least = loss;
                    bestStep = step;
                    best = network.parameters.clone();
                }
            }
        }
        System.arraycopy(best, 0, network.parameters, 0, best.length);
        return DensityRatio.calibrated(network, data.heldOut, heldOutSamples, bestStep, difference.estimate());
    }

    /** Fills the first half of a batch with data, the second one with new samples. */
    private static void fill(
            byte[][] batch, Split data, BatchStream stream, Supply samples, UniformRandomProvider random) {
        for (int r = 0; r < HALF; r++) {
            batch[r] = data.training[stream.next()];
            batch[HALF + r] = samples.next(random);
        }
    }
}
