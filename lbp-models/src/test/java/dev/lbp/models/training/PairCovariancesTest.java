package dev.lbp.models.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.junit.jupiter.api.Test;

class PairCovariancesTest {

    private static final int[][] SEQUENCES = {{0, 1, 2}, {1, 1, 0}, {0, 2, 2}, {2, 0, 1}};
    private static final double[] WEIGHTS = {1.0, 0.5, 2.0, 0.5};

    /** The definition, pair by pair. */
    @Test
    void ofSite_weighted_isTheDefinition() {
        PairCovariances found = PairCovariances.of(SEQUENCES, WEIGHTS, 3);
        for (int i = 0; i < 3; i++) {
            for (int a = 0; a < 3; a++) {
                assertThat(found.frequencies()[i][a]).isCloseTo(frequency(i, a, i, a), within(1e-15));
                for (int j = 0; j < i; j++) {
                    for (int b = 0; b < 3; b++) {
                        double exact = frequency(i, a, j, b) - frequency(i, a, i, a) * frequency(j, b, j, b);
                        assertThat(found.ofSite(i)[(j * 3 + b) * 3 + a]).isCloseTo(exact, within(1e-15));
                    }
                }
            }
        }
    }

    private static double frequency(int i, int a, int j, int b) {
        double sum = 0.0;
        for (int k = 0; k < SEQUENCES.length; k++) {
            sum += SEQUENCES[k][i] == a && SEQUENCES[k][j] == b ? WEIGHTS[k] : 0.0;
        }
        return sum / 4.0;
    }

    @Test
    void pearson_otherWeights_isThatOfAllPairs() {
        PairCovariances one = PairCovariances.of(SEQUENCES, WEIGHTS, 3);
        PairCovariances other = PairCovariances.of(SEQUENCES, new double[] {1.0, 1.0, 0.2, 1.0}, 3);
        double[] x = new double[27];
        double[] y = new double[27];
        System.arraycopy(one.ofSite(1), 0, x, 0, 9);
        System.arraycopy(one.ofSite(2), 0, x, 9, 18);
        System.arraycopy(other.ofSite(1), 0, y, 0, 9);
        System.arraycopy(other.ofSite(2), 0, y, 9, 18);
        assertThat(one.pearson(other)).isCloseTo(new PearsonsCorrelation().correlation(x, y), within(1e-12));
        assertThat(one.pearson(one)).isCloseTo(1.0, within(1e-12));
    }

    @Test
    void badInput_isRefused() {
        PairCovariances one = PairCovariances.of(SEQUENCES, WEIGHTS, 3);
        assertThatThrownBy(() -> one.ofSite(3)).hasMessage("must be in [0, N - 1=2]: site=3");
        assertThatThrownBy(() -> PairCovariances.of(SEQUENCES, new double[1], 3))
                .hasMessage("must have length 4: weights.length=1");
        assertThatThrownBy(() -> PairCovariances.of(SEQUENCES, WEIGHTS, 2))
                .hasMessage("must be in [0, 1]: sequences[0][2]=2");
        assertThatThrownBy(() -> one.pearson(PairCovariances.of(SEQUENCES, WEIGHTS, 4)))
                .hasMessage("must have 3 sites and 3 values: other=3 sites, 4 values");
    }
}
