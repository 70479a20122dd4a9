package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.select.data.Prediction;
import dev.lbp.select.data.Table;
import dev.lbp.select.prior.Inclusion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Beta;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of enumeration against averages of least squares over all models. */
class SelectionResultTest {

    private static final int P = 7;

    private static final Regressions DATA = Regressions.autoregressive(25, P, 0.6, 11L);

    private static int size(byte[] state) {
        int size = 0;
        for (byte bit : state) {
            size += bit;
        }
        return size;
    }

    private static Prediction[] predicted(SelectionResult result, double[]... rows) {
        return result.predict(rows).toArray(Prediction[]::new);
    }

    /** Compares inclusion, coefficients and predictions; candidate j of the result is column columns[j] of the data. */
    private static void compare(SelectionResult result, NaiveAverage naive, int[] columns) {
        for (int j = 0; j < columns.length; j++) {
            int column = columns[j];
            SelectionResult.Coefficient coefficient = result.coefficients().get(j);
            double in = naive.mean((state, fit) -> state[column]);
            double mean = naive.mean((state, fit) -> fit.coefficient(column));
            double square = naive.mean((state, fit) ->
                    fit.inflation() * fit.squaredError(column) + fit.coefficient(column) * fit.coefficient(column));
            assertThat(coefficient.mean()).isEqualTo(mean, offset(1e-9));
            assertThat(coefficient.sd()).isEqualTo(Math.sqrt(square - mean * mean), offset(1e-9));
            assertThat(coefficient.meanIfIn()).isEqualTo(mean / in, offset(1e-9));
            assertThat(coefficient.sdIfIn()).isEqualTo(Math.sqrt(square / in - mean * mean / in / in), offset(1e-9));
        }
        double[] row = {1, 5, -2, 3, 7, 0.5, 2};
        Prediction prediction = predicted(result, new double[P], row)[1];
        double mean = naive.mean((state, fit) -> fit.predicted(row));
        double square = naive.mean((state, fit) ->
                fit.inflation() * fit.squaredErrorOfMean(row) + fit.predicted(row) * fit.predicted(row));
        double noise = naive.mean((state, fit) -> fit.inflation() * fit.variance());
        assertThat(prediction.mean()).isEqualTo(mean, offset(1e-8));
        assertThat(prediction.sdOfMean()).isEqualTo(Math.sqrt(square - mean * mean), offset(1e-8));
        assertThat(prediction.sd()).isEqualTo(Math.sqrt(square - mean * mean + noise), offset(1e-8));
    }

    @Test
    void enumeration_givesTheAverages_overAllModels() {
        SelectionResult result = VariableSelection.linear(DATA.x(), DATA.y())
                .bic()
                .inclusion(Inclusion.betaBinomial(2, 3))
                .run();
        NaiveAverage naive = new NaiveAverage(
                DATA.x(), DATA.y(), state -> true, state -> Beta.logBeta(2 + size(state), 3 + P - size(state)));
        assertThat(result.isExact()).isTrue();
        assertThat(result).hasToString("7 variables, all models enumerated");
        assertThat(result.run()).isEmpty();
        for (int j = 0; j < P; j++) {
            int site = j;
            assertThat(result.inclusion("x" + (j + 1)).probability())
                    .isEqualTo(naive.mean((state, fit) -> state[site]), offset(1e-10));
            assertThat(result.inclusion().get(j).error()).isZero();
        }
        for (int size = 0; size <= P; size++) {
            int k = size;
            assertThat(result.sizes()[size])
                    .isEqualTo(naive.mean((state, fit) -> size(state) == k ? 1 : 0), offset(1e-10));
        }
        List<SelectionResult.Model> models = result.models(1_000);
        assertThat(models).hasSize(1 << P);
        assertThat(models.stream()
                        .mapToDouble(SelectionResult.Model::probability)
                        .sum())
                .isEqualTo(1, offset(1e-10));
        SelectionResult.Model third = models.get(2);
        byte[] state = new byte[P];
        third.variables().forEach(name -> state[Integer.parseInt(name.substring(1)) - 1] = 1);
        assertThat(third.probability())
                .isEqualTo(naive.mean((other, fit) -> Arrays.equals(other, state) ? 1 : 0), offset(1e-10));
        assertThat(third.relative()).isEqualTo(third.probability());
        assertThat(third.error()).isZero();
        compare(result, naive, new int[] {0, 1, 2, 3, 4, 5, 6});
    }

    /**
     * One column, so two models: the moments of g enter coefficient and prediction as in the t distribution given g.
     */
    @Test
    void coefficientsAndPredictions_areAveraged_overG() {
        double[] x = {-3, -1, -1, 0, 1, 4};
        double[] y = {1, 0, 3, 2, 3, 3};
        double xx = 28;
        double yy = 8;
        double xy = 9;
        SelectionResult result = VariableSelection.linear(
                        Arrays.stream(x).mapToObj(value -> new double[] {value}).toArray(double[][]::new), y)
                .hyperGn()
                .run();
        NaiveMixture naive = NaiveMixture.hyperGn(3, 6);
        double b = xy / xx;
        double rss = 1 - xy * xy / (xx * yy);
        double in = 1 / (1 + Math.exp(-naive.log(5, 1, rss)));
        double w = naive.mean(5, 1, rss, g -> g / (1 + g));
        double w2 = naive.mean(5, 1, rss, g -> g / (1 + g) * g / (1 + g));
        double noise = naive.mean(5, 1, rss, g -> (1 + g * rss) / (1 + g)) * yy / 3;
        double variance = naive.mean(5, 1, rss, g -> g / (1 + g) * (1 + g * rss) / (1 + g)) * yy / 3 / xx;
        assertThat(result.inclusion("x1").probability()).isEqualTo(in, offset(1e-10));
        SelectionResult.Coefficient coefficient = result.coefficients().get(0);
        assertThat(coefficient.meanIfIn()).isEqualTo(w * b, offset(1e-10));
        assertThat(coefficient.sdIfIn()).isEqualTo(Math.sqrt(variance + (w2 - w * w) * b * b), offset(1e-10));
        Prediction prediction = predicted(result, new double[] {2})[0];
        double ofMean = in * (4 * variance + noise / 6 + 4 * w2 * b * b) + (1 - in) * yy / 3 / 6;
        double mean = in * 2 * w * b;
        assertThat(prediction.mean()).isEqualTo(2 + mean, offset(1e-10));
        assertThat(prediction.sdOfMean()).isEqualTo(Math.sqrt(ofMean - mean * mean), offset(1e-10));
        assertThat(prediction.sd())
                .isEqualTo(Math.sqrt(ofMean - mean * mean + in * noise + (1 - in) * yy / 3), offset(1e-10));
    }

    @Test
    void variablesThatAreAlwaysIn_areInEveryModel() {
        SelectionResult result = VariableSelection.linear(DATA.x(), DATA.y())
                .bic()
                .inclusion(Inclusion.bernoulli(0.3))
                .always("x2", "x5")
                .run();
        NaiveAverage naive = new NaiveAverage(
                DATA.x(),
                DATA.y(),
                state -> state[1] == 1 && state[4] == 1,
                state -> size(state) * Math.log(0.3 / 0.7));
        assertThat(result.inclusion()).hasSize(5);
        assertThat(result.inclusion("x3").probability()).isEqualTo(naive.mean((state, fit) -> state[2]), offset(1e-10));
        compare(result, naive, new int[] {0, 2, 3, 5, 6});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> result.inclusion("x2"))
                .withMessage("must be a candidate (of 5, nearest: x1, x3, x4): x2");
    }

    /** Columns 3 and 4 become indicators of two levels of three. */
    @Test
    void factor_entersWithAllItsLevels(@TempDir Path directory) throws Exception {
        StringBuilder csv = new StringBuilder("f,a,b,y\n");
        double[][] x = new double[25][4];
        for (int t = 0; t < 25; t++) {
            int level = t * t % 3 + t % 2;
            x[t][0] = level == 1 ? 1 : 0;
            x[t][1] = level == 2 ? 1 : 0;
            x[t][2] = DATA.x()[t][0];
            x[t][3] = DATA.x()[t][1];
            csv.append("low,mid,top".split(",")[level])
                    .append("," + x[t][2] + "," + x[t][3] + "," + (DATA.y()[t] + level) + "\n");
        }
        Table table = Table.csv(Files.writeString(directory.resolve("f.csv"), csv), "f");
        double[] y = table.column("y");
        SelectionResult result = VariableSelection.linear(table, "y")
                .bic()
                .inclusion(Inclusion.bernoulli(0.4))
                .run();
        NaiveAverage naive = new NaiveAverage(
                x, y, state -> state[0] == state[1], state -> (state[0] + state[2] + state[3]) * Math.log(0.4 / 0.6));
        assertThat(result.inclusion())
                .extracting(SelectionResult.Variable::name)
                .containsExactly("f", "a", "b");
        for (int j = 0; j < 3; j++) {
            int column = j + 1;
            assertThat(result.inclusion().get(j).probability())
                    .isEqualTo(naive.mean((state, fit) -> state[column]), offset(1e-10));
        }
        assertThat(result.coefficients())
                .extracting(SelectionResult.Coefficient::column)
                .containsExactly("f=mid", "f=top", "a", "b");
        assertThat(result.coefficients().get(1).mean())
                .isEqualTo(naive.mean((state, fit) -> fit.coefficient(1)), offset(1e-9));
        Path more = Files.writeString(directory.resolve("g.csv"), "b,f,a\n2,top,1\n");
        assertThat(result.predict(Table.csv(more, "f")).get(0).mean())
                .isEqualTo(naive.mean((state, fit) -> fit.predicted(new double[] {0, 1, 1, 2})), offset(1e-8));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> result.predict(new double[1][3]))
                .withMessage("must be a table to predict from: the data have factors or a formula");
        Path other = Files.writeString(directory.resolve("h.csv"), "b,f,a\n2,odd,1\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> result.predict(Table.csv(other, "f")))
                .withMessage("must be a level of the data, [low, mid, top]: " + other + ", line 2, column f=odd");
    }

    /** More columns than observations, and pairs of equal columns. */
    @Test
    void impossibleModels_areLeftOut() {
        Regressions wide = Regressions.autoregressive(6, 9, 0.3, 2L).duplicate(0, 8);
        SelectionResult result = wide.selection().gPrior(5).run();
        assertThat(result.models(1_000))
                .allSatisfy(model -> assertThat(model.variables())
                        .hasSizeLessThanOrEqualTo(4)
                        .doesNotContainSubsequence("x1", "x9"));
        assertThat(result.inclusion("x1").probability())
                .isEqualTo(result.inclusion("x9").probability(), offset(1e-10));
        assertThat(Arrays.stream(result.sizes()).skip(5)).containsOnly(0.0);
        assertThat(result.models(1_000)).hasSizeLessThan(1 + 9 + 36 + 84 + 126);
    }

    /**
     * 8 chains on a problem whose probabilities are known: 7 comparisons at 5 errors fail with probability 7 * 6e-7 =
     * 4e-6, if errors are right.
     */
    @Test
    void sampling_agreesWithEnumeration() {
        VariableSelection selection =
                VariableSelection.linear(DATA.x(), DATA.y()).seed(5L);
        SelectionResult exact = selection.run();
        SelectionResult sampled = selection
                .enumerateUpTo(0)
                .sampling(run -> run.chains(8).warmup(200).draws(3_000))
                .run();
        assertThat(sampled.isExact()).isFalse();
        for (int j = 0; j < P; j++) {
            SelectionResult.Variable variable = sampled.inclusion().get(j);
            assertThat(variable.error()).isBetween(1e-9, 0.01);
            assertThat(variable.probability())
                    .isEqualTo(exact.inclusion().get(j).probability(), offset(5 * variable.error()));
            assertThat(sampled.coefficients().get(j).mean())
                    .isEqualTo(exact.coefficients().get(j).mean(), offset(0.02));
        }
        SelectionResult.Model top = sampled.models(1).get(0);
        assertThat(top.variables()).isEqualTo(exact.models(1).get(0).variables());
        assertThat(top.probability()).isEqualTo(exact.models(1).get(0).probability(), offset(0.01));
        assertThat(top.relative()).isEqualTo(top.probability(), offset(0.03));
        assertThat(sampled.summary()).contains("sampled: 8 chains, 3000 draws each");
    }

    /**
     * Two equal columns with a strong effect: no model has both, and one without either is improbable, so that single
     * flips never pass from one to the other. Each has half of the probability. 5 errors on either side fail with
     * probability 6e-7.
     */
    @Test
    void sampling_passesBetween_variablesThatReplaceEachOther() {
        Regressions data = Regressions.autoregressive(100, 30, 0.0, 7L).duplicate(0, 20);
        SelectionResult result =
                data.selection().sampling(run -> run.draws(4_000)).run();
        for (String name : new String[] {"x1", "x21"}) {
            SelectionResult.Variable variable = result.inclusion(name);
            assertThat(variable.error()).isBetween(1e-4, 0.02);
            assertThat(variable.probability()).isEqualTo(0.5, offset(5 * variable.error()));
        }
    }

    @Test
    void summary_showsWhatWasFound() {
        SelectionResult result = VariableSelection.linear(DATA.x(), DATA.y())
                .names("a", "b", "c", "d", "e", "f", "g")
                .always("d")
                .run();
        assertThat(result.summary())
                .startsWith(String.format("variable selection for y: n=25, p=6 candidates, always in: d%n"
                        + "exact: all 2^6 models enumerated%n"
                        + "in, with P > 0.95: c%n"
                        + "open, with P from 0.05 to 0.95: b (0.95), a (0.63), g (0.46), f (0.34), e (0.31)%n"
                        + "coefficients: g-prior, g = n = 25 (rows); models: beta-binomial(1.0, 1.0)%n"))
                .contains("variable        P(in)")
                .contains("model size: mean", "(intercept)", "median probability model: a b c", "log BF0");
    }

    /** By symmetry z + e and z - e are equally probable, and one of them must be in: both have more than 1/2. */
    @Test
    void summary_medianModelOfTwoNearCopies_isToldToBeImprobable() {
        double[][] x = new double[200][2];
        double[] y = new double[200];
        for (int t = 0; t < y.length; t++) {
            int z = t % 2 == 0 ? 1 : -1;
            double e = t / 2 % 2 == 0 ? 0.02 : -0.02;
            x[t][0] = z + e;
            x[t][1] = z - e;
            y[t] = z + (t / 4 % 2 == 0 ? 0.5 : -0.5);
        }
        SelectionResult result = VariableSelection.linear(x, y).names("a", "b").run();
        double ratio =
                result.medianModel().probability() / result.models(1).get(0).probability();
        assertThat(ratio).isBetween(0.05, 0.2);
        assertThat(result.summary())
                .contains(String.format(
                        "median probability model: a b, %.2g times as probable as the best one; do not report it alone",
                        ratio));
    }

    /** With 3 observations the noise has no finite variance. */
    @Test
    void predict_withoutFiniteVariance_hasInfiniteDeviations() {
        double[][] x = {{1, 3}, {2, 1}, {4, 7}};
        Prediction prediction = VariableSelection.linear(x, new double[] {1, 5, 2})
                .run()
                .predict(new double[][] {{1, 2}})
                .get(0);
        assertThat(prediction.mean()).isFinite();
        assertThat(prediction.sdOfMean()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(prediction.sd()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    /** Squares of the scaled columns would be subnormal or infinite. */
    @Test
    void inclusion_dependsOnNoUnit() {
        Regressions data = Regressions.autoregressive(20, 3, 0.5, 1L);
        double first = data.selection().run().inclusion().get(0).probability();
        for (double unit : new double[] {1e-162, 1e-170, 1e160}) {
            double[][] x = new double[20][];
            for (int t = 0; t < 20; t++) {
                x[t] = data.x()[t].clone();
                x[t][0] *= unit;
            }
            double scaled = VariableSelection.linear(x, data.y())
                    .run()
                    .inclusion()
                    .get(0)
                    .probability();
            assertThat(Math.abs(scaled - first)).isLessThan(1e-10);
        }
    }

    /** Copies of a strong variable have a probability of exactly 1/2 each, and no model has both. */
    @Test
    void medianModel_thatIsImpossible_isSaidToBe(@TempDir Path directory) throws IOException {
        Random random = new Random(1L);
        double[][] copies = IntStream.range(0, 100)
                .mapToObj(t -> random.nextDouble())
                .map(a -> new double[] {a, 2 - 3 * a})
                .toArray(double[][]::new);
        double[][] sums = Arrays.stream(copies)
                .map(row -> new double[] {row[0], random.nextDouble(), 0})
                .toArray(double[][]::new);
        Arrays.stream(sums).forEach(row -> row[2] = row[0] + row[1]);
        double[] y = Arrays.stream(sums)
                .mapToDouble(row -> Math.rint(500 * (row[0] + 2 * row[1])))
                .toArray();
        double[][] wider = Arrays.stream(sums)
                .map(row -> new double[] {row[0], row[1], 2 * row[0]})
                .toArray(double[][]::new);
        SelectionResult more =
                VariableSelection.poisson(wider, y).allowDuplicates().run();
        assertThat(more.whyImpossible(more.model("x1", "x2", "x3")))
                .as("of the variables only those that it takes")
                .isEqualTo("columns x1 and x3 are copies");
        double[] ofFirst = Arrays.stream(copies)
                .mapToDouble(row -> Math.rint(1000 * row[0]))
                .toArray();
        for (VariableSelection selection :
                List.of(VariableSelection.linear(copies, ofFirst), VariableSelection.poisson(copies, ofFirst))) {
            assertImpossible(selection, "x1 x2", "columns x1 and x2 are copies", directory);
        }
        for (VariableSelection selection :
                List.of(VariableSelection.linear(sums, y), VariableSelection.poisson(sums, y))) {
            assertImpossible(selection, "x1 x2 x3", "columns of x1, x2 and x3 explain each other", directory);
            SelectionResult result = selection.maxSize(1).run();
            assertThat(result.whyImpossible(result.model("x1", "x2")))
                    .isEqualTo("it has more variables than models may have");
        }
    }

    private static void assertImpossible(VariableSelection selection, String model, String why, Path directory)
            throws IOException {
        SelectionResult result = selection.allowDuplicates().run();
        assertThat(result.medianModel().isPossible()).isFalse();
        assertThat(result.models(1).get(0).isPossible()).isTrue();
        assertThat(result.summary())
                .contains("median probability model: " + model + ", which is not a possible model (" + why + ")")
                .doesNotContain("NaN", "Infinity");
        Path report = directory.resolve("report.html");
        result.report(report);
        assertThat(Files.readString(report))
                .contains("Median probability model: " + model.replace(" ", ", ") + ", which is not a possible model ("
                        + why + ")");
    }
}
