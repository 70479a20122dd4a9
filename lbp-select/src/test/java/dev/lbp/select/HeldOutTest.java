package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.internal.select.average.Measures;
import dev.lbp.internal.select.average.Rankings;
import dev.lbp.select.data.Prediction;
import dev.lbp.select.data.Table;
import dev.lbp.select.data.TableSplit;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Scores of rows that are held out, against their definitions. */
class HeldOutTest {

    private static final int N = 30;

    private final double[] scores = new double[N];
    private final double[] bits = new double[N];
    private final double[] times = new double[N];
    private final double[] ones = new double[N];

    HeldOutTest() {
        Random random = new Random(3L);
        for (int t = 0; t < N; t++) {
            scores[t] = random.nextInt(12) / 12.0; // with ties
            bits[t] = random.nextDouble() < 0.2 + 0.6 * scores[t] ? 1 : 0;
            times[t] = 1 + random.nextInt(9);
            ones[t] = 1;
        }
    }

    private static double concordance(double[] scores, double[] times, double[] events, double[] weights) {
        double right = 0;
        double pairs = 0;
        for (int i = 0; i < scores.length; i++) {
            for (int j = 0; j < scores.length; j++) {
                if (events[i] == 1 && (times[i] < times[j] || times[i] == times[j] && events[j] == 0)) {
                    pairs += weights[i] * weights[j];
                    right += weights[i] * weights[j] * (1 + Math.signum(scores[i] - scores[j])) / 2;
                }
            }
        }
        return right / pairs;
    }

    /** The error is that of the derivatives by the rows' weights. */
    @Test
    void concordance_isThatOfPairs() {
        double[] found = Rankings.concordance(scores, times, bits, ones);
        assertThat(found[0]).isEqualTo(concordance(scores, times, bits, ones), offset(1e-12));
        double squares = 0;
        for (int i = 0; i < N; i++) {
            double[] more = ones.clone();
            double[] less = ones.clone();
            more[i] += 1e-4;
            less[i] -= 1e-4;
            double slope = (concordance(scores, times, bits, more) - concordance(scores, times, bits, less)) / 2e-4;
            squares += slope * slope;
        }
        assertThat(found[1]).isEqualTo(Math.sqrt(squares), offset(1e-6));
        assertThat(Rankings.concordance(new double[N], times, bits, ones)[0]).isEqualTo(0.5);
        assertThat(Rankings.concordance(scores, times, new double[N], ones)[0]).isNaN();
    }

    /** Pairs of a one and a zero, and DeLong's variance of their means by rows. */
    @Test
    void area_isThatOfPairs() {
        double[] zeros = Arrays.stream(bits).map(bit -> 1 - bit).toArray();
        double[] found = Rankings.area(scores, bits, zeros);
        double[] ofOnes = IntStream.range(0, N)
                .filter(i -> bits[i] == 1)
                .mapToDouble(i -> mean(0, j -> (1 + Math.signum(scores[i] - scores[j])) / 2))
                .toArray();
        double[] ofZeros = IntStream.range(0, N)
                .filter(i -> bits[i] == 0)
                .mapToDouble(i -> mean(1, j -> (1 + Math.signum(scores[j] - scores[i])) / 2))
                .toArray();
        assertThat(found[0]).isEqualTo(DoubleStream.of(ofOnes).average().orElseThrow(), offset(1e-12));
        assertThat(found[1])
                .isEqualTo(
                        Math.sqrt(variance(ofOnes) / ofOnes.length + variance(ofZeros) / ofZeros.length),
                        offset(1e-12));
        assertThat(Rankings.area(new double[N], bits, zeros)[0]).isEqualTo(0.5);
        assertThat(Rankings.area(scores, ones, new double[N])[0]).isNaN();
    }

    private double mean(int bit, ToDoubleFunction<Integer> of) {
        return IntStream.range(0, N)
                .filter(j -> bits[j] == bit)
                .mapToDouble(of::applyAsDouble)
                .average()
                .orElseThrow();
    }

    private static double variance(double[] values) {
        double mean = DoubleStream.of(values).average().orElseThrow();
        return DoubleStream.of(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / (values.length - 1);
    }

    private static Table table(int n, long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[n][];
        for (int t = 0; t < n; t++) {
            double a = random.nextGaussian();
            double b = random.nextGaussian();
            double y = a + random.nextGaussian();
            double trials = 1 + random.nextInt(3);
            double wins = y > 0 ? random.nextInt((int) trials) + 1 : 0;
            rows[t] = new double[] {a, b, y, y > 0 ? 1 : 0, trials, wins, Math.floor(Math.exp(y))};
        }
        return Table.of(new String[] {"a", "b", "y", "bit", "trials", "wins", "count"}, rows);
    }

    /** By the predictions that the result itself gives for these rows. */
    @Test
    void scores_areThoseOfThePredictions() {
        Table training = table(60, 1L);
        Table heldOut = table(40, 2L);
        SelectionResult logistic = VariableSelection.logistic(training.without("y", "trials", "wins", "count"), "bit")
                .run();
        HeldOut found = logistic.scoredOn(heldOut).heldOut().orElseThrow();
        double[] p =
                logistic.predict(heldOut).stream().mapToDouble(Prediction::mean).toArray();
        double[] bit = heldOut.column("bit");
        double[] squares = IntStream.range(0, 40)
                .mapToDouble(t -> (bit[t] - p[t]) * (bit[t] - p[t]))
                .toArray();
        check(found, "Brier score", squares);
        check(
                found,
                "log-loss",
                IntStream.range(0, 40)
                        .mapToDouble(t -> -Math.log(bit[t] == 1 ? p[t] : 1 - p[t]))
                        .toArray());
        assertThat(found.score("AUC", "empty model").value()).isEqualTo(0.5);
        double part = Arrays.stream(training.column("bit")).average().orElseThrow();
        assertThat(found.score("Brier score", "empty model").value())
                .isEqualTo(
                        Arrays.stream(bit)
                                .map(one -> (one - part) * (one - part))
                                .average()
                                .orElseThrow(),
                        offset(0.005));
        assertThat(found.score("Brier score", "average").value())
                .isLessThan(found.score("Brier score", "empty model").value());

        SelectionResult poisson = VariableSelection.poisson(training.without("y", "bit", "trials", "wins"), "count")
                .run();
        double[] count = heldOut.column("count");
        double[] mean =
                poisson.predict(heldOut).stream().mapToDouble(Prediction::mean).toArray();
        check(
                poisson.scoredOn(heldOut).heldOut().orElseThrow(),
                "mean deviance",
                IntStream.range(0, 40)
                        .mapToDouble(t ->
                                2 * ((count[t] > 0 ? count[t] * Math.log(count[t] / mean[t]) : 0) - count[t] + mean[t]))
                        .toArray());

        SelectionResult linear = VariableSelection.linear(training.without("bit", "trials", "wins", "count"), "y")
                .run();
        HeldOut scores = linear.scoredOn(heldOut).heldOut().orElseThrow();
        double[] y = heldOut.column("y");
        double[] center =
                linear.predict(heldOut).stream().mapToDouble(Prediction::mean).toArray();
        double square = IntStream.range(0, 40)
                .mapToDouble(t -> (y[t] - center[t]) * (y[t] - center[t]))
                .average()
                .orElseThrow();
        assertThat(scores.score("RMSE", "average").value()).isEqualTo(Math.sqrt(square), offset(1e-12));
        assertThat(scores.rows()).isEqualTo(40);
        assertThat(linear.scoredOn(heldOut).summary())
                .contains("held out: 40 rows", "coverage of 90 % intervals", "full model");
        assertThat(linear.summary()).doesNotContain("held out");
    }

    /** Twice the log-likelihoods' difference, and its second-order term where both are far larger than it. */
    @Test
    void deviances_keepTheirDigits() {
        assertThat(Measures.deviance(3, 2.5, 4))
                .isEqualTo(2 * (3 * Math.log(3 / 2.5) - 7 * Math.log(7 / 6.5)), offset(1e-14));
        assertThat(Measures.deviance(5, 1e-17, 4))
                .isEqualTo(2 * (5 * Math.log(5e17) - 9 * Math.log(9 / 4.0)), offset(1e-12));
        assertThat(Measures.deviance(0, 2.5, 4)).isEqualTo(2 * 4 * Math.log(6.5 / 4), offset(1e-14));
        for (double size : new double[] {1e12, 1e15, 1e16, 1e300, Double.POSITIVE_INFINITY}) {
            assertThat(Measures.deviance(3, 2.5, size)).isEqualTo(2 * (3 * Math.log(3 / 2.5) - 0.5), offset(1e-11));
            assertThat(Measures.deviance(0, 2.5, size)).isEqualTo(5, offset(1e-11));
            assertThat(Measures.deviance(7, 7, size)).isZero();
            assertThat(Measures.deviance(5, 1e-17, size)).isEqualTo(10 * (Math.log(5e17) - 1), offset(1e-10));
            assertThat(Measures.deviance(5, 2.4, size)).isEqualTo(10 * Math.log(5 / 2.4) - 5.2, offset(1e-10));
            assertThat(Measures.deviance(1e12, 1e12 + 1e5, size))
                    .as("size %s", size)
                    .isEqualTo(1e10 / (1e12 + 1e24 / size), offset(1e-8));
        }
    }

    private static void check(HeldOut found, String measure, double[] losses) {
        HeldOut.Score score = found.score(measure, "average");
        assertThat(score.value()).isEqualTo(DoubleStream.of(losses).average().orElseThrow(), offset(1e-12));
        assertThat(score.error()).isEqualTo(Math.sqrt(variance(losses) / losses.length), offset(1e-12));
    }

    /** Successes in trials count as that many rows of 0 and 1, and a weight as that many rows. */
    @Test
    void trialsAndWeights_countAsRows() {
        Table training = table(60, 1L);
        Table heldOut = table(20, 5L);
        SelectionResult trials = VariableSelection.binomial(training.without("y", "bit", "count"), "wins", "trials")
                .run();
        HeldOut found = trials.scoredOn(heldOut).heldOut().orElseThrow();
        double[] p =
                trials.predict(heldOut).stream().mapToDouble(Prediction::mean).toArray();
        double[] expanded = IntStream.range(0, 20)
                .boxed()
                .flatMapToDouble(t -> IntStream.range(0, (int) heldOut.column("trials")[t])
                        .mapToDouble(i -> i < heldOut.column("wins")[t] ? (1 - p[t]) * (1 - p[t]) : p[t] * p[t]))
                .toArray();
        check(found, "Brier score", expanded);
        SelectionResult weighted = VariableSelection.poisson(training.without("y", "bit", "wins"), "count")
                .weights("trials")
                .run();
        int[] repeated = IntStream.range(0, 20)
                .flatMap(t ->
                        IntStream.range(0, (int) heldOut.column("trials")[t]).map(i -> t))
                .toArray();
        double[] count = heldOut.column("count");
        double[] mean =
                weighted.predict(heldOut).stream().mapToDouble(Prediction::mean).toArray();
        check(
                weighted.scoredOn(heldOut).heldOut().orElseThrow(),
                "mean deviance",
                IntStream.of(repeated)
                        .mapToDouble(t ->
                                2 * ((count[t] > 0 ? count[t] * Math.log(count[t] / mean[t]) : 0) - count[t] + mean[t]))
                        .toArray());
    }

    /** More candidates than rows have no full model, unless the prior gives it one. */
    @Test
    void fullModel_isThere_ifItHasAFit() {
        Regressions wide = Regressions.autoregressive(8, 9, 0.3, 2L);
        double[][] rows = new double[8][10];
        String[] names = new String[10];
        for (int j = 0; j < 10; j++) {
            names[j] = j < 9 ? "x" + j : "y";
            for (int t = 0; t < 8; t++) {
                rows[t][j] = j < 9 ? wide.x()[t][j] : wide.y()[t];
            }
        }
        Table table = Table.of(names, rows);
        SelectionResult without = VariableSelection.linear(table, "y").run().scoredOn(table);
        assertThat(without.heldOut().orElseThrow().predictors()).containsExactly("average", "empty model");
        String note = "the full model is left out: the model of all candidates has no fit";
        assertThat(without.summary()).contains(note);
        SelectionResult with =
                VariableSelection.linear(table, "y").ridge(1).run().scoredOn(table);
        assertThat(with.heldOut().orElseThrow().predictors()).containsExactly("average", "empty model", "full model");
        assertThat(with.summary()).doesNotContain(note);
        assertThatIllegalStateException()
                .isThrownBy(() -> VariableSelection.linear(wide.x(), wide.y())
                        .run()
                        .scoredOn(Table.of(
                                Arrays.copyOf(new String[] {"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9"}, 9),
                                wide.x())))
                .withMessage("must be of a table to be compared with rows that are held out");
    }

    /**
     * Of 20 data sets of 60 rows, 200 new rows each, with the true noise: their coverage, given the data, is 0.9 with
     * a standard deviation of about 0.03 by the estimated noise and sqrt(0.09 / 200) = 0.02 by the rows. The mean of
     * 20 has 0.008, so that 0.03 is exceeded with a probability below 3e-4.
     */
    @Test
    void intervals_coverTheirPartOfNewRows() {
        double sum = 0;
        for (long seed = 1; seed <= 20; seed++) {
            Table training = table(60, seed).without("bit", "trials", "wins", "count");
            sum += VariableSelection.linear(training, "y")
                    .run()
                    .scoredOn(table(200, 1_000 + seed))
                    .heldOut()
                    .orElseThrow()
                    .score("coverage of 90 % intervals", "average")
                    .value();
        }
        assertThat(sum / 20).isBetween(0.87, 0.93);
    }

    @Test
    void splits_keepEveryRowOnce_andStrataInProportion() {
        Table table = table(100, 4L);
        TableSplit split = TableSplit.stratified(table, "bit", 0.2, 7L);
        double ones = Arrays.stream(table.column("bit")).sum();
        assertThat(Arrays.stream(split.heldOut().column("bit")).sum()).isEqualTo(Math.rint(0.2 * ones));
        assertThat(DoubleStream.concat(
                                DoubleStream.of(split.training().column("y")),
                                DoubleStream.of(split.heldOut().column("y")))
                        .sorted()
                        .toArray())
                .isEqualTo(DoubleStream.of(table.column("y")).sorted().toArray());
        assertThat(TableSplit.random(table, 0.3, 7L).heldOut().rows()).isEqualTo(30);
        assertThat(TableSplit.random(table, 0.3, 7L).heldOut().column("y"))
                .isEqualTo(TableSplit.random(table, 0.3, 7L).heldOut().column("y"))
                .isNotEqualTo(TableSplit.random(table, 0.3, 8L).heldOut().column("y"));
        TableSplit by = TableSplit.by(table, "bit");
        assertThat(by.heldOut().rows()).isEqualTo((int) ones);
        assertThat(by.training().names()).doesNotContain("bit");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableSplit.by(table, "trials"))
                .withMessageStartingWith("must be 0 or 1, or train or test: column trials, row ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableSplit.random(table, 0.001, 1L))
                .withMessage("must hold out some of the 100 rows, and leave some: part=0.001");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableSplit.random(table, 1, 1L))
                .withMessage("must be in (0, 1): part=1.0");
    }
}
