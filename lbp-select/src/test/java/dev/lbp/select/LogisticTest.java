package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.select.data.Table;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logistic regression by one Newton step. */
class LogisticTest {

    private static final int P = 6;

    /** Correlated columns. The first three have effects of the given strength. */
    static Regressions data(int n, double strength, long seed) {
        Regressions data = Regressions.autoregressive(n, P, 0.5, seed);
        Random random = new Random(seed);
        for (int t = 0; t < n; t++) {
            double eta = strength * (data.x()[t][0] - 0.5 * data.x()[t][1] + 0.2 * data.x()[t][2] - 2.0);
            data.y()[t] = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        }
        return data;
    }

    private static final Regressions DATA = data(60, 0.8, 3L);

    private static void compare(VariableSelection selection, NaiveLogistic naive) {
        LocalEnergyModel.Tracker tracker =
                selection.inclusion(Inclusion.bernoulli(0.5)).model().newTracker();
        double empty = naive.logEvidence(new byte[P], 0);
        tracker.reset(new byte[P]);
        double here = tracker.logProb();
        for (int bits = 0; bits < 1 << P; bits++) {
            byte[] state = NaiveLogistic.state(bits, P);
            tracker.reset(state);
            assertThat(tracker.logProb() - here).isEqualTo(naive.logEvidence(state, 0) - empty, offset(1e-9));
        }
    }

    @Test
    void evidence_isThat_ofTheExpansion_ofAllModels() {
        compare(
                VariableSelection.logistic(DATA.x(), DATA.y()).approximate().gPrior(),
                NaiveLogistic.gPrior(DATA.x(), DATA.y(), 60));
        compare(
                VariableSelection.logistic(DATA.x(), DATA.y()).approximate().ridge(0.7),
                NaiveLogistic.ridge(DATA.x(), DATA.y(), 0.7));
    }

    /** The score statistic of a model, half of it, less log n / 2 for each column. */
    @Test
    void bic_isTheScoreStatistic() {
        LocalEnergyModel.Tracker tracker = VariableSelection.logistic(DATA.x(), DATA.y())
                .approximate()
                .bic()
                .inclusion(Inclusion.bernoulli(0.5))
                .model()
                .newTracker();
        tracker.reset(new byte[P]);
        double empty = tracker.logProb();
        NaiveEvidence naive = new NaiveEvidence(DATA.x(), DATA.y(), 1e-9);
        for (int bits = 0; bits < 1 << P; bits++) {
            byte[] state = NaiveLogistic.state(bits, P);
            NaiveEvidence.Regression fit = naive.regression(state, 0.0);
            tracker.reset(state);
            assertThat(tracker.logProb() - empty)
                    .isEqualTo(0.5 * 60 * (1 - fit.rss() / fit.yy()) - 0.5 * fit.k() * Math.log(60), offset(1e-9));
        }
    }

    /**
     * The figures of docs/results/selection-logistic.md: largest and mean differences over ten data sets. The
     * effects of three of the columns, for one standard deviation of them, are strength, -strength and 0.6 strength.
     */
    @ParameterizedTest
    @CsvSource({"0.3, 0.0514, 0.0088", "0.6, 0.1048, 0.0200", "1.2, 0.2298, 0.0214"})
    void inclusion_isNear_thatOfTheFullLaplaceMethod(double strength, double most, double mean) {
        double largest = 0.0;
        double sum = 0.0;
        for (long seed = 1; seed <= 10; seed++) {
            Regressions data = data(300, strength, seed);
            SelectionResult result = VariableSelection.logistic(data.x(), data.y())
                    .approximate()
                    .inclusion(Inclusion.bernoulli(0.5))
                    .run();
            double[] full = NaiveLogistic.gPrior(data.x(), data.y(), 300).inclusion(12);
            for (int j = 0; j < P; j++) {
                double difference = Math.abs(result.inclusion().get(j).probability() - full[j]);
                largest = Math.max(largest, difference);
                sum += difference;
            }
        }
        assertThat(largest).isEqualTo(most, offset(5e-5));
        assertThat(sum / (10 * P)).isEqualTo(mean, offset(5e-5));
    }

    @Test
    void result_isLabelled_andPredictsNothing() {
        SelectionResult result =
                VariableSelection.logistic(DATA.x(), DATA.y()).approximate().run();
        assertThat(result.isApproximate()).isTrue();
        assertThat(result.summary())
                .contains(String.format("%nlogistic regression, approximate: one Newton step from the model without"
                        + " variables%ncoefficients: g-prior, g = n = 60 (rows); models"));
        assertThat(new SelectionReport(result).html()).contains("logistic regression, approximate");
        assertThat(VariableSelection.linear(DATA.x(), DATA.y()).run().isApproximate())
                .isFalse();
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> result.predict(DATA.x()))
                .withMessage("must not be approximate to predict: one Newton step gives no probabilities");
    }

    /** One step stays finite where the maximum likelihood is not. */
    @Test
    void separatedResponse_hasItsVariable_andAFiniteCoefficient() {
        double[] y = new double[60];
        for (int t = 0; t < 60; t++) {
            y[t] = DATA.x()[t][2] > 3.0 ? 1 : 0;
        }
        SelectionResult result =
                VariableSelection.logistic(DATA.x(), y).approximate().run();
        assertThat(result.inclusion("x3").probability()).isGreaterThan(0.9999);
        assertThat(result.coefficients().get(2).mean()).isBetween(0.1, 10.0);
        assertThat(result.coefficients().get(2).sd()).isBetween(0.01, 1.0);
    }

    @Test
    void badInput_isRefused() {
        double[] y = DATA.y().clone();
        y[4] = 0.5;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.logistic(DATA.x(), y))
                .withMessage("must be 0 or 1: y[4]=0.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.logistic(DATA.x(), new double[60]))
                .withMessage("must not be constant: the response");
        double[] ones = new double[60];
        Arrays.fill(ones, 1.0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.logistic(DATA.x(), ones))
                .withMessage("must not be constant: the response");
        Table table = Table.of(new String[] {"a", "sick"}, new double[][] {{1, 0}, {3, 1}, {2, 2}});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.logistic(table, "sick"))
                .withMessage("must be 0 or 1: column sick, row 3=2.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.logistic(new double[2][1], new double[2]))
                .withMessage("must be >= 3: n, the number of observations=2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.logistic(DATA.x(), DATA.y())
                        .approximate()
                        .zellnerSiow()
                        .model())
                .withMessage("must be gPrior, ridge or bic with noiseVariance or in an approximate regression, not"
                        + " zellner-siow");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.logistic(DATA.x(), DATA.y())
                        .approximate()
                        .noiseVariance(1))
                .withMessage("must not be set for a logistic regression, which has no noise: sigma2=1.0");
    }
}
