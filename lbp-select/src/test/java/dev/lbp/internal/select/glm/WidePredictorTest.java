package dev.lbp.internal.select.glm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.internal.select.average.Term;
import dev.lbp.internal.select.prior.Combination;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.data.Prediction;
import dev.lbp.select.data.Table;
import dev.lbp.select.prior.Inclusion;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** Predicted probabilities where the linear predictor is hardly known. */
class WidePredictorTest {

    private static final int N = 40;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private final double[][] x = new double[N][2];

    WidePredictorTest() {
        Random random = new Random(12L);
        for (double[] row : x) {
            row[0] = random.nextGaussian();
            row[1] = 1 + 2 * random.nextGaussian();
        }
    }

    /** Two columns that separate the response under a wide prior: the predictor has deviations up to about 1,000. */
    @Test
    void probabilities_ofAWidePredictor_areIntegrals() {
        double[] y =
                IntStream.range(0, N).mapToDouble(t -> x[t][0] > 0.1 ? 1 : 0).toArray();
        double[][] rows = {{0.1, 1.0}, {0.3, -2.0}, {0.0, 4.0}};
        for (double[] row : rows) {
            checkWide(VariableSelection.logistic(x, y), eta -> 1 / (1 + Math.exp(-eta)), row);
            checkWide(VariableSelection.probit(x, y), NORMAL::cumulativeProbability, row);
        }
    }

    private static void checkWide(VariableSelection selection, DoubleUnaryOperator mean, double[] row) {
        selection.ridge(1e6).always("x2").inclusion(Inclusion.bernoulli(1 - 1e-9));
        Prediction one = selection
                .run()
                .predict(Table.of(new String[] {"x1", "x2"}, new double[][] {row}))
                .get(0);
        GlmModel model = (GlmModel) selection.model();
        GlmFit fit = model.newFit();
        model.load(fit, new int[] {0});
        double[] always = {row[1]};
        Combination eta = fit.predictor(
                new Term("", model.design.baseAt(always), new double[] {model.design.at(0, row[0], always)}, 0.0, 1.0));
        assertThat(Math.sqrt(eta.form())).isGreaterThan(3.0);
        double expected = mean(eta, mean);
        assertThat(one.mean()).isEqualTo(expected, offset(1e-4));
        double square = mean(eta, at -> mean.applyAsDouble(at) * mean.applyAsDouble(at));
        assertThat(one.sdOfMean()).isEqualTo(Math.sqrt(square - expected * expected), offset(1e-3));
    }

    /** By the trapezoidal rule. */
    private static double mean(Combination eta, DoubleUnaryOperator of) {
        double step = 0.0005;
        double sum = 0;
        for (double z = -9; z <= 9; z += step) {
            double mass = step * Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
            sum += mass * of.applyAsDouble(eta.location() + Math.sqrt(eta.form()) * z);
        }
        return sum;
    }
}
