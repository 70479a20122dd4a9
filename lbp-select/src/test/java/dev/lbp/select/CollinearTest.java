package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.select.data.Prediction;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel.Tracker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns that nearly explain each other, against rational arithmetic. */
class CollinearTest {

    /** A regression whose columns nearly explain each other. */
    record Data(String name, double[][] x, double[] y) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Data powers(String name, double middle, double spread, double signal, int n) {
        Random random = new Random(1L);
        double[][] x = new double[n][3];
        double[] y = new double[n];
        for (int t = 0; t < n; t++) {
            double value = middle + spread * (2.0 * t / (n - 1) - 1.0);
            x[t] = new double[] {value, value * value, value * value * value};
            double u = (value - middle) / spread;
            y[t] = signal * (4.0 * u * u * u - 3.0 * u) + 0.3 * random.nextGaussian();
        }
        return new Data(name, x, y);
    }

    static Data taxes(double sd) {
        Random random = new Random(2L);
        double[][] x = new double[100][3];
        double[] y = new double[100];
        for (int t = 0; t < 100; t++) {
            double noise = sd * random.nextGaussian();
            double gross = 3_000.0 + 800.0 * random.nextGaussian();
            double tax = 0.3 * gross + 100.0 * random.nextGaussian();
            x[t] = new double[] {gross, tax, gross - tax + noise};
            y[t] = noise / sd + random.nextGaussian();
        }
        return new Data("gross, tax, net, " + sd, x, y);
    }

    /** Columns that differ by a part of their length, and a sum of two others; y depends on the differences. */
    static Data difference(double part) {
        Random random = new Random(3L);
        double[][] x = new double[60][5];
        double[] y = new double[60];
        for (int t = 0; t < 60; t++) {
            double a = random.nextGaussian();
            double b = random.nextGaussian();
            double d = random.nextGaussian();
            double e = random.nextGaussian();
            x[t] = new double[] {a, b, a + part * d, a - b + part * e, random.nextGaussian()};
            y[t] = 0.5 * d + 0.4 * e + 0.2 * b + random.nextGaussian();
        }
        return new Data("difference " + part, x, y);
    }

    static Stream<Data> data() {
        return Stream.concat(
                Stream.of(
                        powers("years", 2010.0, 10.0, 1.0, 200),
                        powers("pressure", 1013.0, 5.0, 1.0, 80),
                        taxes(0.1),
                        taxes(1e-6)),
                IntStream.rangeClosed(2, 12).mapToObj(k -> difference(Math.pow(10.0, -k))));
    }

    /** The fits of {@link #data}, each made once for all tests. */
    private static final Map<String, RationalFit> FITS = new HashMap<>();

    private static RationalFit fit(Data data) {
        return FITS.computeIfAbsent(data.name, name -> new RationalFit(data.x, data.y, 0));
    }

    /** A prior and its evidence. */
    record Prior(String name, java.util.function.UnaryOperator<VariableSelection> set, double lambda, Log evidence) {}

    interface Log {
        double of(RationalFit.Numbers numbers);
    }

    private static Stream<Prior> priors(int n) {
        double lambda = 1.0 / (1e9 * (n - 1));
        return Stream.of(
                new Prior(
                        "g",
                        VariableSelection::gPrior,
                        0.0,
                        m -> -0.5 * m.k() * Math.log1p(n) - 0.5 * (n - 1) * Math.log((1.0 + n * m.rss()) / (1.0 + n))),
                new Prior("bic", VariableSelection::bic, 0.0, m -> -0.5 * m.k() * Math.log(n) - 0.5 * n * m.logRss()),
                new Prior(
                        "ridge",
                        s -> s.ridge(1e9),
                        lambda,
                        m -> 0.5 * m.k() * Math.log(lambda) - 0.5 * m.logDet() - 0.5 * (n - 1) * m.logRss()));
    }

    /** Exact inclusion probabilities under independent prior probabilities of 1/2. */
    static double[] expected(RationalFit fit, int always, int p, double lambda, Log evidence) {
        double[] logs = new double[1 << p];
        double largest = Double.NEGATIVE_INFINITY;
        for (int code = 0; code < logs.length; code++) {
            boolean[] in = new boolean[always + p];
            for (int j = 0; j < p; j++) {
                in[always + j] = (code >> j & 1) != 0;
            }
            RationalFit.Numbers numbers = fit.numbers(in, lambda);
            logs[code] = numbers == null ? Double.NEGATIVE_INFINITY : evidence.of(numbers);
            largest = Math.max(largest, logs[code]);
        }
        double total = 0.0;
        double[] sums = new double[p];
        for (int code = 0; code < logs.length; code++) {
            double weight = Math.exp(logs[code] - largest);
            total += weight;
            for (int j = 0; j < p; j++) {
                sums[j] += (code >> j & 1) != 0 ? weight : 0.0;
            }
        }
        for (int j = 0; j < p; j++) {
            sums[j] /= total;
        }
        return sums;
    }

    private static void compare(SelectionResult result, double[] expected, double tolerance) {
        for (int j = 0; j < expected.length; j++) {
            assertThat(result.inclusion().get(j).probability())
                    .as("variable %d of %s", j, result.facts().priors())
                    .isCloseTo(expected[j], within(tolerance));
        }
    }

    @ParameterizedTest
    @MethodSource("data")
    void enumeration_agreesWithRationalArithmetic(Data data) {
        RationalFit fit = fit(data);
        priors(data.y.length).forEach(prior -> {
            SelectionResult result = prior.set
                    .apply(VariableSelection.linear(data.x, data.y))
                    .inclusion(Inclusion.bernoulli(0.5))
                    .run();
            compare(result, expected(fit, 0, data.x[0].length, prior.lambda, prior.evidence), 1e-7);
        });
    }

    /** Log-probabilities and log-ratios on a walk, those of one site and those of all, against rational arithmetic. */
    @ParameterizedTest
    @MethodSource("data")
    void tracker_agreesWithRationalArithmetic(Data data) {
        int p = data.x[0].length;
        RationalFit fit = fit(data);
        priors(data.y.length).forEach(prior -> {
            Tracker tracker = prior.set
                    .apply(VariableSelection.linear(data.x, data.y))
                    .inclusion(Inclusion.bernoulli(0.5))
                    .model()
                    .newTracker();
            byte[] state = new byte[p];
            tracker.reset(state);
            double empty = tracker.logProb() - evidence(fit, prior, state);
            Random random = new Random(4L);
            int[] sites = IntStream.range(0, p).toArray();
            double[] all = new double[p];
            double[] one = new double[1];
            for (int step = 0; step < 60; step++) {
                if (random.nextInt(10) == 0) {
                    tracker.refresh();
                }
                tracker.save();
                int site = random.nextInt(p);
                tracker.flip(site, new int[2 * p]);
                if (random.nextInt(3) == 0) {
                    tracker.restore();
                } else {
                    state[site] ^= 1;
                }
                double here = evidence(fit, prior, state);
                assertThat(tracker.logProb() - empty).isCloseTo(here, within(3e-7));
                if (random.nextInt(3) > 0) {
                    tracker.logRatios(sites, p, all);
                    for (int j = 0; j < p; j++) {
                        state[j] ^= 1;
                        double there = evidence(fit, prior, state);
                        state[j] ^= 1;
                        assertThat(all[j]).isCloseTo(there - here, within(3e-7));
                        tracker.logRatios(new int[] {j}, 1, one);
                        assertThat(one[0]).isCloseTo(there - here, within(3e-7));
                    }
                }
            }
        });
    }

    private static double evidence(RationalFit fit, Prior prior, byte[] state) {
        boolean[] in = new boolean[state.length];
        for (int j = 0; j < in.length; j++) {
            in[j] = state[j] != 0;
        }
        return prior.evidence.of(fit.numbers(in, prior.lambda));
    }

    /** Chance of a failure below 1e-4: a difference of five standard errors. */
    @ParameterizedTest
    @MethodSource("sampled")
    void chains_agreeWithRationalArithmetic(Data data) {
        RationalFit fit = fit(data);
        Prior prior = priors(data.y.length).findFirst().orElseThrow();
        SelectionResult result = VariableSelection.linear(data.x, data.y)
                .inclusion(Inclusion.bernoulli(0.5))
                .enumerateUpTo(0)
                .sampling(run -> run.warmup(300).draws(1_000))
                .run();
        double[] expected = expected(fit, 0, data.x[0].length, 0.0, prior.evidence);
        for (int j = 0; j < expected.length; j++) {
            SelectionResult.Variable variable = result.inclusion().get(j);
            double error = Double.isNaN(variable.error()) ? 0.0 : variable.error();
            assertThat(variable.probability()).isCloseTo(expected[j], within(5.0 * error + 1e-6));
        }
    }

    static Stream<Data> sampled() {
        return Stream.of(powers("years", 2010.0, 10.0, 1.0, 200), taxes(0.1), difference(1e-5), difference(1e-11));
    }

    /** With year and its square in each model, against rational arithmetic too. */
    @Test
    void variablesThatAreAlwaysIn_doNotContradict() {
        Data data = powers("years", 2010.0, 10.0, 1.0, 100);
        RationalFit fit = new RationalFit(data.x, data.y, 2);
        int n = data.y.length;
        SelectionResult result = VariableSelection.linear(data.x, data.y)
                .names("year", "year2", "year3")
                .always("year", "year2")
                .inclusion(Inclusion.bernoulli(0.5))
                .run();
        Log evidence = m -> -0.5 * m.k() * Math.log1p(n) - 0.5 * (n - 3) * Math.log((1.0 + n * m.rss()) / (1.0 + n));
        compare(result, expected(fit, 2, 1, 0.0, evidence), 1e-7);
        assertThat(result.inclusion("year3").probability()).isGreaterThan(0.999);
        assertThat(result.collinear()).isEmpty();
    }

    /**
     * A difference just below the rank decision and one just above: the column itself is impossible, and named, or its
     * fit is right.
     */
    @Test
    void setsWithoutAFit_areNamed() {
        for (double part : new double[] {0.0, 1e-16, 2e-16, 4e-16, 1e-15, 1e-14, 1e-13}) {
            Data data = taxes(0.0);
            Random random = new Random(6L);
            for (double[] row : data.x) {
                row[0] -= 3_000.0;
                row[1] -= 900.0;
                row[2] = row[0] - row[1] + 800.0 * part * random.nextGaussian();
            }
            double[] y = IntStream.range(0, 100)
                    .mapToDouble(t -> data.x[t][0] + random.nextGaussian())
                    .toArray();
            SelectionResult result = VariableSelection.linear(data.x, y)
                    .names("gross", "tax", "net")
                    .inclusion(Inclusion.bernoulli(0.5))
                    .run();
            RationalFit fit = new RationalFit(data.x, y, 0);
            Log evidence = priors(100).findFirst().orElseThrow().evidence;
            boolean isNamed = !result.collinear().isEmpty();
            Log within = m -> isNamed && m.k() == 3 ? Double.NEGATIVE_INFINITY : evidence.of(m);
            compare(result, expected(fit, 0, 3, 0.0, within), 1e-7);
            if (isNamed) {
                assertThat(result.collinear().get(0)).containsExactlyInAnyOrder("gross", "tax", "net");
                assertThat(result.summary()).contains("no model has all of: ");
            }
            assertThat(isNamed).isEqualTo(part < 5e-16);
        }
    }

    /** Values near 10^15 differ by multiples of 1/8. */
    @Test
    void largeOffsets_areTakenOff_withoutRoundingErrors() {
        Data data = difference(0.5);
        double[][] shifted = new double[60][5];
        for (int t = 0; t < 60; t++) {
            for (int j = 0; j < 5; j++) {
                shifted[t][j] = 1e15 + Math.rint(64.0 * data.x[t][j]);
            }
        }
        SelectionResult result = VariableSelection.linear(shifted, data.y)
                .inclusion(Inclusion.bernoulli(0.5))
                .run();
        Prior prior = priors(60).findFirst().orElseThrow();
        compare(result, expected(new RationalFit(shifted, data.y, 0), 0, 5, 0.0, prior.evidence), 1e-7);
        for (double[] row : shifted) {
            row[2] = 1e17 + 16.0 * Math.rint(row[2] - 1e15 > 0.0 ? 1.0 : 0.0);
        }
        assertThatThrownBy(() -> VariableSelection.linear(shifted, data.y).model())
                .hasMessageContaining("must vary by more than the rounding errors of its values, near 1.0E17")
                .hasMessageContaining("column x3");
    }

    /** Rounding errors are a large part of values near 10^15. Sets have no fit long before a column is explained. */
    @Test
    void coarseColumns_haveTheSameSets_inAllLogRatiosAndAfterFlips() {
        Random random = new Random(7L);
        int p = 6;
        double[][] x = new double[40][p];
        double[] y = new double[40];
        for (int t = 0; t < 40; t++) {
            double common = random.nextGaussian();
            for (int j = 0; j < p; j++) {
                x[t][j] = (j < 5 ? 5e14 * (j + 1) : 0.0) + common + random.nextGaussian();
            }
            y[t] = common + random.nextGaussian();
        }
        Tracker tracker = VariableSelection.linear(x, y).model().newTracker();
        int[] sites = IntStream.range(0, p).toArray();
        double[] ratios = new double[p];
        int impossible = 0;
        for (int code = 0; code < 1 << p; code++) {
            byte[] state = new byte[p];
            for (int j = 0; j < p; j++) {
                state[j] = (byte) (code >> j & 1);
            }
            tracker.reset(state);
            double here = tracker.logProb();
            if (here == Double.NEGATIVE_INFINITY) {
                impossible++;
                continue;
            }
            tracker.logRatios(sites, p, ratios);
            for (int j = 0; j < p; j++) {
                tracker.save();
                tracker.flip(j, new int[2 * p]);
                double there = tracker.logProb();
                tracker.restore();
                if (there == Double.NEGATIVE_INFINITY) {
                    assertThat(ratios[j]).as("x%d into %d", j + 1, code).isEqualTo(there);
                } else {
                    assertThat(ratios[j]).isCloseTo(there - here, within(1e-7));
                }
            }
        }
        assertThat(impossible).isBetween(5, 50);
    }

    /** The model of all columns has the leverage of the same columns in another basis, which is well conditioned. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-2, 1e-4, 1e-6})
    void predictions_haveTheErrors_ofAWellConditionedBasis(double part) {
        Data data = difference(part);
        double[][] basis = new double[60][];
        for (int t = 0; t < 60; t++) {
            double[] row = data.x[t].clone();
            row[2] = (row[2] - row[0]) / part;
            row[3] = (row[3] - row[0] + row[1]) / part;
            basis[t] = row;
        }
        Inclusion all = (size, p) -> size == p ? 0.0 : Double.NEGATIVE_INFINITY;
        List<Prediction> actual =
                VariableSelection.linear(data.x, data.y).inclusion(all).run().predict(data.x);
        List<Prediction> expected =
                VariableSelection.linear(basis, data.y).inclusion(all).run().predict(basis);
        for (int t = 0; t < 60; t++) {
            assertThat(actual.get(t).mean()).isCloseTo(expected.get(t).mean(), within(Math.max(1e-9, 1e-13 / part)));
            assertThat(actual.get(t).sdOfMean())
                    .isCloseTo(expected.get(t).sdOfMean(), within(Math.max(1e-9, 1e-13 / part)));
        }
    }
}
