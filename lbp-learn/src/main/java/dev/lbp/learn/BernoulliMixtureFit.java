package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fits a {@link BernoulliMixture} to draws by expectation and maximisation, from several starts. It maximises the
 * log-likelihood plus {@code a (sum_k log w_k + sum_ki log p_ki (1 - p_ki))}, where a is the smoothing, and keeps the
 * best start. A start may end at a local maximum, or where iterations hardly move before they move again.
 *
 * <p>The same draws, settings and seed give the same fit, on any number of threads. An iteration costs O(draws K N *
 * share of ones).
 *
 * <p>Sources: Dempster, Laird and Rubin, Maximum likelihood from incomplete data via the EM algorithm, JRSS B 39, 1977.
 * Starts: Arthur and Vassilvitskii, k-means++: the advantages of careful seeding, SODA 2007.
 */
public final class BernoulliMixtureFit {

    private static final Logger LOGGER = LoggerFactory.getLogger(BernoulliMixtureFit.class);

    /**
     * An iteration that changes no weight and no probability by this is the last one. Near a maximum, changes fall by a
     * factor, so with one of .99 the sum of all later ones is 1e-3. The sampling error of a probability is larger with
     * fewer than 250,000 draws.
     */
    private static final double SETTLED = 1e-5;

    /** Draws among which a start chooses its components. Distances of all draws would cost as much as an iteration. */
    private static final int CANDIDATES = 2_000;

    /**
     * A new component is made from one draw. This is its P(1) at the ones of that draw. Were it nearer to 1, the
     * component would never take other draws.
     */
    private static final double FIRST_P = 0.75;

    /** Sums of K far larger numbers overflow. */
    private static final double LARGEST_SMOOTHING = 1e100;

    private int starts = 4;
    private int iterations = 1_000;
    private double smoothing = 0.5;
    private long seed = 1L;

    BernoulliMixtureFit() {}

    /** The number of starts, at least 1; default 4. */
    public BernoulliMixtureFit starts(int count) {
        starts = Check.atLeast(1, "starts", count);
        return this;
    }

    /**
     * The most iterations from each start, at least 1; default 1,000. A start ends before when an iteration changes no
     * weight and no probability by {@value #SETTLED}. {@link #fit} logs a warning if the best start has not got there.
     */
    public BernoulliMixtureFit iterations(int most) {
        iterations = Check.atLeast(1, "iterations", most);
        return this;
    }

    /**
     * The number of imagined draws of each value at each site of each component, and of each component, above 0 and at
     * most 1e100; default 0.5. It keeps every probability off 0 and 1.
     */
    public BernoulliMixtureFit smoothing(double draws) {
        Check.that(draws > 0.0 && Double.isFinite(draws), "be > 0 and finite", "smoothing", draws);
        Check.that(draws <= LARGEST_SMOOTHING, "be <= " + LARGEST_SMOOTHING, "smoothing", draws);
        smoothing = draws;
        return this;
    }

    /** Chooses the starts; default 1. */
    public BernoulliMixtureFit seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Fits.
     *
     * @param draws [draws][N] of zeros and ones, at least one draw; not changed
     * @param components K, in [1, draws.length]
     */
    public BernoulliMixture fit(byte[][] draws, int components) {
        Check.atLeast(1, "draws.length", Check.notNull("draws", draws).length);
        int n = Check.notNull("draws[0]", draws[0]).length;
        Autoregressive.checkSites("draws[0].length", n);
        byte[][] checked = States.checked("draws", draws, n);
        Check.that(
                components >= 1 && components <= draws.length,
                "be in [1, draws.length=" + draws.length + "]",
                "components",
                components);
        BernoulliMixture.checkLength(components, n);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        Climb best = climbed(checked, start(checked, components, random));
        for (int start = 1; start < starts; start++) {
            Climb other = climbed(checked, start(checked, components, random));
            best = other.fit.objective() > best.fit.objective() ? other : best;
        }
        if (best.change >= SETTLED) {
            LOGGER.warn(
                    "the last of {} iterations still changed a weight or a probability of the mixture by {}; give more iterations",
                    iterations,
                    String.format(Locale.ROOT, "%.1e", best.change));
        }
        return best.fit.mixture();
    }

    private Climb climbed(byte[][] draws, BernoulliMixture start) {
        MixtureMaximisation fit = new MixtureMaximisation(draws, smoothing, start);
        double change = Double.POSITIVE_INFINITY;
        for (int iteration = 0; iteration < iterations && change >= SETTLED; iteration++) {
            change = fit.step();
        }
        return new Climb(fit, change);
    }

    /** Where a start ended, and the largest change of its last iteration. */
    private record Climb(MixtureMaximisation fit, double change) {}

    /**
     * Components around draws, each chosen in proportion to its number of differences from the nearest one chosen
     * before.
     */
    private static BernoulliMixture start(byte[][] draws, int components, UniformRandomProvider random) {
        byte[][] candidates = draws;
        if (draws.length > CANDIDATES && components <= CANDIDATES) {
            candidates = new byte[CANDIDATES][];
            Arrays.setAll(candidates, c -> draws[random.nextInt(draws.length)]);
        }
        int[] distances = new int[candidates.length];
        Arrays.fill(distances, 1);
        double[] weights = new double[components];
        Arrays.fill(weights, 1.0);
        double[][] probabilities = new double[components][];
        for (int k = 0; k < components; k++) {
            byte[] centre = candidates[chosen(distances, random)];
            probabilities[k] = new double[centre.length];
            Arrays.setAll(probabilities[k], i -> centre[i] == 1 ? FIRST_P : 1.0 - FIRST_P);
            for (int c = 0; c < candidates.length; c++) {
                int distance = distance(centre, candidates[c]);
                distances[c] = k == 0 ? distance : Math.min(distance, distances[c]);
            }
        }
        return BernoulliMixture.of(weights, probabilities);
    }

    /** An index in proportion to its weight, or any if all weights are 0. */
    private static int chosen(int[] weights, UniformRandomProvider random) {
        long sum = Arrays.stream(weights).asLongStream().sum();
        if (sum == 0L) {
            return random.nextInt(weights.length);
        }
        long left = random.nextLong(sum);
        int k = 0;
        while (left >= weights[k]) {
            left -= weights[k++];
        }
        return k;
    }

    private static int distance(byte[] a, byte[] b) {
        int distance = 0;
        for (int i = 0; i < a.length; i++) {
            distance += a[i] ^ b[i];
        }
        return distance;
    }
}
