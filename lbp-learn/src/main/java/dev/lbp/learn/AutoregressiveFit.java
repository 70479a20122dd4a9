package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Fits an {@link Autoregressive} to draws by penalised maximum likelihood. It minimises the convex function {@code -sum
 * log q(x) + l2 / 2 * |parameters|^2} by Adam on random batches of {@value #BATCH} draws, with a learning rate that
 * falls linearly to 0. The penalty is on the weights, and on the biases for inputs centred at their means.
 *
 * <p>The same draws, settings and seed give the same fit, on any number of threads. A step costs O(256 N^2).
 */
public final class AutoregressiveFit {

    private static final int BATCH = 256;

    /** With fewer draws per parameter and no penalty a fit overfits. */
    private static final int DRAWS_FOR_A_PARAMETER = 10;

    private static final double FIRST_RATE = 0.03;

    /** With a far larger penalty squares of gradients overflow, and Adam makes no steps. */
    private static final double LARGEST_L2 = 1e100;

    /** Memory for the parameters, their gradient, its four slices, two moments of Adam, and the distribution. */
    private static final double BYTES_PER_PARAMETER = 9.0 * Double.BYTES;

    private double l2 = 1.0;
    private int steps = 1_000;
    private long seed = 1L;
    /** The first q; null for independent sites. */
    private @Nullable Autoregressive from;

    AutoregressiveFit() {}

    /**
     * The weight of the penalty, in [0, 1e100]; default 1. The penalty is a normal prior of variance 1 / l2 on every
     * parameter. Many draws outweigh it, and it keeps the logit finite of a site that has the same value in all draws.
     * Without a penalty give ten draws for each of the N(N+1)/2 parameters; with fewer, {@link #fit} logs a warning.
     */
    public AutoregressiveFit l2(double weight) {
        l2 = checkL2(weight);
        return this;
    }

    static double checkL2(double weight) {
        Check.finite("l2", Check.notNegative("l2", weight));
        Check.that(weight <= LARGEST_L2, "be <= " + LARGEST_L2, "l2", weight);
        return weight;
    }

    /** The number of steps, at least 1; default 1,000. */
    public AutoregressiveFit steps(int count) {
        steps = Check.atLeast(1, "steps", count);
        return this;
    }

    /** The seed of the batches; default 1. */
    public AutoregressiveFit seed(long value) {
        seed = value;
        return this;
    }

    /**
     * A copy of these settings with a seed and a start.
     *
     * @param start the first q; null for independent sites with the frequencies of the draws
     */
    AutoregressiveFit withStart(@Nullable Autoregressive start, long withSeed) {
        AutoregressiveFit copy = new AutoregressiveFit().l2(l2).steps(steps).seed(withSeed);
        copy.from = start;
        return copy;
    }

    /**
     * Fits q to draws.
     *
     * @param draws [draws][N] of zeros and ones, at least one draw; not changed
     * @throws IllegalArgumentException if draws are not as above, or 36 N^2 bytes do not fit into the heap
     */
    public Autoregressive fit(byte[][] draws) {
        return fitChecked(Autoregressive.checkedDraws(draws), draws[0].length);
    }

    /** Fits q to draws that have been checked. */
    private Autoregressive fitChecked(byte[][] draws, int n) {
        warnIfFew(draws.length, n);
        Memory.check(
                BYTES_PER_PARAMETER * (n * (n + 1.0) / 2.0),
                "draws[0].length=" + n,
                "give Java more heap (-Xmx), or fit fewer sites");
        double[] means = CentredLogistic.means(draws, n);
        CentredLogistic q = from == null ? CentredLogistic.independent(means) : CentredLogistic.of(from, means);
        Adam adam = new Adam(q.parameters().length);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] equalWeights = new double[Math.min(draws.length, BATCH)];
        Arrays.fill(equalWeights, 1.0 / equalWeights.length);
        for (int step = 0; step < steps; step++) {
            double rate = FIRST_RATE * (steps - step) / steps;
            adam.ascend(rate, l2 / draws.length, q.gradient(batch(draws, random), equalWeights), q.parameters());
        }
        return q.distribution();
    }

    private void warnIfFew(int draws, int n) {
        long parameters = n * (n + 1L) / 2L;
        if (l2 == 0.0 && draws < DRAWS_FOR_A_PARAMETER * parameters) {
            LoggerFactory.getLogger(AutoregressiveFit.class)
                    .warn(
                            "{} draws for {} parameters of {} sites without l2 overfit; give at least {} draws, or l2",
                            draws,
                            parameters,
                            n,
                            DRAWS_FOR_A_PARAMETER * parameters);
        }
    }

    /** All draws if there are at most {@value #BATCH}, otherwise random ones. */
    private static byte[][] batch(byte[][] draws, UniformRandomProvider random) {
        if (draws.length <= BATCH) {
            return draws;
        }
        return IntStream.range(0, BATCH)
                .mapToObj(r -> draws[random.nextInt(draws.length)])
                .toArray(byte[][]::new);
    }
}
