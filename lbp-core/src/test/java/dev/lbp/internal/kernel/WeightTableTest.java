package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightTableTest {

    private final UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(5L);

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64})
    void anyChanges_againstNaiveList_agree(int n) {
        WeightTable table = WeightTable.of(n, null);
        NaiveWeights naive = new NaiveWeights(n);
        int[] path = new int[n];
        for (int t = 0; t < 3_000; t++) {
            change(table, naive, n);
            for (int i = 0; i < n; i++) {
                assertThat(table.weight(i)).isEqualTo(naive.weights[i]);
            }
            assertThat(table.total()).isCloseTo(naive.total(), relative(naive.total()));
            int count = rng.nextInt(n + 1);
            if (table.drawDistinct(count, rng, path)) {
                double rest = naive.totalWithout(Arrays.copyOf(path, count));
                assertThat(table.totalWithout(path, table.weights(path, count, false), count))
                        .isCloseTo(rest, relative(rest));
            }
        }
    }

    private void change(WeightTable table, NaiveWeights naive, int n) {
        switch (rng.nextInt(7)) {
            case 0 -> {
                double[] all = rng.doubles(n).toArray();
                table.load(all);
                System.arraycopy(all, 0, naive.weights, 0, n);
                naive.save();
            }
            case 1 -> {
                table.save();
                naive.save();
            }
            case 2 -> {
                table.rollback();
                naive.rollback();
            }
            case 3 -> {
                int count = rng.nextInt(2 * n);
                int[] sites = rng.ints(count, 0, n).toArray(); // with repeats
                double[] anew = rng.doubles(n).toArray();
                double[] values =
                        Arrays.stream(sites).mapToDouble(site -> anew[site]).toArray();
                table.replace(sites, values, count, 1.0);
                for (int k = 0; k < count; k++) {
                    naive.set(sites[k], values[k]);
                }
            }
            default -> {
                int site = rng.nextInt(n);
                double weight = rng.nextInt(4) == 0 ? 0.0 : rng.nextDouble();
                NaiveWeights.set(table, site, weight);
                naive.set(site, weight);
            }
        }
    }

    /** What is left is 1e-12 of the whole: a plain subtraction would have four digits of it right. */
    @Test
    void totalWithout_pathOfNearlyAllWeight_keepsItsDigits() {
        WeightTable table = WeightTable.of(5, null);
        table.load(new double[] {0.7, 1.0 / 3.0, 2e-13, 0.1, 7e-13});
        int[] path = {3, 0, 1};
        assertThat(table.totalWithout(path, table.weights(path, 3, false), 3)).isCloseTo(9e-13, within(1e-27));
    }

    @Test
    void totalWithout_allSites_isExactlyZero() {
        WeightTable table = WeightTable.of(4, new int[] {0, 1, 3});
        table.load(new double[] {0.7, 0.1, 0.0, 0.3});
        NaiveWeights.set(table, 0, 0.1);
        int[] path = {3, 0, 1};
        assertThat(table.totalWithout(path, table.weights(path, 3, false), 3)).isZero();
    }

    @Test
    void rollback_afterManySets_restoresEveryBitForGood() {
        int n = 10;
        WeightTable table = WeightTable.of(n, null);
        table.load(rng.doubles(n).toArray());
        for (int t = 0; t < 500; t++) {
            NaiveWeights.set(table, rng.nextInt(n), rng.nextDouble());
        }
        table.save();
        double total = table.total();
        double[] weights = new double[n];
        Arrays.setAll(weights, table::weight);
        for (int t = 0; t < 50; t++) {
            for (int k = 0; k < 100; k++) {
                NaiveWeights.set(table, rng.nextInt(n), rng.nextDouble() * Math.pow(10.0, -t));
                table.total();
            }
            table.rollback();
            assertThat(table.total()).isEqualTo(total);
            for (int i = 0; i < n; i++) {
                assertThat(table.weight(i)).isEqualTo(weights[i]);
            }
        }
    }

    /** The bound that WeightTable documents: 1e-9, after 10^6 changes of weights of one size, and of all sizes. */
    @ParameterizedTest
    @ValueSource(ints = {10, 300, 10_000})
    void total_millionSets_driftsBelowItsBound(int n) {
        assertThat(drift(n, rng::nextDouble)).isLessThan(1e-9);
        assertThat(drift(n, () -> Math.exp(rng.nextDouble(-700.0, 0.0)))).isLessThan(1e-9);
        assertThat(drift(n, () -> Math.exp(rng.nextDouble(-20.0, 20.0)))).isLessThan(1e-9);
    }

    /** All weights fall together, so that the sum is a small remainder of what it was summed from. */
    @ParameterizedTest
    @ValueSource(ints = {10, 300, 10_000})
    void total_sumThatShrinks_driftsBelowItsBound(int n) {
        double worst = 0.0;
        for (double level = 1.0; level > 1e-8; level *= 0.4) {
            WeightTable table = WeightTable.of(n, null);
            for (int t = 0; t < 15 * n; t++) {
                NaiveWeights.set(table, t % n, rng.nextDouble(0.99, 1.0));
            }
            for (int i = 0; i < n; i++) {
                NaiveWeights.set(table, i, level * rng.nextDouble(0.99, 1.0));
            }
            worst = Math.max(worst, error(table, n));
        }
        assertThat(worst).isLessThan(1e-9);
    }

    private double drift(int n, DoubleSupplier weight) {
        WeightTable table = WeightTable.of(n, null);
        double worst = 0.0;
        for (int t = 1; t <= 1_000_000; t++) {
            NaiveWeights.set(table, rng.nextInt(n), weight.getAsDouble());
            if (t % 10_007 == 0) {
                worst = Math.max(worst, error(table, n));
            }
        }
        return worst;
    }

    private static double error(WeightTable table, int n) {
        double[] weights = new double[n];
        Arrays.setAll(weights, table::weight);
        double exact = 0.0;
        double correction = 0.0;
        for (double weight : weights) {
            double sum = exact + weight;
            correction += exact >= weight ? exact - sum + weight : weight - sum + exact;
            exact = sum;
        }
        exact += correction;
        return Math.abs(table.total() - exact) / exact;
    }

    private static Offset<Double> relative(double value) {
        return within(1e-9 * value);
    }
}
