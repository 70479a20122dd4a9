package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.select.data.NewData;
import dev.lbp.select.data.Prediction;
import dev.lbp.select.data.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;

/**
 * Linear regressions with weights, against one without weights: rows times the roots of their weights, reflected so
 * that the column of these roots becomes a constant one. A reflection changes no product of two columns.
 */
class WeightedLinearTest {

    private static final int N = 30;
    private static final Regressions DATA = Regressions.autoregressive(N, 4, 0.5, 7L);

    /** Of mean 1, so that a new row of weight 1 has the same noise in both. */
    private static final double[] WEIGHTS = weights();

    private static double[] weights() {
        Random random = new Random(5L);
        double[] all = random.doubles(N, 0.1, 4.0).toArray();
        double mean = Arrays.stream(all).average().orElseThrow();
        return Arrays.stream(all).map(weight -> weight / mean).toArray();
    }

    /** A column times the roots, reflected in the plane that takes the roots to a constant of their length. */
    private static double[] reflected(double[] column) {
        double[] roots = Arrays.stream(WEIGHTS).map(Math::sqrt).toArray();
        double[] normal = Arrays.stream(roots).map(root -> root - 1.0).toArray(); // the roots' length is that of ones
        double squares = Arrays.stream(normal).map(value -> value * value).sum();
        double product = IntStream.range(0, N)
                .mapToDouble(t -> normal[t] * roots[t] * column[t])
                .sum();
        double[] made = new double[N];
        Arrays.setAll(made, t -> roots[t] * column[t] - 2.0 * product / squares * normal[t]);
        return made;
    }

    private static VariableSelection unweighted() {
        double[][] x = new double[N][4];
        for (int j = 0; j < 4; j++) {
            int column = j;
            double[] made = reflected(
                    Arrays.stream(DATA.x()).mapToDouble(row -> row[column]).toArray());
            for (int t = 0; t < N; t++) {
                x[t][j] = made[t];
            }
        }
        return VariableSelection.linear(x, reflected(DATA.y()));
    }

    private static VariableSelection weighted() {
        return VariableSelection.linear(DATA.x(), DATA.y()).weights(WEIGHTS);
    }

    private static void assertClose(double found, double expected, String what) {
        assertThat(found).as(what).isCloseTo(expected, within(1e-9 * Math.max(1.0, Math.abs(expected))));
    }

    private static void assertEqual(SelectionResult found, SelectionResult expected, String prior) {
        for (int i = 0; i < expected.models(16).size(); i++) {
            SelectionResult.Model model = found.models(16).get(i);
            SelectionResult.Model other = expected.models(16).get(i);
            assertThat(model.variables()).as(prior).isEqualTo(other.variables());
            assertClose(model.probability(), other.probability(), prior);
            assertClose(model.logEvidence(), other.logEvidence(), prior);
            assertClose(model.rSquared(), other.rSquared(), prior);
        }
        for (int k = 0; k < expected.coefficients().size(); k++) {
            assertEqual(found.coefficients().get(k), expected.coefficients().get(k), prior);
        }
        for (int k = 0; k < expected.alwaysIn().size(); k++) {
            assertEqual(found.alwaysIn().get(k), expected.alwaysIn().get(k), prior);
        }
        double[][] rows = {{0.3, -1, 2, 0.5}, {0, 0, 0, 0}, {5, 5, -5, 1}};
        List<Prediction> predictions = found.predict(rows);
        for (int t = 0; t < rows.length; t++) {
            Prediction other = expected.predict(rows).get(t);
            assertClose(predictions.get(t).mean(), other.mean(), prior);
            assertClose(predictions.get(t).sdOfMean(), other.sdOfMean(), prior);
            assertClose(predictions.get(t).sd(), other.sd(), prior);
            assertClose(predictions.get(t).lowerOfMean(), other.lowerOfMean(), prior);
            assertClose(predictions.get(t).upper(), other.upper(), prior);
        }
    }

    private static void assertEqual(
            SelectionResult.Coefficient found, SelectionResult.Coefficient expected, String prior) {
        assertClose(found.mean(), expected.mean(), prior);
        assertClose(found.sd(), expected.sd(), prior);
        assertClose(found.lower(), expected.lower(), prior);
        assertClose(found.positive(), expected.positive(), prior);
    }

    @Test
    void everyPrior_isThatOfRowsTimesTheRootsOfTheirWeights() {
        List<Consumer<VariableSelection>> priors = List.of(
                VariableSelection::gPrior,
                VariableSelection::benchmarkPrior,
                VariableSelection::hyperG,
                VariableSelection::robustPrior,
                VariableSelection::empiricalBayes,
                VariableSelection::globalEmpiricalBayes,
                VariableSelection::bic,
                one -> one.ridge(2.0),
                one -> one.gPrior().noiseVariance(0.7),
                one -> one.gPrior().always("x2"));
        for (int k = 0; k < priors.size(); k++) {
            VariableSelection found = weighted();
            VariableSelection expected = unweighted();
            priors.get(k).accept(found);
            priors.get(k).accept(expected);
            assertEqual(found.run(), expected.run(), "prior " + k);
        }
    }

    /** Columns that differ by 1e-6 of their length need more digits than products in double precision have. */
    @Test
    void nearlyEqualColumns_areThoseOfTheRows() {
        double[][] x = Arrays.stream(DATA.x()).map(double[]::clone).toArray(double[][]::new);
        Arrays.stream(x).forEach(row -> row[1] = row[0] + 1e-6 * row[1]);
        double found = VariableSelection.linear(x, DATA.y())
                .weights(WEIGHTS)
                .bic()
                .run()
                .model("x1", "x2")
                .logEvidence();
        double expected = weighted().bic().run().model("x1", "x2").logEvidence(); // the same space of columns
        assertThat(found).isCloseTo(expected, within(1e-6));
    }

    /** R's {@code lm(y ~ x, weights = w)} minimizes sum w e^2, with residual standard error by n - 2. */
    @Test
    void oneColumn_isLeastSquaresOfLm() {
        double[] x = {1, 2, 3, 4, 5, 7};
        double[] y = {1.1, 2.3, 2.8, 4.4, 4.7, 7.5};
        double[] w = {1, 2, 1, 4, 1, 3};
        double sum = Arrays.stream(w).sum();
        double meanX = IntStream.range(0, 6).mapToDouble(t -> w[t] * x[t]).sum() / sum;
        double meanY = IntStream.range(0, 6).mapToDouble(t -> w[t] * y[t]).sum() / sum;
        double xx = IntStream.range(0, 6)
                .mapToDouble(t -> w[t] * (x[t] - meanX) * (x[t] - meanX))
                .sum();
        double xy = IntStream.range(0, 6)
                .mapToDouble(t -> w[t] * (x[t] - meanX) * (y[t] - meanY))
                .sum();
        double slope = xy / xx;
        double rss = IntStream.range(0, 6)
                .mapToDouble(t -> w[t] * Math.pow(y[t] - meanY - slope * (x[t] - meanX), 2))
                .sum();
        double[][] rows =
                IntStream.range(0, 6).mapToObj(t -> new double[] {x[t]}).toArray(double[][]::new);
        SelectionResult result =
                VariableSelection.linear(rows, y).weights(w).bic().run();
        List<SelectionResult.Coefficient> of = result.coefficients(result.model("x1"), 0.9);
        assertClose(of.get(0).mean(), meanY - slope * meanX, "intercept");
        assertClose(of.get(1).mean(), slope, "slope");
        double quantile = TDistribution.of(4).inverseCumulativeProbability(0.95);
        assertClose(of.get(1).upper() - slope, quantile * Math.sqrt(rss / 4 / xx), "interval");
    }

    @Test
    void weightsOfOne_andWeightsTwice() {
        SelectionResult none = VariableSelection.linear(DATA.x(), DATA.y()).run();
        double[] ones = new double[N];
        Arrays.fill(ones, 1.0);
        assertEqual(VariableSelection.linear(DATA.x(), DATA.y()).weights(ones).run(), none, "ones");
        double[] roots = Arrays.stream(WEIGHTS).map(Math::sqrt).toArray();
        assertEqual(
                VariableSelection.linear(DATA.x(), DATA.y())
                        .weights(roots)
                        .weights(roots)
                        .run(),
                weighted().run(),
                "twice");
    }

    /** The empty model's density of a row is a t distribution about the weighted mean of the others. */
    @Test
    void leavingOneOut_hasTheNoiseOfTheRow() {
        VariableSelection selection = weighted();
        LogScores found = selection.crossValidate(N);
        double expected = IntStream.range(0, N)
                .mapToDouble(t -> {
                    int[] others = IntStream.range(0, N).filter(i -> i != t).toArray();
                    double sum =
                            Arrays.stream(others).mapToDouble(i -> WEIGHTS[i]).sum();
                    double mean = Arrays.stream(others)
                                    .mapToDouble(i -> WEIGHTS[i] * DATA.y()[i])
                                    .sum()
                            / sum;
                    double rss = Arrays.stream(others)
                            .mapToDouble(i -> WEIGHTS[i] * Math.pow(DATA.y()[i] - mean, 2))
                            .sum();
                    double scale = Math.sqrt(rss / (N - 2) * (1.0 / WEIGHTS[t] + 1.0 / sum));
                    return TDistribution.of(N - 2).logDensity((DATA.y()[t] - mean) / scale) - Math.log(scale);
                })
                .sum();
        assertThat(found.scores().get(1).predictor()).isEqualTo("empty model");
        assertClose(found.scores().get(1).elpd(), expected, "empty model");
        CrossValidationTest.assertRefitted(selection);
        double[] offset = new double[N];
        Arrays.setAll(offset, t -> 3.0 * Math.sin(t));
        CrossValidationTest.assertRefitted(weighted().offset(offset));
    }

    @Test
    void heldOutRows_haveTheNoiseOfTheirWeights() {
        SelectionResult result = weighted().run();
        NewData.Rows rows = result.facts().data().rows().only(3).weighted(new double[] {1.0});
        Prediction once = result.forecast.predict(rows, 0.9).get(0);
        Prediction fourTimes =
                result.forecast.predict(rows.weighted(new double[] {4.0}), 0.9).get(0);
        assertClose(fourTimes.mean(), once.mean(), "mean");
        assertClose(fourTimes.sdOfMean(), once.sdOfMean(), "sd of the mean");
        double noise = Math.pow(once.sd(), 2) - Math.pow(once.sdOfMean(), 2);
        assertClose(Math.pow(fourTimes.sd(), 2) - Math.pow(once.sdOfMean(), 2), noise / 4.0, "noise");
    }

    @Test
    void scoresOfHeldOutRows_countEachOnce() {
        String[] names = {"a", "b", "w", "y"};
        double[][] rows = new double[N][];
        Arrays.setAll(rows, t -> new double[] {DATA.x()[t][0], DATA.x()[t][1], WEIGHTS[t], DATA.y()[t]});
        Table table = Table.of(names, rows);
        SelectionResult result =
                VariableSelection.linear(table, "y").weights("w").run();
        List<Prediction> predictions = result.predict(table);
        double squares = IntStream.range(0, N)
                .mapToDouble(t -> Math.pow(DATA.y()[t] - predictions.get(t).mean(), 2))
                .sum();
        HeldOut.Score score =
                result.scoredOn(table).heldOut().orElseThrow().scores().get(0);
        assertClose(score.value(), Math.sqrt(squares / N), "RMSE");
    }

    @Test
    void offset_isSubtractedFromTheResponse() {
        String[] names = {"a", "b", "known", "y"};
        double[][] rows = new double[N][];
        Arrays.setAll(rows, t -> new double[] {DATA.x()[t][0], DATA.x()[t][1], 10.0 * Math.cos(t), DATA.y()[t]});
        Table table = Table.of(names, rows);
        double[] rest = new double[N];
        Arrays.setAll(rest, t -> rows[t][3] - rows[t][2]);
        double[][] x =
                Arrays.stream(rows).map(row -> new double[] {row[0], row[1]}).toArray(double[][]::new);
        SelectionResult found =
                VariableSelection.linear(table, "y").offset("known").run();
        SelectionResult expected = VariableSelection.linear(x, rest).run();
        assertThat(found.inclusion().get(1).probability())
                .isEqualTo(expected.inclusion().get(1).probability());
        Prediction one = found.predict(table).get(4);
        Prediction other = expected.predict(x).get(4);
        assertClose(one.mean(), other.mean() + rows[4][2], "mean");
        assertClose(one.upper(), other.upper() + rows[4][2], "upper");
        assertClose(found.fitted(4)[0], one.mean(), "fitted");
    }

    @Test
    void badWeights_areRefusedByName() {
        VariableSelection selection = VariableSelection.linear(DATA.x(), DATA.y());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection.weights(1, 2, 3))
                .withMessage("must have length 30: weights.length=3");
        for (double bad : new double[] {-1.0, 0.0, Double.NaN, Double.POSITIVE_INFINITY}) {
            double[] weights = WEIGHTS.clone();
            weights[2] = bad;
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> selection.weights(weights))
                    .withMessage(
                            "must be finite and > 0: weights[2]=" + bad + (bad == 0.0 ? "; leave out the row" : ""));
        }
        double[] large = WEIGHTS.clone();
        large[2] = 1e300;
        VariableSelection twice = VariableSelection.linear(DATA.x(), DATA.y()).weights(large);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> twice.weights(large))
                .withMessage("must be finite and > 0, times earlier weights: weights[2]=1.0E300");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection.offset(new double[N - 1]))
                .withMessage("must have length 30: offset.length=29");
        VariableSelection summary = VariableSelection.summary(new double[] {1, 2}, new double[][] {{1, 0}, {0, 1}}, 50);
        assertThatIllegalStateException()
                .isThrownBy(() -> summary.weights(1, 1, 1))
                .withMessage("must have rows, and not be approximate, to have weights");
        double[][] x = Arrays.stream(DATA.x()).map(double[]::clone).toArray(double[][]::new);
        Arrays.stream(x).forEach(row -> row[1] = 7.0);
        assertThatIllegalArgumentException()
                .isThrownBy(VariableSelection.linear(x, DATA.y()).weights(WEIGHTS)::run)
                .withMessage("must not be constant: column x2");
    }
}
