package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.select.data.Table;
import dev.lbp.target.LocalEnergyModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Selection from z-scores and correlations, against the same selection from the rows. */
class SummaryStatisticsTest {

    private static final int N = 500;

    private static final Map<String, Consumer<VariableSelection>> PRIORS = new LinkedHashMap<>();

    static {
        PRIORS.put("g", selection -> selection.gPrior());
        PRIORS.put("g:7", selection -> selection.gPrior(7.0));
        PRIORS.put("benchmark", VariableSelection::benchmarkPrior);
        PRIORS.put("hyper-g", selection -> selection.hyperG());
        PRIORS.put("hyper-g-n", selection -> selection.hyperGn());
        PRIORS.put("zellner-siow", VariableSelection::zellnerSiow);
        PRIORS.put("eb-local", VariableSelection::empiricalBayes);
        PRIORS.put("ridge", selection -> selection.ridge(0.3));
        PRIORS.put("bic", VariableSelection::bic);
        PRIORS.put("known noise", selection -> selection.gPrior().noiseVariance(0.4));
        PRIORS.put("ridge, known noise", selection -> selection.ridge(2.0).noiseVariance(0.4));
        PRIORS.put("evidence", selection -> selection.evidence((k, rss, logDet) -> -k - 90 * Math.log(rss)));
    }

    /** Data with their statistics: t of a regression of one column, by Commons Math, and Pearson's correlations. */
    private record Data(double[][] x, double[] y, double[] z, double[][] correlations) {

        static Data of(int n, int p) {
            Regressions made = Regressions.autoregressive(n, p, 0.8, 3L);
            return of(standardised(made.x(), made.y()));
        }

        static Data of(double[][] rows) {
            int p = rows[0].length - 1;
            double[][] x = new double[rows.length][];
            double[] y = new double[rows.length];
            for (int t = 0; t < y.length; t++) {
                x[t] = Arrays.copyOf(rows[t], p);
                y[t] = rows[t][p];
            }
            double[] z = new double[p];
            for (int j = 0; j < p; j++) {
                SimpleRegression one = new SimpleRegression();
                for (int t = 0; t < y.length; t++) {
                    one.addData(x[t][j], y[t]);
                }
                z[j] = one.getSlope() / one.getSlopeStdErr();
            }
            double[][] correlations = p == 1
                    ? new double[][] {{1}}
                    : new PearsonsCorrelation(x).getCorrelationMatrix().getData();
            return new Data(x, y, z, correlations);
        }

        VariableSelection full() {
            return VariableSelection.linear(x, y).allowDuplicates();
        }

        VariableSelection summary() {
            return VariableSelection.summary(z, correlations, y.length).allowDuplicates();
        }
    }

    /** Columns and response, each of mean 0 and standard deviation 1. */
    private static double[][] standardised(double[][] x, double[] y) {
        int p = x[0].length;
        double[][] rows = new double[y.length][];
        for (int t = 0; t < rows.length; t++) {
            rows[t] = Arrays.copyOf(x[t], p + 1);
            rows[t][p] = y[t];
        }
        for (int j = 0; j <= p; j++) {
            int at = j;
            double mean =
                    Arrays.stream(rows).mapToDouble(row -> row[at]).average().orElseThrow();
            double squares = Arrays.stream(rows)
                    .mapToDouble(row -> (row[at] - mean) * (row[at] - mean))
                    .sum();
            for (double[] row : rows) {
                row[j] = (row[j] - mean) / Math.sqrt(squares / (rows.length - 1));
            }
        }
        return rows;
    }

    /** Each log-probability relative to that of the empty model, and each log-ratio of a flip. */
    private static void assertSame(String prior, LocalEnergyModel from, LocalEnergyModel to, int most) {
        int p = from.dimension();
        int[] all = java.util.stream.IntStream.range(0, p).toArray();
        double[][] ratios = new double[2][p];
        double[][] logProbs = new double[2][2];
        Random random = new Random(1L);
        for (int repeat = 0; repeat < 10; repeat++) {
            byte[] state = new byte[p];
            for (int k = 0; k < most; k++) {
                state[random.nextInt(p)] = 1;
            }
            for (int which = 0; which < 2; which++) {
                LocalEnergyModel.Tracker tracker = (which == 0 ? from : to).newTracker();
                tracker.reset(new byte[p]);
                logProbs[which][0] = tracker.logProb();
                tracker.reset(state);
                logProbs[which][1] = tracker.logProb();
                tracker.logRatios(all, p, ratios[which]);
            }
            assertThat(logProbs[1][1] - logProbs[1][0])
                    .as(prior)
                    .isCloseTo(logProbs[0][1] - logProbs[0][0], within(1e-8));
            for (int j = 0; j < p; j++) {
                assertThat(ratios[1][j]).as(prior).isCloseTo(ratios[0][j], within(1e-8));
            }
        }
    }

    @Test
    void posterior_isThatOfTheRows_underEveryPrior() {
        Data data = Data.of(N, 50);
        PRIORS.forEach((name, prior) -> {
            VariableSelection full = data.full();
            VariableSelection summary = data.summary();
            prior.accept(full);
            prior.accept(summary);
            assertSame(name, full.model(), summary.model(), 8);
        });
    }

    @Test
    void tables_areThoseOfStandardisedRows_underEveryPrior() {
        Data data = Data.of(N, 8);
        PRIORS.forEach((name, prior) -> {
            if (name.equals("evidence")) {
                return; // it does not say how coefficients are shrunk
            }
            VariableSelection full = data.full().always("x3");
            VariableSelection summary = data.summary().always("x3");
            prior.accept(full);
            prior.accept(summary);
            SelectionResult of = full.run();
            SelectionResult made = summary.run();
            for (SelectionResult.Variable one : of.inclusion()) {
                SelectionResult.Variable same = made.inclusion(one.name());
                assertThat(same.probability()).as(name).isCloseTo(one.probability(), within(1e-8));
                assertThat(same.prior()).isEqualTo(one.prior());
            }
            assertThat(made.sizes()).containsExactly(of.sizes(), within(1e-8));
            assertThat(made.joint().pairs())
                    .hasSameSizeAs(of.joint().pairs())
                    .allSatisfy(pair -> assertThat(of.joint().pairs()).anySatisfy(same -> {
                        assertThat(List.of(same.first(), same.second()))
                                .containsExactlyInAnyOrder(pair.first(), pair.second());
                        assertThat(same.both()).isCloseTo(pair.both(), within(1e-8));
                    }));
            assertThat(made.joint().allSets().stream().map(JointInclusion.CredibleSet::variables))
                    .isEqualTo(of.joint().allSets().stream()
                            .map(JointInclusion.CredibleSet::variables)
                            .toList());
            for (int j = 0; j < of.coefficients().size(); j++) {
                assertSame(of.coefficients().get(j), made.coefficients().get(j));
            }
            assertThat(made.alwaysIn()).hasSize(1);
            assertSame(of.alwaysIn().get(1), made.alwaysIn().get(0));
            assertThat(made.models(3).get(2).rSquared())
                    .isCloseTo(of.models(3).get(2).rSquared(), within(1e-8));
        });
    }

    private static void assertSame(SelectionResult.Coefficient of, SelectionResult.Coefficient made) {
        assertThat(made.column()).isEqualTo(of.column());
        assertThat(made.mean()).isCloseTo(of.mean(), within(1e-8));
        assertThat(made.sd()).isCloseTo(of.sd(), within(1e-8));
        assertThat(made.lower()).isCloseTo(of.lower(), within(1e-7));
        assertThat(made.upper()).isCloseTo(of.upper(), within(1e-7));
    }

    /** A copy, a sum and more columns than rows: correlations of rank 19 have 12 zero eigenvalues. */
    @Test
    void dependentColumns_haveTheModelsOfTheRows() {
        double[][] x = Regressions.autoregressive(20, 31, 0.5, 4L)
                .duplicate(0, 7)
                .sum(1, 2, 9, 0.0, 1L)
                .x();
        Data data = Data.of(
                standardised(x, Regressions.autoregressive(20, 31, 0.5, 4L).y()));
        assertSame("g", data.full().model(), data.summary().model(), 4);
        byte[] both = new byte[31];
        both[0] = 1;
        both[7] = 1;
        LocalEnergyModel.Tracker tracker = data.summary().model().newTracker();
        byte[] sum = new byte[31];
        sum[1] = 1;
        sum[2] = 1;
        tracker.reset(sum);
        double[] ratio = new double[1];
        tracker.logRatios(new int[] {9}, 1, ratio);
        assertThat(ratio[0]).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        VariableSelection.summary(data.z, data.correlations, 20).model())
                .withMessageContaining("must differ by more than scale and shift: columns x1 and x8");
    }

    @Test
    void chains_findWhatTheyFindFromRows() {
        Data data = Data.of(N, 30);
        SelectionResult full =
                data.full().seed(5).sampling(run -> run.draws(2_000)).run();
        SelectionResult made =
                data.summary().seed(5).sampling(run -> run.draws(2_000)).run();
        assertThat(made.summary())
                .contains(
                        "variable selection for y: n=500, p=30", "from z-scores and correlations: coefficients are of");
        // four standard errors of two independent runs of 30 variables: false failure 30 * 6e-5 = 2e-3 at most; seeded
        for (SelectionResult.Variable one : full.inclusion()) {
            SelectionResult.Variable same = made.inclusion(one.name());
            assertThat(same.probability())
                    .isCloseTo(one.probability(), within(4 * Math.hypot(one.error(), same.error()) + 1e-6));
        }
    }

    @Test
    void withoutRows_nothingIsPredicted() throws IOException {
        Data data = Data.of(40, 3);
        SelectionResult result = data.summary().names("a", "b", "c").run();
        assertThat(result.inclusion())
                .extracting(SelectionResult.Variable::name)
                .containsExactly("a", "b", "c");
        assertThatIllegalStateException()
                .isThrownBy(() -> result.predict(new double[1][3]))
                .withMessage("must have rows to predict: z-scores tell neither means nor units");
        assertThatIllegalStateException()
                .isThrownBy(() -> data.summary().checkPredictable(Table.of(new String[] {"x1"}, new double[1][1])))
                .withMessageContaining("must have rows to predict");
        Path report = directory.resolve("report.html");
        result.report(report);
        assertThat(Files.readString(report)).doesNotContain("Observed and predicted");
    }

    @TempDir
    private Path directory;

    private static void refused(double[] z, double[][] correlations, int n, String words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.summary(z, correlations, n))
                .withMessageContaining(words);
    }

    @Test
    void badStatistics_areRefused() {
        double[][] one = {{1, 0.5}, {0.5, 1}};
        refused(new double[] {1, Double.NaN}, one, 50, "must be finite: z[1]=NaN");
        refused(new double[] {1, 2}, one, 2, "must be >= 3: rows=2");
        // 1e200 squared is infinite
        refused(new double[] {1e200, 1}, new double[][] {{1, 0.5}, {0.5, 1}}, 50, "all columns together explain ");
        refused(new double[] {1, 2, 3}, one, 50, "correlations");
        refused(new double[] {1, 2}, new double[][] {{1, 0.5}, {0.5}}, 50, "correlations[1]");
        refused(
                new double[] {1, 2},
                new double[][] {{1, 0.5}, {0.4, 1}},
                50,
                "must be symmetric: correlations[1][0]=0.4, correlations[0][1]=0.5");
        refused(
                new double[] {1, 2},
                new double[][] {{1, 0.5}, {0.5, 2}},
                50,
                "must be 1 on the diagonal, a matrix of correlations: correlations[1][1]=2.0");
        refused(
                new double[] {9, -9},
                new double[][] {{1, 0.99}, {0.99, 1}},
                50,
                "must be z-scores and correlations of the same data: all columns together explain 125.6 of the variance");
        refused(
                new double[] {3, 2},
                new double[][] {{1, 1}, {1, 1}},
                50,
                "the columns before it explain column 2, and so its z-score");
        refused(new double[40_000], new double[40_000][0], 9, "must fit into memory: a selection from 40000 z-scores");
    }

    /** The smallest eigenvalue against Commons Math, and a matrix shrunk as the message says. */
    @Test
    void negativeEigenvalue_isTold_withARemedy() {
        int p = 12;
        Random random = new Random(2L);
        double[][] r = new double[p][p];
        for (int i = 0; i < p; i++) {
            r[i][i] = 1;
            for (int j = 0; j < i; j++) {
                r[i][j] = r[j][i] = 0.8 * random.nextDouble();
            }
        }
        double least = Arrays.stream(new EigenDecomposition(new Array2DRowRealMatrix(r)).getRealEigenvalues())
                .min()
                .orElseThrow();
        assertThat(least).isLessThan(-0.1);
        String[] message = new String[1];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.summary(new double[p], r, 100))
                .satisfies(e -> message[0] = e.getMessage())
                .withMessageStartingWith(
                        "must be positive semidefinite: the correlations, whose smallest eigenvalue is");
        double told = Double.parseDouble(message[0].replaceFirst(".*eigenvalue is about ([-.\\d]+);.*", "$1"));
        assertThat(told).isCloseTo(least, within(0.02 * -least));
        double s = Double.parseDouble(message[0].replaceFirst(".*, s at least ([.\\d]+) .*", "$1"));
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < p; j++) {
                r[i][j] = (1 - s) * r[i][j] + (i == j ? s : 0);
            }
        }
        assertThat(VariableSelection.summary(new double[p], r, 100).model().dimension())
                .isEqualTo(p);
    }

    @Test
    void files_haveNamesOrNone() throws IOException {
        Path file = directory.resolve("ld.txt");
        double[][] matrix = {{1, 0.25}, {0.25, 1}};
        for (String text : List.of(
                "1 0.25\n0.25 1\n",
                "\"\",\"a\",\"b\"\r\n\"a\",1,0.25\r\n\"b\",0.25,1\r\n",
                "\uFEFFid\ta\tb\na\t1\t2.5e-1\n\nb\t.25\t1",
                "a;b\n1;0.25\n0.25;1\n")) {
            Files.writeString(file, text);
            assertThat(CorrelationFile.read(file, "a", "b")).isDeepEqualTo(matrix);
        }
        Map<String, String> bad = Map.of(
                "a b\n1 0.25\n", "must have 2 rows, one for each z-score: " + file + " has 1",
                "1 0\n0 1\n0 0\n", "must have 2 rows, one for each z-score: " + file + ", line 3 is one more",
                "1 0 0 0\n", "must have 2 values, one for each z-score: " + file + ", line 1 has 4",
                "b a\n1 0\n0 1\n", file + ", line 1 has b for a",
                "1 0\n0 nan\n", "must be a number: " + file + ", line 2, value 2=nan",
                "1 0\nx2 0 1\n", file + ", line 2 has x2 for b");
        for (Map.Entry<String, String> one : bad.entrySet()) {
            Files.writeString(file, one.getKey());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CorrelationFile.read(file, "a", "b"))
                    .withMessageContaining(one.getValue());
        }
        assertThat(CorrelationFile.bytes(10_000)).isEqualTo(2.8e9);
    }
}
