package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.result.SampleResult;
import dev.lbp.select.data.Prediction;
import dev.lbp.select.data.Table;
import dev.lbp.select.data.Tables;
import dev.lbp.select.prior.Inclusion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Selections in regressions that are not linear: results, chains, what is refused. */
class GlmSelectionTest {

    static double[] bits(double[][] x, double strength, long seed) {
        Random random = new Random(seed);
        return Arrays.stream(x)
                .mapToDouble(row -> strength * (row[0] - 0.5 * row[1] + 0.3 * row[2] - 2.4))
                .map(eta -> random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0)
                .toArray();
    }

    private static VariableSelection logistic(int n, int p, long seed) {
        double[][] x = Regressions.autoregressive(n, p, 0.6, seed).x();
        return VariableSelection.logistic(x, bits(x, 0.8, seed)).ridge(1).inclusion(Inclusion.bernoulli(0.3));
    }

    /**
     * Chains against all models: 20 data sets of 6 to 10 variables. A standard error of batch means from 4 chains of 32
     * batches has about 124 degrees of freedom: a comparison at 4.5 of them fails with probability 1.6e-5, the 160
     * comparisons with 2.5e-3.
     */
    @Test
    void chains_agreeWithEnumeration() {
        for (long seed = 1; seed <= 20; seed++) {
            VariableSelection selection = logistic(80, 6 + (int) (seed % 5), seed);
            List<SelectionResult.Variable> exact = selection.run().inclusion();
            SelectionResult sampled = selection
                    .enumerateUpTo(0)
                    .sampling(run -> run.warmup(200).draws(3_000))
                    .seed(seed)
                    .run();
            for (int j = 0; j < exact.size(); j++) {
                SelectionResult.Variable one = sampled.inclusion().get(j);
                double error = Double.isNaN(one.error()) ? 1e-3 : Math.max(one.error(), 1e-3);
                assertThat(one.probability())
                        .as("variable %d of data set %d", j, seed)
                        .isEqualTo(exact.get(j).probability(), offset(4.5 * error));
            }
        }
    }

    /**
     * As above with 11 to 15 variables, 20 data sets, at 4 standard errors: one comparison fails with probability
     * 1.1e-4 for 124 degrees of freedom, one of the 260 with 2.8e-2, with these seeds none.
     */
    @Tag("slow")
    @Test
    void chains_agreeWithEnumeration_ofMoreVariables() {
        for (long seed = 1; seed <= 20; seed++) {
            VariableSelection selection = logistic(120, 11 + (int) (seed % 5), 100 + seed);
            List<SelectionResult.Variable> exact = selection.run().inclusion();
            List<SelectionResult.Variable> sampled = selection
                    .enumerateUpTo(0)
                    .sampling(run -> run.warmup(500).draws(8_000))
                    .seed(seed)
                    .run()
                    .inclusion();
            for (int j = 0; j < exact.size(); j++) {
                assertThat(sampled.get(j).probability())
                        .as(
                                "variable %d of data set %d, error %s",
                                j, seed, sampled.get(j).error())
                        .isEqualTo(
                                exact.get(j).probability(),
                                offset(4 * sampled.get(j).error() + 1e-9));
            }
        }
    }

    /** The probabilities of most variables are averages of conditional ones with corrections, which have less noise. */
    @Test
    void averages_haveSmallerErrors_thanShares() {
        SelectionResult result =
                logistic(120, 20, 3L).sampling(run -> run.draws(4_000)).run();
        double[] shares = result.run().orElseThrow().marginalErrors();
        SampleResult.Conditionals averages =
                result.run().orElseThrow().conditionals().orElseThrow();
        int averaged = 0;
        double ratio = 0.0;
        for (int j = 0; j < 20; j++) {
            SelectionResult.Variable one = result.inclusion().get(j);
            assertThat(one.averaged()).isEqualTo(averages.errors()[j] < shares[j]);
            assertThat(one.error()).isEqualTo(Math.min(averages.errors()[j], shares[j]));
            averaged += one.averaged() ? 1 : 0;
            ratio += Math.log(averages.errors()[j] / shares[j]) / 20;
        }
        assertThat(averaged).isGreaterThan(10);
        assertThat(Math.exp(ratio)).isLessThan(0.3);
        assertThat(result.summary())
                .contains(averaged == 20 ? "sampled" : 20 - averaged + " of 20 probabilities are shares of draws");
    }

    /** An error may be asked for. */
    @Test
    void untilPipError_endsTheDraws() {
        SelectionResult result =
                logistic(80, 16, 2L).enumerateUpTo(0).untilPipError(0.02).run();
        assertThat(result.run().orElseThrow().draws()).isBetween(1_000, 100_000);
        assertThat(result.inclusion())
                .allSatisfy(one -> assertThat(one.error() > 0.02).isFalse());
    }

    /** Factors, more columns than one at a time, by all families: the errors are as above, 30 comparisons. */
    @Test
    void chains_agreeWithEnumeration_withFactors() {
        double[][] x = Regressions.autoregressive(90, 5, 0.5, 2L).x();
        for (VariableSelection selection : withFactor(x)) {
            List<SelectionResult.Variable> exact = selection.run().inclusion();
            SelectionResult sampled = selection
                    .enumerateUpTo(0)
                    .sampling(run -> run.warmup(200).draws(3_000))
                    .run();
            for (int j = 0; j < exact.size(); j++) {
                SelectionResult.Variable one = sampled.inclusion().get(j);
                double error = Double.isNaN(one.error()) ? 1e-3 : Math.max(one.error(), 1e-3);
                assertThat(one.probability()).isEqualTo(exact.get(j).probability(), offset(4.5 * error));
            }
        }
    }

    static List<VariableSelection> withFactor(double[][] x) {
        Random random = new Random(9L);
        double[] y = bits(x, 0.8, 2L);
        double[] counts =
                Arrays.stream(y).map(bit -> 2 * bit + random.nextInt(3)).toArray();
        List<VariableSelection> selections = new ArrayList<>();
        for (int family = 0; family < 5; family++) {
            String[] names = {"a", "b", "c", "d", "e", "y", "event"};
            double[] response = family == 1 || family == 2 ? counts : y;
            double[][] rows = new double[x.length][];
            for (int t = 0; t < x.length; t++) {
                rows[t] = Arrays.copyOf(x[t], 7);
                rows[t][5] = family == 4 ? 1 + counts[t] : response[t];
                rows[t][6] = t % 4 == 0 ? 0 : 1;
            }
            Table table = Tables.withLevels(
                    Table.of(names, rows),
                    IntStream.range(0, x.length)
                            .mapToObj(t -> "low,mid,top".split(",")[t * t % 3 + t % 2])
                            .toArray(String[]::new));
            Table without = table.without("event");
            selections.add((family == 0
                            ? VariableSelection.probit(without, "y").ridge(1)
                            : family == 1
                                    ? VariableSelection.poisson(without, "y").gPrior()
                                    : family == 2
                                            ? VariableSelection.negativeBinomial(without, "y", 3)
                                                    .ridge(2)
                                            : family == 3
                                                    ? VariableSelection.logistic(without, "y")
                                                            .bic()
                                                    : VariableSelection.cox(table, "y", "event")
                                                            .gPrior())
                    .inclusion(Inclusion.bernoulli(0.4)));
        }
        return selections;
    }

    /** Rows of weight w are w rows. */
    @Test
    void binomialCounts_areTheirTrials() {
        double[][] x = Regressions.autoregressive(25, 4, 0.5, 3L).x();
        Random random = new Random(3L);
        double[] trials =
                IntStream.range(0, 25).mapToDouble(t -> 1 + random.nextInt(6)).toArray();
        double[] successes =
                Arrays.stream(trials).map(n -> random.nextInt((int) n + 1)).toArray();
        List<double[]> rows = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int t = 0; t < 25; t++) {
            for (int k = 0; k < trials[t]; k++) {
                rows.add(x[t]);
                y.add(k < successes[t] ? 1.0 : 0.0);
            }
        }
        double[] each = y.stream().mapToDouble(Double::doubleValue).toArray();
        SelectionResult one = VariableSelection.binomial(x, successes, trials).run();
        SelectionResult many =
                VariableSelection.logistic(rows.toArray(double[][]::new), each).run();
        for (int j = 0; j < 4; j++) {
            assertThat(one.inclusion().get(j).probability())
                    .isEqualTo(many.inclusion().get(j).probability(), offset(1e-8));
            assertThat(one.coefficients().get(j).sd())
                    .isEqualTo(many.coefficients().get(j).sd(), offset(1e-7));
        }
        assertThat(one.models(1).get(0).rSquared())
                .isEqualTo(many.models(1).get(0).rSquared(), offset(1e-8));
    }

    /** With one variable, two models: the averages are those of the two fits. */
    @Test
    void coefficientsAndPredictions_areAverages_ofTheModels() {
        double[][] x = {{-2}, {-1}, {0}, {1}, {2}, {3}, {4}, {5}};
        double[] y = {0, 1, 0, 0, 1, 1, 0, 1};
        SelectionResult result = VariableSelection.logistic(x, y).ridge(2).run();
        NaiveLogistic naive = NaiveLogistic.ridge(x, y, 2);
        double in = 1 / (1 + Math.exp(naive.logEvidence(new byte[] {0}, 15) - naive.logEvidence(new byte[] {1}, 15)));
        assertThat(result.inclusion("x1").probability()).isEqualTo(in, offset(1e-9));
        Prediction middle = result.predict(new double[][] {{1.5}}).get(0);
        assertThat(middle.mean()).isEqualTo(0.5, offset(1e-2)); // the data are nearly symmetric about 1.5
        assertThat(middle.sd()).isEqualTo(Math.sqrt(middle.mean() * (1 - middle.mean())), offset(1e-9));
        Prediction high = result.predict(new double[][] {{9}}).get(0);
        assertThat(high.mean()).isBetween(0.5, 0.95);
        assertThat(result.coefficients().get(0).mean()).isBetween(0.0, 0.5);
        assertThat(result.isApproximate()).isFalse();
        assertThat(result.summary()).contains("logistic regression\n");
    }

    @Test
    void run_hasTheSameBits_forAnyThreads_andAfterACheckpoint(@TempDir Path directory) {
        SelectionResult first = logistic(60, 25, 4L)
                .sampling(run -> run.chains(3).warmup(100).draws(300))
                .threads(1)
                .run();
        for (int threads : new int[] {2, 7}) {
            SelectionResult other = logistic(60, 25, 4L)
                    .sampling(run -> run.chains(3).warmup(100).draws(300))
                    .threads(threads)
                    .run();
            assertThat(other.inclusion()).isEqualTo(first.inclusion());
            assertThat(other.models(20)).isEqualTo(first.models(20));
            assertThat(other.coefficients()).isEqualTo(first.coefficients());
        }
        Path file = directory.resolve("saved");
        logistic(60, 25, 4L)
                .sampling(run -> run.chains(3).warmup(100).draws(120).checkpoint(file))
                .run();
        SelectionResult resumed = logistic(60, 25, 4L)
                .sampling(run -> run.chains(3).warmup(100).draws(300))
                .resume(file);
        // errors of a run with more draws are of more batches
        assertThat(resumed.inclusion())
                .usingRecursiveComparison()
                .ignoringFields("error")
                .isEqualTo(first.inclusion());
        assertThat(resumed.models(20)).isEqualTo(first.models(20));
        assertThat(resumed.coefficients())
                .usingRecursiveComparison()
                .ignoringFields("error")
                .isEqualTo(first.coefficients());
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith(message);
    }

    private static final double[][] X = {{1, 2}, {2, 1}, {3, 5}, {4, 3}, {5, 8}, {6, 6}};

    @Test
    void responses_thatDoNotFit_areRefusedByRow() {
        refused(
                () -> VariableSelection.poisson(X, new double[] {0, 1, 2.5, 1, 0, 1}),
                "must be a whole number >= 0: y[2]=2.5");
        refused(
                () -> VariableSelection.poisson(X, new double[] {0, 1, -2, 1, 0, 1}),
                "must be a whole number >= 0: y[2]=-2.0");
        refused(() -> VariableSelection.poisson(X, new double[6]), "must not be constant: the response");
        refused(
                () -> VariableSelection.negativeBinomial(X, new double[] {0, 1, 2, 1, 0, 1}, 0),
                "must be in [1.0E-6, 1.0E300]: size=0.0");
        refused(() -> VariableSelection.probit(X, new double[] {0, 1, 2, 1, 0, 1}), "must be 0 or 1: y[2]=2.0");
        refused(
                () -> VariableSelection.cox(X, new double[] {1, 2, -3, 1, 1, 1}, new double[6]),
                "must be a time, finite and >= 0: times[2]=-3.0");
        refused(
                () -> VariableSelection.cox(X, new double[] {1, 2, 3, 1, 1, 1}, new double[6]),
                "must have an event: all times are censored");
        refused(
                () -> VariableSelection.cox(X, new double[] {1, 2, 3, 1, 1, 1}, new double[] {1, 2, 0, 0, 0, 0}),
                "must be 1 for an event or 0 for a censored time: events[1]=2.0");
        refused(
                () -> VariableSelection.binomial(X, new double[] {1, 3, 0, 0, 0, 0}, new double[] {2, 2, 2, 2, 2, 2}),
                "must be at most the number of trials, 2.0: successes[1]=3.0");
        refused(
                () -> VariableSelection.binomial(X, new double[] {1, 0, 0, 0, 0, 0}, new double[] {2, 2, 0, 2, 2, 2}),
                "must be > 0: trials[2]=0.0; leave out the row");
        double[] y = {0, 1, 0, 1, 1, 0};
        refused(
                () -> VariableSelection.logistic(X, y).weights(1, 1, 0, 1, 1, 1),
                "must be finite and > 0: weights[2]=0.0; leave out the row");
        refused(() -> VariableSelection.logistic(X, y).offset(1, 1), "must have length 6: offset.length=2");
        refused(
                () -> VariableSelection.logistic(X, y).noiseVariance(1),
                "must not be set for a regression that is not linear, which has no noise of its own: sigma2=1.0");
        refused(
                () -> VariableSelection.logistic(X, y)
                        .evidence((k, rss, logDet) -> 0)
                        .run(),
                "must not be evidence of the caller in a regression that is not linear");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> VariableSelection.logistic(X, y).approximate().weights(1, 1, 1, 1, 1, 1))
                .withMessage("must have rows, and not be approximate, to have weights");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> VariableSelection.poisson(X, y).approximate())
                .withMessage("must be a logistic regression without weights and offsets to be approximate");
    }

    @Test
    void columns_thatAreConstantOrTheSame_areRefusedByName() {
        double[] y = {0, 1, 0, 1, 1, 0};
        double[][] x = {{1, 2, 7}, {2, 1, 7}, {3, 5, 7}, {4, 3, 7}, {5, 8, 7}, {6, 6, 7}};
        refused(() -> VariableSelection.logistic(x, y).run(), "must not be constant: column x3");
        for (double[] row : x) {
            row[2] = 1 - 2 * row[1];
        }
        refused(
                () -> VariableSelection.logistic(x, y).run(),
                "must differ by more than scale and shift: columns x2 and x3; leave out one of them");
        SelectionResult both =
                VariableSelection.logistic(x, y).allowDuplicates().bic().run();
        assertThat(both.models(8)).hasSize(6);
        assertThat(both.inclusion("x2").probability())
                .isEqualTo(both.inclusion("x3").probability(), offset(1e-9));
        for (int t = 0; t < x.length; t++) {
            x[t][2] += 1e-5 * (t % 2);
        }
        SelectionResult near = VariableSelection.logistic(x, y).bic().run();
        assertThat(near.models(8)).hasSize(6);
        String note =
                "note: columns x2 and x3 differ by less than 1e-5 of their length, so models with both may count as"
                        + " impossible";
        assertThat(near.summary()).contains(note);
        assertThat(VariableSelection.logistic(x, y).ridge(1).run().summary()).doesNotContain(note);
    }
}
