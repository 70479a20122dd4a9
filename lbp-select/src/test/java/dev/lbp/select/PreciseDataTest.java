package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.select.CollinearTest.Log;
import dev.lbp.select.prior.Inclusion;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses with little noise, whose evidence needs all digits of the residual, against rational arithmetic. */
class PreciseDataTest {

    private static final int P = 6;

    private static double[][] x(int n, double offset, Random random) {
        double[][] x = new double[n][P];
        for (double[] row : x) {
            for (int j = 0; j < P; j++) {
                row[j] = offset + random.nextGaussian();
            }
        }
        return x;
    }

    private static double[] y(double[][] x, double noise, Random random) {
        double[] y = new double[x.length];
        for (int t = 0; t < y.length; t++) {
            y[t] = x[t][0] - 2.0 * x[t][1] + 0.5 * x[t][2] + noise * random.nextGaussian();
        }
        return y;
    }

    private static void compare(
            double[][] x, double[] y, UnaryOperator<VariableSelection> prior, double lambda, Log log) {
        double[] expected = CollinearTest.expected(new RationalFit(x, y, 0), 0, P, lambda, log);
        for (int most : List.of(20, 0)) {
            SelectionResult result = prior.apply(VariableSelection.linear(x, y))
                    .inclusion(Inclusion.bernoulli(0.5))
                    .enumerateUpTo(most)
                    .sampling(run -> run.warmup(100).draws(300))
                    .run();
            for (int j = 0; j < P; j++) {
                SelectionResult.Variable variable = result.inclusion().get(j);
                double error = Double.isNaN(variable.error()) ? 0.0 : variable.error();
                assertThat(variable.probability())
                        .as("%s", variable)
                        .isCloseTo(expected[j], within(1e-6 + 5.0 * error));
            }
        }
    }

    /** Chance of a failure below 1e-4: sampled probabilities within five standard errors. */
    @ParameterizedTest
    @CsvSource({"0.01, 0", "1e-5, 0", "1e-6, 0", "1e-7, 0", "1e-7, 1000", "1e-10, 0", "1e-12, 0"})
    void knownVariance(double noise, double offset) {
        Random random = new Random(1L);
        int n = 80;
        double[][] x = x(n, offset, random);
        double[] y = y(x, noise, random);
        double variance = noise * noise;
        double total = 0.0;
        double mean = Arrays.stream(y).average().orElseThrow();
        for (double value : y) {
            total += (value - mean) * (value - mean);
        }
        double sum = total;
        compare(
                x,
                y,
                s -> s.gPrior().noiseVariance(variance),
                0.0,
                m -> -0.5 * m.k() * Math.log1p(n) - 0.5 * n / (1.0 + n) * m.rss() * sum / variance);
        compare(
                x,
                y,
                s -> s.bic().noiseVariance(variance),
                0.0,
                m -> -0.5 * m.k() * Math.log(n) - 0.5 * m.rss() * sum / variance);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-2, 1e-4, 1e-6, 3e-6, 1e-8, 1e-10, 1e-12})
    void nearAPerfectFit(double noise) {
        Random random = new Random(2L);
        int n = 300;
        double[][] x = x(n, 0.0, random);
        double[] y = y(x, noise, random);
        compare(x, y, VariableSelection::bic, 0.0, m -> -0.5 * m.k() * Math.log(n) - 0.5 * n * m.logRss());
    }
}
