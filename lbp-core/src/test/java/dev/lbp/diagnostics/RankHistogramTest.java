package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankHistogramTest {

    @Test
    void of_distinctValues_countsRanks() {
        double[][] traces = {{1, 2, 3, 8}, {4, 5, 6, 7}};
        assertThat(RankHistogram.of(traces, 4)).isDeepEqualTo(new double[][] {{2, 1, 0, 1}, {0, 1, 2, 1}});
    }

    @Test
    void of_ties_spreadsThemOverTheRanksTheyShare() {
        double[][] traces = {{5, 5, 1, 5}, {5, 9, 5, 5}}; // ranks: 1 first, six fives, 9 last
        double six = 3.0 / 6.0;
        assertThat(RankHistogram.of(traces, 8))
                .isDeepEqualTo(
                        new double[][] {{1, six, six, six, six, six, six, 0}, {0, six, six, six, six, six, six, 1}});
    }

    /** Against the definition: all values that are equal stand at each of their ranks for an equal part. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 20})
    void of_randomTraces_agreesWithTheDefinition(int bins) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5L);
        for (int values : new int[] {1, 2, 10, 1_000_000}) {
            double[][] traces = new double[3][50];
            for (double[] chain : traces) {
                Arrays.setAll(chain, t -> random.nextInt(values) - 3.0);
            }
            double[][] counts = RankHistogram.of(traces, bins);
            for (int c = 0; c < 3; c++) {
                double[] expected = byDefinition(traces, c, bins);
                for (int b = 0; b < bins; b++) {
                    assertThat(counts[c][b]).isCloseTo(expected[b], within(1e-9));
                }
            }
        }
    }

    private static double[] byDefinition(double[][] traces, int chain, int bins) {
        double[] all =
                Arrays.stream(traces).flatMapToDouble(Arrays::stream).sorted().toArray();
        double[] counts = new double[bins];
        for (double value : traces[chain]) {
            long below = Arrays.stream(all).filter(x -> x < value).count();
            double ties = Arrays.stream(all).filter(x -> x == value).count();
            for (int b = 0; b < bins; b++) {
                double from = Math.max(below, (double) b * all.length / bins);
                double to = Math.min(below + ties, (b + 1.0) * all.length / bins);
                counts[b] += Math.max(0.0, to - from) / ties;
            }
        }
        return counts;
    }

    @Test
    void of_negativeZero_tiesWithZero() {
        assertThat(RankHistogram.of(new double[][] {{-0.0}, {0.0}}, 2)).isDeepEqualTo(new double[][] {
            {0.5, 0.5}, {0.5, 0.5}
        });
    }

    @Test
    void of_badArguments_areRefused() {
        assertThatThrownBy(() -> RankHistogram.of(new double[][] {{1}}, 0)).hasMessage("must be >= 1: bins=0");
        assertThatThrownBy(() -> RankHistogram.of(new double[0][], 2)).hasMessageContaining("traces.length=0");
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertThatThrownBy(() -> RankHistogram.of(new double[][] {{1, bad}, {2, 0}}, 2))
                    .hasMessageStartingWith("must be finite");
        }
        assertThat(RankHistogram.of(new double[][] {{}, {}}, 2)).isDeepEqualTo(new double[2][2]);
    }
}
