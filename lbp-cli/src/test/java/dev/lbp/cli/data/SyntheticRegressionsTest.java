package dev.lbp.cli.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Means of products of standardised columns over 4,000 observations have a standard error of at most 1 / sqrt(4,000) =
 * 0.016 each; here they are averaged over pairs of columns, which makes it smaller. Bounds are at least 5 standard
 * errors of one: false failures have a probability below 6e-7 each.
 */
class SyntheticRegressionsTest {

    private static final int N = 4_000;
    private static final int P = 400;
    private static final double FIVE_ERRORS = 5.0 / Math.sqrt(N);

    @Test
    void autoregressive_correlationsArePowers() {
        SyntheticRegressions data = SyntheticRegressions.autoregressive(N, P, 0.6, 2.0, 1L);
        double[][] columns = standardised(data.x());
        assertThat(correlation(columns, 1, 1, P)).isCloseTo(0.6, within(FIVE_ERRORS));
        assertThat(correlation(columns, 3, 1, P)).isCloseTo(0.216, within(FIVE_ERRORS));
        assertThat(correlation(columns, 30, 1, P)).isCloseTo(0.0, within(FIVE_ERRORS));
        assertThat(data.relevant()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(variance(data.x(), 200)).isCloseTo(1.0, within(FIVE_ERRORS * Math.sqrt(2.0)));
    }

    @Test
    void modules_haveCommonAndOwnCorrelation() {
        SyntheticRegressions data = SyntheticRegressions.modules(N, P, 1.0, 2L);
        double[][] columns = standardised(data.x());
        assertThat(correlation(columns, 1, SyntheticRegressions.BLOCK, P)).isCloseTo(0.9, within(FIVE_ERRORS));
        assertThat(correlation(columns, 20, SyntheticRegressions.BLOCK, P)).isCloseTo(0.3, within(FIVE_ERRORS));
        assertThat(Arrays.stream(data.relevant()).map(j -> j / 20).distinct()).hasSize(10);
        assertThat(variance(data.x(), 200)).isCloseTo(1.0, within(FIVE_ERRORS * Math.sqrt(2.0)));
    }

    @Test
    void genotypes_areSumsOfTwoChromosomes_linkedInBlocks() {
        SyntheticRegressions data = SyntheticRegressions.genotypes(N, P, 2.0, 3L);
        double[][] columns = standardised(data.x());
        assertThat(correlation(columns, 1, SyntheticRegressions.BLOCK, P)).isCloseTo(0.9, within(FIVE_ERRORS));
        assertThat(correlation(columns, 4, SyntheticRegressions.BLOCK, P)).isCloseTo(0.6561, within(FIVE_ERRORS));
        assertThat(correlation(columns, 20, SyntheticRegressions.BLOCK, P)).isCloseTo(0.0, within(FIVE_ERRORS));
        assertThat(Arrays.stream(data.x()).flatMapToDouble(Arrays::stream).distinct())
                .containsExactlyInAnyOrder(0.0, 1.0, 2.0);
        for (int b = 0; b < P / SyntheticRegressions.BLOCK; b++) {
            int column = b * SyntheticRegressions.BLOCK + 5;
            double frequency =
                    Arrays.stream(data.x()).mapToDouble(row -> row[column]).sum() / (2.0 * N);
            assertThat(frequency).isBetween(0.1 - FIVE_ERRORS, 0.5 + FIVE_ERRORS);
            // a binomial of two: the chromosomes are independent
            assertThat(variance(data.x(), column))
                    .isCloseTo(2.0 * frequency * (1.0 - frequency), within(FIVE_ERRORS * Math.sqrt(2.0)));
        }
    }

    /** Of 20 blocks the even ones have the true variables; of the others, 5 and 15 are fifths. */
    @Test
    void genotypes_haveCopies_ofTheFirstTwoTrueVariables_andInOtherBlocks() {
        SyntheticRegressions data = SyntheticRegressions.genotypes(N, P, 2.0, 3L);
        int[] copied = IntStream.range(0, P / 20)
                .filter(b -> IntStream.range(b * 20, b * 20 + 19).anyMatch(j -> same(data.x(), j, b * 20 + 19)))
                .toArray();
        assertThat(copied).containsExactly(0, 2, 5, 15);
        assertThat(Arrays.stream(data.relevant()).map(j -> j / 20)).containsExactly(0, 2, 4, 6, 8, 10, 12, 14, 16, 18);
        assertThat(same(data.x(), data.relevant()[0], 19)).isTrue();
        assertThat(same(data.x(), data.relevant()[1], 59)).isTrue();
    }

    /**
     * In independent blocks the product of a true column with the response is the coefficient, to 5 errors of the
     * response.
     */
    @Test
    void response_hasTheCoefficients_andNoiseOfVarianceOne() {
        double[] expected = {2.0, -3.0, 2.0, 2.0, -3.0, 3.0, -2.0, 3.0, -2.0, 3.0};
        double unit = 2.0 * Math.sqrt(Math.log(P) / N);
        SyntheticRegressions data = SyntheticRegressions.genotypes(N, P, 2.0, 4L);
        double[][] columns = standardised(data.x());
        double[] rest = data.y().clone();
        for (int k = 0; k < expected.length; k++) {
            double[] column = columns[data.relevant()[k]];
            double coefficient = IntStream.range(0, N)
                            .mapToDouble(t -> column[t] * data.y()[t])
                            .sum()
                    / N;
            assertThat(coefficient).isCloseTo(unit * expected[k], within(1.2 * FIVE_ERRORS));
            for (int t = 0; t < N; t++) {
                rest[t] -= unit * expected[k] * column[t];
            }
        }
        double mean = Arrays.stream(rest).average().orElseThrow();
        double variance = Arrays.stream(rest).map(v -> (v - mean) * (v - mean)).sum() / N;
        assertThat(variance).isCloseTo(1.0, within(FIVE_ERRORS * Math.sqrt(2.0)));
    }

    @Test
    void seed_decidesAll() {
        assertThat(SyntheticRegressions.genotypes(30, 200, 1.0, 5L).x())
                .isDeepEqualTo(SyntheticRegressions.genotypes(30, 200, 1.0, 5L).x());
        assertThat(SyntheticRegressions.modules(30, 200, 1.0, 5L).y())
                .isNotEqualTo(SyntheticRegressions.modules(30, 200, 1.0, 6L).y());
    }

    @Test
    void impossibleShapes_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SyntheticRegressions.modules(2, 200, 1.0, 1L))
                .withMessage("must be >= 3: n=2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SyntheticRegressions.genotypes(50, 210, 1.0, 1L))
                .withMessage("must be a multiple of 20 and >= 200: p=210");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SyntheticRegressions.autoregressive(50, 200, 1.0, 1.0, 1L))
                .withMessage("must be in (0, 1): rho=1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SyntheticRegressions.autoregressive(50, 200, 0.5, 0.0, 1L))
                .withMessage("must be finite and > 0: snr=0.0");
    }

    /** The mean correlation of the first column of each block with the one {@code lag} later. */
    private static double correlation(double[][] columns, int lag, int block, int p) {
        return IntStream.range(0, (p - lag) / block)
                .mapToDouble(b -> IntStream.range(0, N)
                                .mapToDouble(t -> columns[b * block][t] * columns[b * block + lag][t])
                                .sum()
                        / N)
                .average()
                .orElseThrow();
    }

    private static double variance(double[][] x, int j) {
        double mean = Arrays.stream(x).mapToDouble(row -> row[j]).average().orElseThrow();
        return Arrays.stream(x)
                .mapToDouble(row -> (row[j] - mean) * (row[j] - mean))
                .average()
                .orElseThrow();
    }

    private static double[][] standardised(double[][] x) {
        double[][] columns = new double[x[0].length][x.length];
        for (int j = 0; j < columns.length; j++) {
            int column = j;
            double mean =
                    Arrays.stream(x).mapToDouble(row -> row[column]).average().orElseThrow();
            double sd = Math.sqrt(variance(x, j));
            for (int t = 0; t < x.length; t++) {
                columns[j][t] = (x[t][j] - mean) / sd;
            }
        }
        return columns;
    }

    private static boolean same(double[][] x, int i, int j) {
        return Arrays.stream(x).allMatch(row -> row[i] == row[j]);
    }
}
