package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.lbp.runtime.engine.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * Compares drawn paths, half a million unless a test says otherwise, with the probabilities that a naive formula gives
 * them, by chi-square.
 *
 * <p>Cells that expect fewer than 20 draws are taken together, so that the statistic follows its distribution well into
 * the tail: with k cells left it exceeds the quantile of {@code ChiSquared(k - 1)} at {@code 1 - 1e-6} in one of 10^6
 * suites that draw correctly. With 60 cells that quantile is 125.7; seeds are fixed, so a suite that passes once always
 * does.
 */
public final class DrawCheck {

    private static final int DRAWS = 500_000;

    private static final double FALSE_FAILURE = 1e-6;

    private static final double LEAST_EXPECTED = 20.0;

    private DrawCheck() {}

    /** One draw of a path. */
    @FunctionalInterface
    public interface Draw {
        boolean into(int[] path, int scale, UniformRandomProvider rng);
    }

    /** Draws of distinct sites, one after another in proportion to the weights. */
    public static void verifyDistinct(double[] weights, int scale, long seed, Draw draw) {
        verifyDistinct(weights, scale, seed, DRAWS, draw);
    }

    /** Distinct draws, with another number of draws than {@link #DRAWS}. */
    static void verifyDistinct(double[] weights, int scale, long seed, int draws, Draw draw) {
        verify(Paths.distinct(positive(weights), scale), weights, true, seed, draws, draw);
    }

    /** Independent draws, in proportion to the weights. */
    public static void verifyIndependent(double[] weights, int scale, long seed, Draw draw) {
        verify(Paths.sequences(positive(weights), scale), weights, false, seed, DRAWS, draw);
    }

    /** The probability of a path by the definition. */
    static double probability(double[] weights, int[] path, boolean distinct) {
        double left = 0.0;
        for (double weight : weights) {
            left += weight;
        }
        double[] present = weights.clone();
        double probability = 1.0;
        for (int site : path) {
            probability *= present[site] / left;
            if (distinct) {
                present[site] = 0.0;
                left = 0.0;
                for (double weight : present) {
                    left += weight;
                }
            }
        }
        return probability;
    }

    private static void verify(List<int[]> cells, double[] weights, boolean distinct, long seed, int draws, Draw draw) {
        int scale = cells.get(0).length;
        int[] cellOfCode = new int[(int) Math.pow(weights.length, scale)];
        Arrays.fill(cellOfCode, -1);
        for (int k = 0; k < cells.size(); k++) {
            cellOfCode[code(cells.get(k), weights.length)] = k;
        }
        long[] observed = new long[cells.size()];
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int[] path = new int[scale];
        for (int t = 0; t < draws; t++) {
            int cell = draw.into(path, scale, rng) ? cellOfCode[code(path, weights.length)] : -1;
            if (cell < 0) {
                fail("must draw a path of positive probability, seed %d: %s", seed, Arrays.toString(path));
            }
            observed[cell]++;
        }
        double[] expected = cells.stream()
                .mapToDouble(cell -> draws * probability(weights, cell, distinct))
                .toArray();
        verifyChiSquare(expected, observed, seed);
    }

    private static void verifyChiSquare(double[] expected, long[] observed, long seed) {
        double statistic = 0.0;
        double rareExpected = 0.0;
        long rareObserved = 0;
        int cells = 0;
        for (int k = 0; k < expected.length; k++) {
            if (expected[k] < LEAST_EXPECTED) {
                rareExpected += expected[k];
                rareObserved += observed[k];
            } else {
                statistic += (observed[k] - expected[k]) * (observed[k] - expected[k]) / expected[k];
                cells++;
            }
        }
        if (rareExpected >= LEAST_EXPECTED) {
            statistic += (rareObserved - rareExpected) * (rareObserved - rareExpected) / rareExpected;
            cells++;
        } else {
            // Poisson with a mean below 20 is at most 50 but for 4.8e-9.
            assertThat(rareObserved).as("draws of rare paths, seed %d", seed).isLessThanOrEqualTo(50);
        }
        if (cells > 1) {
            assertThat(statistic)
                    .as("chi-square of %d cells, seed %d", cells, seed)
                    .isLessThan(ChiSquaredDistribution.of(cells - 1).inverseSurvivalProbability(FALSE_FAILURE));
        }
    }

    private static int[] positive(double[] weights) {
        return IntStream.range(0, weights.length).filter(i -> weights[i] > 0.0).toArray();
    }

    private static int code(int[] path, int n) {
        int code = 0;
        for (int site : path) {
            code = code * n + site;
        }
        return code;
    }
}
