package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The evidence of Li and Clyde for logistic regression: by its definition, and as BAS has it. */
class LocalGPriorTest {

    private static final int N = 60;
    private static final int P = 4;
    private static final double[][] X =
            Regressions.autoregressive(N, P, 0.5, 3L).x();
    private static final double[] Y = GlmSelectionTest.bits(X, 0.8, 3L);

    /** The largest likelihood of the constant and some columns, in the units of the data. */
    record Largest(double logLikelihood, RealVector b, RealMatrix information) {

        static Largest of(int[] in) {
            int k = in.length + 1;
            RealMatrix x = new Array2DRowRealMatrix(N, k);
            for (int t = 0; t < N; t++) {
                x.setEntry(t, 0, 1);
                for (int m = 1; m < k; m++) {
                    x.setEntry(t, m, X[t][in[m - 1]]);
                }
            }
            RealVector b = new ArrayRealVector(k);
            RealMatrix information = x.transpose();
            double value = 0;
            for (int step = 0; step < 30; step++) {
                RealVector eta = x.operate(b);
                RealVector mu = eta.map(e -> 1 / (1 + Math.exp(-e)));
                RealMatrix weighted = x.copy();
                for (int t = 0; t < N; t++) {
                    weighted.setRowVector(t, x.getRowVector(t).mapMultiply(mu.getEntry(t) * (1 - mu.getEntry(t))));
                }
                information = x.transpose().multiply(weighted);
                value = 0;
                for (int t = 0; t < N; t++) {
                    value += Y[t] * eta.getEntry(t) - Math.log1p(Math.exp(eta.getEntry(t)));
                }
                RealVector score = x.transpose().operate(new ArrayRealVector(Y).subtract(mu));
                b = b.add(new LUDecomposition(information).getSolver().solve(score));
            }
            return new Largest(value, b, information);
        }

        double logEvidence(double g) {
            int k = b.getDimension() - 1;
            return logOfConstant() - 0.5 * k * Math.log(1 + g) - 0.5 * wald() / (1 + g);
        }

        double logOfConstant() {
            return logLikelihood - 0.5 * Math.log(information.getEntry(0, 0));
        }

        double wald() {
            int k = b.getDimension() - 1;
            double ofConstant = information.getEntry(0, 0);
            double q = 0;
            for (int i = 1; i <= k; i++) {
                for (int j = 1; j <= k; j++) {
                    double s = information.getEntry(i, j)
                            - information.getEntry(i, 0) * information.getEntry(0, j) / ofConstant;
                    q += b.getEntry(i) * s * b.getEntry(j);
                }
            }
            return q;
        }
    }

    static int[] in(int bits) {
        return IntStream.range(0, P).filter(j -> (bits >> j & 1) == 1).toArray();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 12, 1000})
    void evidence_isThatOfItsDefinition(double g) {
        LocalEnergyModel.Tracker tracker = VariableSelection.logistic(X, Y)
                .localGPrior(g)
                .inclusion(Inclusion.bernoulli(0.5))
                .model()
                .newTracker();
        double first = Double.NaN;
        for (int bits = 0; bits < 1 << P; bits++) {
            tracker.reset(NaiveLogistic.state(bits, P));
            double difference = tracker.logProb() - Largest.of(in(bits)).logEvidence(g);
            first = Double.isNaN(first) ? difference : first;
            assertThat(difference).as("model %d", bits).isEqualTo(first, offset(1e-8));
        }
    }

    /** Estimates leave out what a variable changes in the information: here their error is 0.57 on average. */
    @Test
    void estimates_areNear_theDifferences() {
        LocalEnergyModel.Tracker tracker = VariableSelection.logistic(X, Y)
                .localGPrior(50)
                .inclusion(Inclusion.bernoulli(0.5))
                .model()
                .newTracker();
        double[] ratios = new double[P];
        double sum = 0;
        for (int bits = 0; bits < 1 << P; bits++) {
            tracker.reset(NaiveLogistic.state(bits, P));
            tracker.logRatios(IntStream.range(0, P).toArray(), P, ratios);
            for (int j = 0; j < P; j++) {
                double difference = Largest.of(in(bits ^ 1 << j)).logEvidence(50)
                        - Largest.of(in(bits)).logEvidence(50);
                sum += Math.abs(ratios[j] - difference);
            }
        }
        assertThat(sum / (P << P)).isLessThan(0.65);
    }

    /** In one model the mean is g/(1+g) times the largest likelihood, and so is the covariance. */
    @Test
    void coefficients_areShrunk() {
        double[][] x = new double[N][1];
        IntStream.range(0, N).forEach(t -> x[t][0] = X[t][0]);
        SelectionResult result = VariableSelection.logistic(x, Y).localGPrior(4).run();
        Largest largest = Largest.of(new int[] {0});
        SelectionResult.Coefficient found = result.coefficients().get(0);
        double variance = new LUDecomposition(largest.information)
                .getSolver()
                .getInverse()
                .getEntry(1, 1);
        assertThat(found.meanIfIn()).isEqualTo(0.8 * largest.b.getEntry(1), offset(1e-8));
        assertThat(found.sdIfIn()).isEqualTo(Math.sqrt(0.8 * variance), offset(1e-8));
        assertThat(result.summary()).contains("local g-prior, g = 4;");
        assertThat(VariableSelection.logistic(x, Y).localGPrior().run().summary())
                .contains("local g-prior, g = n = 60 (rows);");
    }

    /**
     * BAS 1.7.5.9000, {@code bas.glm(y ~ ., data, family = binomial(), betaprior = g.prior(60), modelprior = uniform(),
     * method = "deterministic", n.models = 16, control = glm.control(epsilon = 1e-14, maxit = 100))$probne0} on these
     * data.
     */
    @Test
    void probabilities_areThoseOfBas() {
        List<SelectionResult.Variable> found = VariableSelection.logistic(X, Y)
                .localGPrior(60)
                .inclusion(Inclusion.bernoulli(0.5))
                .run()
                .inclusion();
        double[] bas = {0.997193074577, 0.844713437841, 0.602996269070, 0.139381561200};
        for (int j = 0; j < P; j++) {
            assertThat(found.get(j).probability()).isEqualTo(bas[j], offset(1e-9));
        }
    }

    @Test
    void linearRegressions_haveNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.linear(X, Y).localGPrior().run())
                .withMessage("must not be localGPrior in a regression that is linear or approximate; use gPrior");
    }
}
