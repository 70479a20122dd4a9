package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.internal.select.average.Margins;
import dev.lbp.internal.select.average.ModelPrior;
import dev.lbp.internal.select.linear.CrossProducts;
import dev.lbp.internal.select.linear.ExactColumns;
import dev.lbp.internal.select.linear.Gram;
import dev.lbp.internal.select.linear.SelectionModel;
import dev.lbp.internal.select.prior.LogRssEvidence;
import dev.lbp.result.SampleResult;
import dev.lbp.select.prior.Inclusion;
import java.util.Random;
import java.util.concurrent.ForkJoinTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GramTest {

    private static double[][] columns(Random random, int n, int p) {
        double[][] x = new double[n][p];
        for (int j = 0; j < p; j++) {
            double squares = 0.0;
            for (double[] row : x) {
                row[j] = random.nextGaussian();
                squares += row[j] * row[j];
            }
            for (double[] row : x) {
                row[j] /= Math.sqrt(squares);
            }
        }
        return x;
    }

    /** Sizes beside the 4 and 32 rows, and the 4, 64 and 512 columns of the loops. */
    @ParameterizedTest
    @CsvSource({
        "5, 1, false",
        "7, 2, true",
        "16, 65, false",
        "9, 131, true",
        "34, 68, false",
        "70, 515, false",
        "3, 1027, false"
    })
    void products_areThose_ofTheNaiveLoop(int n, int p, boolean single) {
        Random random = new Random(1L);
        double[] y = random.doubles(n).toArray();
        double[][] x = columns(random, n, p);
        Gram gram = Gram.of(x, y, Gram.Source.of(x, y), single);
        double tolerance = single ? 1e-7 : 1e-14;
        int[] columns = random.ints(7, 0, p).toArray();
        double[] weights = random.doubles(7).toArray();
        double[] combined = new double[p];
        gram.combine(columns, weights, 7, combined);
        for (int i = 0; i < p; i++) {
            double sum = 0.0;
            for (int j = 0; j < p; j++) {
                double product = 0.0;
                for (double[] row : x) {
                    product += row[i] * row[j];
                }
                assertThat(gram.at(i, j)).isCloseTo(product, within(tolerance));
                for (int m = 0; m < 7; m++) {
                    sum += columns[m] == j ? weights[m] * product : 0.0;
                }
            }
            assertThat(combined[i]).isCloseTo(sum, within(10 * tolerance));
            double product = 0.0;
            for (int t = 0; t < n; t++) {
                product += y[t] * x[t][i];
            }
            assertThat(gram.response(i)).isCloseTo(product, within(1e-14));
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 1", "16, 65", "9, 131", "70, 66", "35, 515", "3, 1027"})
    void cachedColumns_haveTheBits_ofTheWholeTable(int n, int p) {
        Random random = new Random(2L);
        double[][] x = columns(random, n, p);
        double[] y = random.doubles(n).toArray();
        Gram whole = Gram.of(x, y, Gram.Source.of(x, y), true);
        Gram cached = Gram.cached(x, y, Gram.Source.of(x, y), 3);
        for (int i = 0; i < p; i++) {
            int j = random.nextInt(p);
            assertThat(cached.at(i, j)).isEqualTo(whole.at(i, j));
            assertThat(cached.at(j, i)).isEqualTo(whole.at(i, j));
        }
        int[] columns = random.ints(7, 0, p).toArray();
        double[] weights = random.doubles(7).toArray();
        double[] expected = new double[p];
        whole.combine(columns, weights, 7, expected);
        double[] combined = new double[p];
        cached.combine(columns, weights, 7, combined);
        assertThat(combined).containsExactly(expected);
    }

    /** Products have the same bits for any number of threads, and the preparation of a run obeys {@code threads}. */
    @Test
    void products_areComputed_onTheThreadsOfTheRun() {
        double[][] x = columns(new Random(6L), 37, 515);
        double[][] expected = new double[515][];
        CrossProducts.compute(x, expected, new float[0][]);
        for (int threads : new int[] {1, 3}) {
            ModelSampling sampling = new ModelSampling();
            sampling.threads = threads;
            double[][] rows = new double[515][];
            assertThat(sampling.<Integer>onThreads(() -> {
                        CrossProducts.compute(x, rows, new float[0][]);
                        return ForkJoinTask.getPool().getParallelism();
                    }))
                    .isEqualTo(threads);
            assertThat(rows).isDeepEqualTo(expected);
        }
    }

    /** Chains on two threads share a cache of two columns, so that nearly each is computed again. */
    @Test
    void cache_doesNotChange_whatChainsDraw() {
        Random random = new Random(3L);
        double[][] x = columns(random, 30, 40);
        double[] y = new double[30];
        for (int t = 0; t < 30; t++) {
            y[t] = 0.6 * x[t][0] + 0.6 * x[t][7] + 0.05 * random.nextGaussian();
        }
        SampleResult expected = run(Gram.of(x, y, Gram.Source.of(x, y), true), 1);
        SampleResult actual = run(Gram.cached(x, y, Gram.Source.of(x, y), 2), 2);
        for (int c = 0; c < 2; c++) {
            assertThat(actual.traces().get("logProb")[c])
                    .containsExactly(expected.traces().get("logProb")[c]);
            assertThat(actual.draw(c, 199)).containsExactly(expected.draw(c, 199));
        }
    }

    private static SampleResult run(Gram gram, int threads) {
        SelectionModel model = new SelectionModel(
                gram,
                0.0,
                LogRssEvidence.gPrior(30, 29),
                new ModelPrior(Inclusion.betaBinomial(1, 1), 20, Margins.none(40)),
                IntStream.rangeClosed(0, 40).toArray(),
                20);
        return Samplers.lbp()
                .scale(1)
                .swaps(0.25)
                .build()
                .sample(model)
                .chains(2)
                .draws(200)
                .threads(threads)
                .keepDraws()
                .run();
    }

    @Test
    void equalColumns_areFound_inACacheToo() {
        double[][] x = columns(new Random(4L), 12, 200);
        double[] y = new Random(5L).doubles(12).toArray();
        assertThat(Gram.cached(x, y, Gram.Source.of(x, y), 3).equalPair(1 - 1e-6, (i, j) -> true))
                .isNull();
        assertThat(Gram.of(x, y, Gram.Source.of(x, y), true).equalPair(1 - 1e-6, (i, j) -> true))
                .isNull();
        for (double[] row : x) {
            row[151] = -row[17];
        }
        x[0][151] += 1e-7;
        assertThat(Gram.cached(x, y, Gram.Source.of(x, y), 3).equalPair(1 - 1e-6, (i, j) -> true))
                .containsExactly(17, 151);
        assertThat(Gram.of(x, y, Gram.Source.of(x, y), true).equalPair(1 - 1e-6, (i, j) -> true))
                .containsExactly(17, 151);
        assertThat(Gram.of(x, y, Gram.Source.of(x, y), false).equalPair(1 - 1e-6, (i, j) -> true))
                .containsExactly(17, 151);
        x[0][151] += 0.1;
        assertThat(Gram.cached(x, y, Gram.Source.of(x, y), 3).equalPair(1 - 1e-6, (i, j) -> true))
                .isNull();
    }

    /**
     * Not even 100 columns fit. One array stands for all rows: nothing of this size is allocated before the refusal.
     */
    @Test
    void productsLargerThanTheHeap_areRefused_withTheirBytes() {
        double[] row = new double[10_000_000];
        assertThatThrownBy(() -> Gram.of(
                        new double[][] {row, row, row},
                        new double[3],
                        new Gram.Source(new ExactColumns(new double[][] {row}, 1, false), row)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "must fit into memory: the products of all pairs of p=10000000 columns: 400.0 TB needed")
                .hasMessageContaining("leave out columns");
    }
}
