package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.select.data.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.special.Beta;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Crime rates of 47 states of the USA in 1960 (Vandaele 1978; UScrime of R's package MASS), all variables but So in
 * logarithms. The figures are those of R's package BAS 1.7.5, prior BIC and g-prior with g = 47, models
 * beta.binomial(1, 1).
 */
@Tag("data")
class UsCrimeTest {

    private static final Path DIRECTORY =
            Path.of(System.getProperty("lbp.data", "../../shared/data")).resolve("uscrime");

    private static VariableSelection crime() throws IOException {
        assumeTrue(Files.exists(DIRECTORY), () -> "no directory " + DIRECTORY.toAbsolutePath());
        Table table = Table.csv(DIRECTORY.resolve("UScrime.csv")).without("rownames");
        String[] logged =
                table.names().stream().filter(name -> !name.equals("So")).toArray(String[]::new);
        return VariableSelection.linear(table.log(logged), "y");
    }

    /** The coefficient for a column of standard deviation 1. */
    private static double standardised(SelectionResult result, String column) throws IOException {
        Table table = Table.csv(DIRECTORY.resolve("UScrime.csv"));
        double[] values = table.log(column).column(column);
        double mean = 0.0;
        for (double value : values) {
            mean += value / values.length;
        }
        double squares = 0.0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return coefficient(result, column).mean() * Math.sqrt(squares / (values.length - 1));
    }

    private static SelectionResult.Coefficient coefficient(SelectionResult result, String column) {
        return result.coefficients().stream()
                .filter(one -> one.column().equals(column))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void bic_givesTheFiguresOfBas() throws IOException {
        SelectionResult result = crime().bic().run();
        for (String line : Files.readAllLines(DIRECTORY.resolve("inclusion_reference.txt"))) {
            if (!line.startsWith("#")) {
                String[] parts = line.split(" ");
                assertThat(result.inclusion(parts[0]).probability())
                        .as(parts[0])
                        .isEqualTo(Double.parseDouble(parts[1]), offset(1e-7));
            }
        }
        SelectionResult.Model top = result.models(1).get(0);
        assertThat(top.variables()).containsExactly("M", "Ed", "Po1", "NW", "U2", "Ineq", "Prob", "Time");
        assertThat(top.probability()).isEqualTo(0.019070, offset(5e-7));
        assertThat(result.models(20).stream().filter(model -> model.variables().size() == 15))
                .singleElement()
                .satisfies(all -> assertThat(all.probability()).isEqualTo(0.015560, offset(5e-7)));
        assertThat(result.sizes()[9]).isEqualTo(0.17296, offset(5e-6));
        Map.of("M", 0.118323, "Ed", 0.222863, "Ineq", 0.298302, "Prob", -0.133935)
                .forEach((column, mean) -> assertThat(value(result, column)).isEqualTo(mean, offset(5e-7)));
    }

    private static double value(SelectionResult result, String column) {
        try {
            return standardised(result, column);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void gPrior_givesTheFiguresOfBas() throws IOException {
        SelectionResult result = crime().gPrior().run();
        Map.of(
                        "M", 0.8524956,
                        "So", 0.2791336,
                        "Ed", 0.9635956,
                        "Po1", 0.6866073,
                        "Po2", 0.4505230,
                        "Ineq", 0.9963274,
                        "Prob", 0.8796042,
                        "Time", 0.4061156)
                .forEach(
                        (name, probability) -> assertThat(result.inclusion(name).probability())
                                .as(name)
                                .isEqualTo(probability, offset(1e-7)));
        assertThat(result.models(1).get(0).probability()).isEqualTo(0.015890, offset(5e-7));
        assertThat(value(result, "Ed")).isEqualTo(0.204998, offset(5e-7));
        assertThat(value(result, "Ineq")).isEqualTo(0.291526, offset(5e-7));
    }

    /** All 32,768 models: residuals by Cholesky factorisations, evidence by the trapezoidal rule. */
    @Test
    void hyperG_givesTheSums_ofAnIndependentQuadrature() throws IOException {
        Table table = Table.csv(DIRECTORY.resolve("UScrime.csv")).without("rownames");
        String[] logged =
                table.names().stream().filter(name -> !name.equals("So")).toArray(String[]::new);
        Table logs = table.log(logged);
        String[] names =
                table.names().stream().filter(name -> !name.equals("y")).toArray(String[]::new);
        double[][] x = new double[47][15];
        for (int j = 0; j < 15; j++) {
            double[] column = logs.column(names[j]);
            for (int t = 0; t < 47; t++) {
                x[t][j] = column[t];
            }
        }
        NaiveEvidence naive = new NaiveEvidence(x, logs.column("y"), 1e-9);
        NaiveMixture mixture = NaiveMixture.hyperG(3, 47);
        double[] sums = new double[16];
        for (int bits = 0; bits < 1 << 15; bits++) {
            byte[] state = new byte[15];
            for (int j = 0; j < 15; j++) {
                state[j] = (byte) (bits >> j & 1);
            }
            NaiveEvidence.Regression fit = naive.regression(state, 0.0);
            double evidence = fit.k() == 0 ? 0.0 : mixture.log(46, fit.k(), fit.rss() / fit.yy());
            double weight = Math.exp(evidence + Beta.logBeta(1 + fit.k(), 16 - fit.k()));
            sums[15] += weight;
            for (int j = 0; j < 15; j++) {
                sums[j] += state[j] * weight;
            }
        }
        SelectionResult result = crime().hyperG().run();
        for (int j = 0; j < 15; j++) {
            assertThat(result.inclusion(names[j]).probability()).isEqualTo(sums[j] / sums[15], offset(1e-10));
        }
    }

    /**
     * Chains give the exact probabilities: 15 comparisons at 4.5 errors fail together with probability 15 * 7e-6 = 1e-4
     * if errors are right.
     */
    @Test
    void chains_giveTheExactProbabilities_withinTheirErrors() throws IOException {
        SelectionResult exact = crime().bic().run();
        SelectionResult sampled = crime().bic().enumerateUpTo(0).seed(3).run();
        List<SelectionResult.Variable> variables = sampled.inclusion();
        for (int j = 0; j < variables.size(); j++) {
            assertThat(variables.get(j).error()).isLessThan(0.01);
            assertThat(variables.get(j).probability())
                    .isEqualTo(
                            exact.inclusion().get(j).probability(),
                            offset(4.5 * variables.get(j).error()));
        }
    }
}
