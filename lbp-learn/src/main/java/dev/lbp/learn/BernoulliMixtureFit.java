package dev.lbp.learn;

import dev.lbp.internal.Check;
import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.slf4j.LoggerFactory;

/**
 * Fits a {@link BernoulliMixture} to draws by expectation-maximisation from several starts, and keeps the best result.
 * It maximises the log-likelihood plus {@code a (sum_k log w_k + sum_ki log p_ki (1 - p_ki))}, where a is the
 * smoothing. A start may end at a local maximum, or on a plateau where iterations change little.
 *
 * <p>The same draws, settings and seed give the same fit, on any number of threads. An iteration costs O(draws K N *
 * share of ones).
 *
 * <p>Sources: Dempster, Laird and Rubin, Maximum likelihood from incomplete data via the EM algorithm, JRSS B 39, 1977.
 * Starts: Arthur and Vassilvitskii, k-means++: the advantages of careful seeding, SODA 2007.
 */
public final class BernoulliMixtureFit {

    /**
     * Iterations end when no weight and no probability changes by this or more. Near a maximum changes fall
     * geometrically; with a factor of .99 per iteration the remaining changes add up to 1e-3. With fewer than 250,000
     * draws the sampling error of a probability is larger than that.
     */
    private static final double CONVERGED = 1e-5;

    /** The number of draws from which a start chooses. Distances to all draws would cost as much as an iteration. */
    private static final int CANDIDATES = 2_000;

    /**
     * P(1) of a first component at the ones of the draw that it is made from. A value nearer to 1 would keep other
     * draws from joining the component.
     */
    private static final double FIRST_P = 0.75;

    /** The limit of the smoothing, so that sums of K such numbers do not overflow. */
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
     * The largest number of iterations from each start, at least 1; default 1,000. Iterations end earlier if one
     * changes no weight and no probability by {@value #CONVERGED}. {@link #fit} logs a warning if the best start has
     * not converged.
     */
    public BernoulliMixtureFit iterations(int most) {
        iterations = Check.atLeast(1, "iterations", most);
        return this;
    }

    /**
     * The number of pseudo-draws that are added to the count of each component, and of each value at each site of each
     * component; above 0 and at most 1e100; default 0.5. It keeps every probability away from 0 and 1.
     */
    public BernoulliMixtureFit smoothing(double draws) {
        Check.that(draws > 0.0 && Double.isFinite(draws), "be > 0 and finite", "smoothing", draws);
        Check.that(draws <= LARGEST_SMOOTHING, "be <= " + LARGEST_SMOOTHING, "smoothing", draws);
        smoothing = draws;
        return this;
    }

    /** The seed of the starts; default 1. */
    public BernoulliMixtureFit seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Fits a mixture to draws.
     *
     * @param draws [draws][N] of zeros and ones, at least one draw; not changed
     * @param components K, in [1, draws.length]
     */
    public BernoulliMixture fit(byte[][] draws, int components) {
        byte[][] checked = Autoregressive.checkedDraws(draws);
        Check.that(
                components >= 1 && components <= draws.length,
                "be in [1, draws.length=" + draws.length + "]",
                "components",
                components);
        BernoulliMixture.checkLength(components, checked[0].length);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        Climb best = climb(checked, start(checked, components, random));
        for (int start = 1; start < starts; start++) {
            Climb other = climb(checked, start(checked, components, random));
            best = other.fit.objective() > best.fit.objective() ? other : best;
        }
        if (best.change >= CONVERGED) {
            LoggerFactory.getLogger(BernoulliMixtureFit.class)
                    .warn(
                            "the last of {} iterations still changed a weight or a probability of the mixture by {};"
                                    + " give more iterations",
                            iterations,
                            String.format(Locale.ROOT, "%.1e", best.change));
        }
        return best.fit.mixture();
    }

    /** Iterates from a start until changes are small or all iterations are done. */
    private Climb climb(byte[][] draws, BernoulliMixture start) {
        MixtureMaximisation fit = new MixtureMaximisation(draws, smoothing, start);
        double change = Double.POSITIVE_INFINITY;
        for (int iteration = 0; iteration < iterations && change >= CONVERGED; iteration++) {
            change = fit.step();
        }
        return new Climb(fit, change);
    }

    /** The result of a start, and the largest change in its last iteration. */
    private record Climb(MixtureMaximisation fit, double change) {}

    /**
     * Makes first components around chosen draws. A draw is chosen with a probability in proportion to its Hamming
     * distance from the nearest draw chosen before.
     */
    private static BernoulliMixture start(byte[][] draws, int components, UniformRandomProvider random) {
        byte[][] candidates = draws; // of many draws a random sample, which bounds the cost
        if (draws.length > CANDIDATES && components <= CANDIDATES) {
            candidates = new byte[CANDIDATES][];
            Arrays.setAll(candidates, c -> draws[random.nextInt(draws.length)]);
        }
        int[] distances = new int[candidates.length];
        Arrays.fill(distances, 1); // the first draw is chosen uniformly
        double[] weights = new double[components];
        Arrays.fill(weights, 1.0);
        double[][] probabilities = new double[components][];
        for (int k = 0; k < components; k++) {
            byte[] centre = candidates[drawIndex(distances, random)];
            probabilities[k] = new double[centre.length];
            Arrays.setAll(probabilities[k], i -> centre[i] == 1 ? FIRST_P : 1.0 - FIRST_P);
            for (int c = 0; c < candidates.length; c++) {
                int distance = distance(centre, candidates[c]);
                distances[c] = k == 0 ? distance : Math.min(distance, distances[c]);
            }
        }
        return BernoulliMixture.of(weights, probabilities);
    }

    /** Draws an index with a probability in proportion to its weight; uniformly if all weights are 0. */
    private static int drawIndex(int[] weights, UniformRandomProvider random) {
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
