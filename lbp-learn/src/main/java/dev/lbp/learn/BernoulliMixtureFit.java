package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Fits a {@link BernoulliMixture} to draws by expectation and maximisation, from several starts. It maximises the log-likelihood
 * plus {@code a (sum_k log w_k + sum_ki log p_ki (1 - p_ki))}, where a is the smoothing, and keeps the best start. A start may
 * end at a local maximum.
 *
 * <p>The same draws, settings and seed give the same fit, on any number of threads. An iteration costs O(draws K N * share of
 * ones).
 *
 * <p>Sources: Dempster, Laird and Rubin, Maximum likelihood from incomplete data via the EM algorithm, JRSS B 39, 1977. Starts:
 * Arthur and Vassilvitskii, k-means++: the advantages of careful seeding, SODA 2007.
 */
public final class BernoulliMixtureFit {

    /**
     * An iteration that gains less than this for each draw is the last one. The mean log-likelihood of a million draws of 64 sites has
     * a sampling error above 1e-3.
     */
    private static final double LEAST_GAIN = 1e-5;

    /** Draws among which a start chooses its components. Distances of all draws would cost as much as an iteration. */
    private static final int CANDIDATES = 2_000;

    /** P(1) of a new component where its draw has a one. Nearer to 1, a component keeps the draws that it began with. */
    private static final double FIRST_P = 0.75;

    /** Sums of K far larger numbers overflow. */
    private static final double LARGEST_SMOOTHING = 1e100;

    private int starts = 4;
    private int iterations = 200;
    private double smoothing = 0.5;
    private long seed = 1L;

    BernoulliMixtureFit() {}

    /** The number of starts, at least 1; default 4. */
    public BernoulliMixtureFit starts(int count) {
        starts = Check.atLeast(1, "starts", count);
        return this;
    }

    /** The most iterations from each start, at least 1; default 200. A start that gains nothing more ends before. */
    public BernoulliMixtureFit iterations(int most) {
        iterations = Check.atLeast(1, "iterations", most);
        return this;
    }

    /**
     * The number of imagined draws of each value at each site of each component, and of each component, above 0 and at most
     * 1e100; default 0.5. It keeps every probability off 0 and 1.
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
        MixtureMaximisation best = climbed(checked, start(checked, components, random));
        for (int start = 1; start < starts; start++) {
            MixtureMaximisation fit = climbed(checked, start(checked, components, random));
            best = fit.objective() > best.objective() ? fit : best;
        }
        return best.mixture();
    }

    private MixtureMaximisation climbed(byte[][] draws, BernoulliMixture start) {
        MixtureMaximisation fit = new MixtureMaximisation(draws, smoothing, start);
        double before = fit.objective();
        for (int iteration = 0; iteration < iterations; iteration++) {
            fit.step();
            if (fit.objective() - before < LEAST_GAIN * draws.length) {
                break;
            }
            before = fit.objective();
        }
        return fit;
    }

    /** Components around draws, each chosen in proportion to its number of differences from the nearest one chosen before. */
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
