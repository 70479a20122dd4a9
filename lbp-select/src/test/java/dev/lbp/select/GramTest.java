package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GramTest {

    /** Sizes beside the four rows, two columns and 64 places of the loops. */
    @ParameterizedTest
    @CsvSource({"5, 1, false", "7, 2, true", "16, 65, false", "9, 131, true", "3, 1027, false"})
    void products_areThose_ofTheNaiveLoop(int n, int p, boolean single) {
        Random random = new Random(1L);
        double[][] x = new double[n][p];
        double[] y = random.doubles(n).toArray();
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
        Gram gram = Gram.of(x, y, single);
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

    /** One array stands for all rows: nothing of this size is allocated before the refusal. */
    @Test
    void productsLargerThanTheHeap_areRefused_withTheirBytes() {
        double[] row = new double[1_000_000];
        assertThatThrownBy(() -> Gram.of(new double[][] {row, row, row}, new double[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "must fit into memory: the products of all pairs of p=1000000 columns: 4.0 TB needed")
                .hasMessageContaining("leave out columns");
    }
}
