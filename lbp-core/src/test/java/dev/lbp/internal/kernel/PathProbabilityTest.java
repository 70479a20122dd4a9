package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Log-probabilities of paths against a product of exact fractions. */
class PathProbabilityTest {

    private static final MathContext DIGITS = new MathContext(60);

    private final UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(6L);

    @ParameterizedTest
    @ValueSource(doubles = {1.0, 10.0, 100.0, 600.0})
    void pathProposal_weightsOfManySizes_isTheExactProduct(double spread) {
        int n = 60;
        for (int t = 0; t < 20; t++) {
            double[] weights = rng.doubles(n).map(u -> Math.exp(-spread * u)).toArray();
            int[] path = PermutationSampler.natural(n);
            PermutationSampler.shuffle(rng, path);
            for (int scale : new int[] {1, 2, 17, 59, 60}) {
                verify(weights, path, scale, false);
                verify(weights, path, scale, true);
            }
        }
    }

    /** The path holds all of the weight but 1e-300 of it, largest site first and last. */
    @Test
    void pathProposal_pathOfNearlyAllWeight_isTheExactProduct() {
        double[] weights = {1e-300, 1.0, 1e-150, 3e-300, 0.25};
        int[] path = {1, 4, 2, 3, 0};
        for (int scale = 1; scale <= 5; scale++) {
            verify(weights, path, scale, false);
            verify(weights, path, scale, true);
        }
    }

    @Test
    void pathProposal_siteOfNoWeight_isImpossible() {
        WeightTable table = table(true, 0.5, 0.0, 0.25);
        assertThat(new PathProposal().logProbability(table, new int[] {0, 1}, 2, 2, false))
                .isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(new ReplacementProposal().logProbability(table, new int[] {1, 1}, 2, 2, true))
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    /** Its path probabilities are NaN where the denominators are differences of single precision. */
    @Test
    void pathProposal_veryUnequalSites_isNeverNaN() {
        int n = 200;
        for (int t = 0; t < 200; t++) {
            double[] weights = new double[n];
            for (int i = 0; i < n; i++) {
                double logOdds = 10.0 * gaussian();
                weights[i] = 1.0 / (1.0 + Math.exp(-logOdds));
            }
            WeightTable table = table(true, weights);
            int[] path = new int[50];
            assertThat(table.drawDistinct(50, rng, path)).isTrue();
            for (boolean reversed : new boolean[] {false, true}) {
                double log = new PathProposal().logProbability(table, path, 50, 50, reversed);
                assertThat(log).isLessThan(0.0).isGreaterThan(Double.NEGATIVE_INFINITY);
                verify(weights, path, 50, reversed);
            }
        }
    }

    @Test
    void replacementProposal_repeatedSites_isTheProductOfAllDraws() {
        WeightTable table = table(false, 3.0, 1.0, 4.0);
        double expected = Math.log(3.0 / 8.0 * 4.0 / 8.0 * 3.0 / 8.0);
        for (boolean reversed : new boolean[] {false, true}) {
            assertThat(new ReplacementProposal().logProbability(table, new int[] {0, 2, 0}, 3, 3, reversed))
                    .isCloseTo(expected, within(1e-15));
        }
    }

    @Test
    void replacementProposal_repeatedSites_flipsEachOnce() {
        WeightTable table = table(false, 3.0, 1.0, 4.0);
        int[] sites = new int[3];
        assertThat(new ReplacementProposal().flips(table, new int[] {2, 0, 2}, 3, sites))
                .isEqualTo(2);
        assertThat(Arrays.copyOf(sites, 2)).containsExactly(2, 0);
    }

    private void verify(double[] weights, int[] path, int scale, boolean reversed) {
        double exact = exact(weights, path, scale, reversed);
        for (boolean bounded : new boolean[] {true, false}) {
            assertThat(new PathProposal().logProbability(table(bounded, weights), path, scale, scale, reversed))
                    .isCloseTo(exact, within(1e-11 + 1e-14 * Math.abs(exact)));
        }
    }

    /** The product by its definition; logarithms only of each exact factor. */
    private static double exact(double[] weights, int[] path, int scale, boolean reversed) {
        BigDecimal left = BigDecimal.ZERO;
        for (double weight : weights) {
            left = left.add(new BigDecimal(weight));
        }
        double log = 0.0;
        for (int r = 0; r < scale; r++) {
            BigDecimal weight = new BigDecimal(weights[path[reversed ? scale - 1 - r : r]]);
            log += Math.log(weight.divide(left, DIGITS).doubleValue());
            left = left.subtract(weight);
        }
        return log;
    }

    private double gaussian() {
        return Math.sqrt(-2.0 * Math.log(1.0 - rng.nextDouble())) * Math.cos(2.0 * Math.PI * rng.nextDouble());
    }

    private static WeightTable table(boolean bounded, double... weights) {
        WeightTable table = WeightTable.of(weights.length, null);
        if (bounded) {
            table.load(weights, 0, Arrays.stream(weights).sum(), 1.0);
        } else {
            table.load(weights);
        }
        return table;
    }
}
