package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

/** Numbers of one linear model against least squares by hand. */
class LinearNumbersTest {

    private static final double[][] X = {{1}, {2}, {3}, {5}, {8}, {9}};
    private static final double[] Y = {1, 3, 2, 6, 7, 8};

    /** Sums of squares and products about the means. */
    private static double sum(boolean xFirst, boolean xSecond) {
        double[] mean = {0, 0};
        for (int t = 0; t < 6; t++) {
            mean[0] += X[t][0] / 6;
            mean[1] += Y[t] / 6;
        }
        double sum = 0;
        for (int t = 0; t < 6; t++) {
            double a = xFirst ? X[t][0] - mean[0] : Y[t] - mean[1];
            sum += a * (xSecond ? X[t][0] - mean[0] : Y[t] - mean[1]);
        }
        return sum;
    }

    /** A t distribution with 6 - 2 = 4 degrees of freedom has the variance 4 / 2 times the squared scale. */
    @Test
    void bic_sdIsThatOfTheTDistribution() {
        SelectionResult result = VariableSelection.linear(X, Y).bic().run();
        double rss = sum(false, false) - sum(true, false) * sum(true, false) / sum(true, true);
        double error = Math.sqrt(rss / 4 / sum(true, true));
        assertThat(result.coefficients().get(0).sdIfIn()).isEqualTo(error * Math.sqrt(2), offset(1e-12));
    }

    @Test
    void ridge_rSquaredIsThatOfTheFit() {
        SelectionResult result = VariableSelection.linear(X, Y).ridge(0.5).run();
        double b = result.coefficients().get(0).meanIfIn();
        double rss = sum(false, false) - 2 * b * sum(true, false) + b * b * sum(true, true);
        assertThat(result.model("x1").rSquared()).isEqualTo(1 - rss / sum(false, false), offset(1e-12));
    }

    @Test
    void bic_ofMoreColumnsThanRows_hasANote() {
        Regressions data = Regressions.autoregressive(12, 11, 0.5, 3L);
        assertThat(VariableSelection.linear(data.x(), data.y())
                        .bic()
                        .maxSize(3)
                        .run()
                        .summary())
                .contains("note: bic needs many more rows than columns", "use hyper-g/n or ridge");
    }

    /** Log evidences are relative to the empty model's, and log-probabilities are rounded. */
    @Test
    void emptyModel_hasLogEvidence_zero() {
        for (long seed = 1; seed <= 5; seed++) {
            Regressions data = Regressions.autoregressive(40, 3, 0.5, seed);
            assertThat(data.selection().run().model().logEvidence()).isZero();
        }
    }
}
