package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.internal.select.likelihood.Likelihood;
import dev.lbp.internal.select.likelihood.NegativeBinomialLikelihood;
import dev.lbp.internal.select.likelihood.RowLikelihood;
import dev.lbp.select.data.Prediction;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Evidence and estimates where e^eta, counts, sizes or weights are far from 1. */
class GlmExtremesTest {

    private static final int N = 60;
    private static final int P = 4;
    private static final Regressions DATA = Regressions.autoregressive(N, P, 0.5, 3L);
    private static final double[] TIMES =
            IntStream.range(0, N).mapToDouble(t -> (t * 37) % N / 2).toArray();

    private static double[] filled(double value) {
        double[] all = new double[N];
        Arrays.fill(all, value);
        return all;
    }

    private static double[] counts(double mean, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, N)
                .mapToDouble(t -> Math.floor(mean
                        * Math.exp(0.3 * (DATA.x()[t][0] - 3))
                        * (1 + 0.3 * random.nextGaussian() / Math.sqrt(mean))))
                .map(y -> Math.max(y, 0))
                .toArray();
    }

    private static double[] bits() {
        Random random = new Random(5L);
        return IntStream.range(0, N)
                .mapToDouble(t -> random.nextDouble() < 1 / (1 + Math.exp(3 - DATA.x()[t][0])) ? 1 : 0)
                .toArray();
    }

    private static double[] logProbs(VariableSelection selection) {
        LocalEnergyModel.Tracker tracker =
                selection.inclusion(Inclusion.bernoulli(0.5)).model().newTracker();
        return IntStream.range(0, 1 << P)
                .mapToDouble(bits -> {
                    tracker.reset(NaiveLogistic.state(bits, P));
                    return tracker.logProb();
                })
                .toArray();
    }

    private static void assertSame(double[] a, double[] b, double tolerance) {
        for (int k = 1; k < a.length; k++) {
            assertThat(a[k] - a[0]).as("model %d", k).isEqualTo(b[k] - b[0], offset(tolerance));
        }
    }

    /** Powers of two, so that evidences have the same bits; squares of columns leave the range of doubles. */
    @ParameterizedTest
    @ValueSource(ints = {-600, -1000, 600, 1000})
    void units_ofColumns_doNotMatter(int exponent) {
        double[][] scaled = Arrays.stream(DATA.x())
                .map(row -> Arrays.stream(row)
                        .map(value -> Math.scalb(value, exponent))
                        .toArray())
                .toArray(double[][]::new);
        assertSame(
                logProbs(VariableSelection.logistic(scaled, bits())),
                logProbs(VariableSelection.logistic(DATA.x(), bits())),
                1e-12);
    }

    /** Breslow's sum, with logarithms of sums that no exponential leaves the range of doubles in. */
    private static double partial(double[] eta, double[] events, double[] known) {
        double sum = 0;
        for (int i = 0; i < N; i++) {
            if (events[i] == 0) {
                continue;
            }
            double most = Double.NEGATIVE_INFINITY;
            for (int t = 0; t < N; t++) {
                most = TIMES[t] >= TIMES[i] ? Math.max(most, eta[t] + known[t]) : most;
            }
            double risk = 0;
            for (int t = 0; t < N; t++) {
                risk += TIMES[t] >= TIMES[i] ? Math.exp(eta[t] + known[t] - most) : 0;
            }
            sum += events[i] * (eta[i] + known[i] - most - Math.log(risk));
        }
        return sum;
    }

    /** Early times have a hazard that is up to e^900 times that of late ones; or late ones that of early ones. */
    @ParameterizedTest
    @ValueSource(doubles = {60, -400, 900})
    void cox_hazardsFarApart_haveTheEvidenceOfTheDefinition(double apart) {
        double[] events =
                IntStream.range(0, N).mapToDouble(t -> t % 3 == 0 ? 0 : 1).toArray();
        double[] known = IntStream.range(0, N)
                .mapToDouble(t -> TIMES[t] < N / 4.0 ? apart : 0)
                .toArray();
        ToDoubleFunction<double[]> likelihood = eta -> partial(eta, events, known);
        NaiveGlm naive =
                new NaiveGlm(DATA.x(), new int[0], likelihood, false, new double[P][P], 0.5 * Math.log(N - N / 3));
        LocalEnergyModel.Tracker tracker =
                checked(VariableSelection.cox(DATA.x(), TIMES, events).offset(known), naive);
        double[] ratios = new double[P];
        for (int bits = 0; bits < 1 << P; bits++) {
            byte[] state = NaiveLogistic.state(bits, P);
            tracker.reset(state);
            tracker.logRatios(IntStream.range(0, P).toArray(), P, ratios);
            for (int j = 0; j < P; j++) {
                byte[] other = state.clone();
                other[j] ^= 1;
                assertThat(ratios[j])
                        .as("flip %d of %d", j, bits)
                        .isEqualTo(naive.expansion(state, other), offset(1e-3));
            }
        }
    }

    /** Its partial likelihood has one term; BIC then takes nothing off for a column. */
    /** Rounding in the tails must not end in NaN, which no search for a quantile sees. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1, 149, 150, 4498, 1e6, 1e16, 1e300})
    void negativeBinomial_farFromLargeCounts_isSure(double size) {
        Likelihood.ResponseMoments moments = new NegativeBinomialLikelihood(
                        new RowLikelihood.Rows(counts(3, 4L), filled(1), filled(0)), size)
                .moments();
        for (double count : new double[] {3, 1e4, 12_345, 1e9}) {
            for (double eta = -745; eta < -36; eta += 0.37) {
                assertThat(moments.atMost(count, eta))
                        .as("count %s, eta %s", count, eta)
                        .isEqualTo(1, offset(1e-9));
            }
        }
    }

    /** The prior has no information of a column where the offsets leave no doubt, and cannot say that it is not in. */
    @ParameterizedTest
    @ValueSource(doubles = {45, 50, 60, 80})
    void gPrior_ofColumnWithoutInformation_isNamed(double far) {
        double[] known =
                IntStream.range(0, N).mapToDouble(t -> t % 3 == 0 ? far : 0).toArray();
        double[] y = IntStream.range(0, N).mapToDouble(t -> t % 7 % 2).toArray();
        double[][] x = IntStream.range(0, N)
                .mapToObj(t -> new double[] {t % 3 == 0 ? DATA.x()[t][0] : 0, DATA.x()[t][1]})
                .toArray(double[][]::new);
        refused(
                () -> VariableSelection.logistic(x, y).offset(known).run(),
                "must have a fit, and Newton's method does not");
    }

    /** Exposures where their logarithms belong. */
    @Test
    void wideOffsets_areNoted() {
        VariableSelection selection = VariableSelection.poisson(DATA.x(), counts(3, 4L));
        double[] exposures = new double[DATA.x().length];
        Arrays.setAll(exposures, t -> 1.0 + t % 12);
        assertThat(selection.offset(exposures).run().summary())
                .contains(
                        "note: offsets differ by 11.00; they are added to the linear predictor, so an exposure enters");
        Arrays.setAll(exposures, t -> Math.log(exposures[t]));
        assertThat(selection.offset(exposures).run().summary()).doesNotContain("offsets differ");
    }

    @Test
    void cox_bicOfOneEvent_countsNoColumns() {
        double[] events = new double[N];
        events[IntStream.range(0, N).filter(t -> TIMES[t] == 10).findFirst().orElseThrow()] = 1;
        double[] known = new double[N];
        double[][] x = Arrays.stream(DATA.x()).map(row -> Arrays.copyOf(row, 1)).toArray(double[][]::new);
        NaiveGlm naive = new NaiveGlm(
                x, new int[0], eta -> partial(eta, events, known), false, new double[1][1], Double.MIN_VALUE);
        LocalEnergyModel.Tracker tracker =
                VariableSelection.cox(x, TIMES, events).bic().model().newTracker();
        double[] found = new double[2];
        for (byte in = 0; in < 2; in++) {
            tracker.reset(new byte[] {in});
            found[in] = tracker.logProb() - naive.logEvidence(new byte[] {in});
        }
        assertThat(found[1]).isEqualTo(found[0], offset(1e-5));
    }

    /** The constant takes it. */
    @ParameterizedTest
    @CsvSource({
        "logistic, 35",
        "logistic, -700",
        "probit, 35",
        "poisson, 30",
        "poisson, -35",
        "negative, 13",
        "negative, -36",
        "negative, 300"
    })
    void constantOffset_changesNothing(String family, double known) {
        assertSame(
                logProbs(selection(family).ridge(0.8)),
                logProbs(selection(family).ridge(0.8).offset(filled(known))),
                1e-8);
    }

    private static VariableSelection selection(String family) {
        return switch (family) {
            case "logistic" -> VariableSelection.logistic(DATA.x(), bits());
            case "probit" -> VariableSelection.probit(DATA.x(), bits());
            case "poisson" -> VariableSelection.poisson(DATA.x(), counts(3, 4L));
            default -> VariableSelection.negativeBinomial(DATA.x(), counts(3, 4L), 50);
        };
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e3, 1e6, 1e8, 1e11})
    void largeCounts_haveFits(double mean) {
        for (long seed = 1; seed <= 6; seed++) {
            double[] y = counts(mean, seed);
            assertThat(logProbs(VariableSelection.poisson(DATA.x(), y))).doesNotContain(Double.NEGATIVE_INFINITY);
            assertThat(logProbs(VariableSelection.negativeBinomial(DATA.x(), y, 50)))
                    .doesNotContain(Double.NEGATIVE_INFINITY);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e12, 1e16, 1e300})
    void negativeBinomial_ofLargeSize_isPoisson(double size) {
        double[] y = counts(3, 4L);
        Prediction found = VariableSelection.negativeBinomial(DATA.x(), y, size)
                .run()
                .predict(DATA.x())
                .get(0);
        Prediction expected =
                VariableSelection.poisson(DATA.x(), y).run().predict(DATA.x()).get(0);
        assertThat(found.mean()).isEqualTo(expected.mean(), offset(1e-8));
        assertThat(found.lower()).isEqualTo(expected.lower());
        assertThat(found.upper()).isEqualTo(expected.upper());
        assertSame(
                logProbs(VariableSelection.poisson(DATA.x(), y).ridge(0.8)),
                logProbs(VariableSelection.negativeBinomial(DATA.x(), y, size).ridge(0.8)),
                1e-8);
    }

    @Test
    void weightsOfFewerThanTwoRows_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.logistic(DATA.x(), bits()).weights(filled(1.0 / N)))
                .withMessageContaining("must be at least 2, as a row of weight 2 counts as two rows: sum of weights=");
    }

    private static void refused(ThrowableAssert.ThrowingCallable call, String message) {
        assertThatExceptionOfType(Exception.class).isThrownBy(call).withMessageContaining(message);
    }

    @Test
    void countsAndWeights_whoseDigitsAreLost_areRefusedByName() {
        double[] y = counts(3, 4L);
        y[7] = 1.1e12;
        refused(() -> VariableSelection.poisson(DATA.x(), y), "must be a count of at most 1.0E12: y[7]=1.1E12");
        refused(
                () -> VariableSelection.negativeBinomial(DATA.x(), y, 5),
                "must be a count of at most 1.0E12: y[7]=1.1E12");
        double[] trials = filled(10);
        trials[2] = 1e15;
        refused(
                () -> VariableSelection.binomial(DATA.x(), filled(4), trials),
                "must be a count of at most 1.0E12: trials[2]=1.0E15");
        refused(
                () -> VariableSelection.logistic(DATA.x(), bits()).weights(filled(1e13)),
                "must be at most 1.0E12: weights[0]=1.0E13");
        double[] millions = counts(1e6, 4L);
        refused(
                () -> VariableSelection.poisson(DATA.x(), millions).weights(filled(1e8)),
                "must be at most 1.0E12, divided by its row's count: weights[");
        refused(
                () -> VariableSelection.binomial(DATA.x(), counts(30, 4L), filled(1000))
                        .weights(filled(1e10)),
                "must be at most 1.0E12, divided by its row's trials: weights[0]=1.0E10");
    }

    /** Weights of a billion are a table of counts; then all columns have an effect, if a small one. */
    @ParameterizedTest
    @ValueSource(strings = {"logistic", "probit", "poisson", "negative"})
    void largeWeights_haveFits(String family) {
        assertThat(logProbs(selection(family).weights(filled(1e9)).bic())).doesNotContain(Double.NEGATIVE_INFINITY);
        assertThat(logProbs(selection(family).weights(filled(1e9)).ridge(1))).doesNotContain(Double.NEGATIVE_INFINITY);
    }

    private static double[] everyThird(double value) {
        return IntStream.range(0, N).mapToDouble(t -> t % 3 == 0 ? value : 0).toArray();
    }

    /**
     * The oracle has the constant of the empty model as an offset, so that it starts there too: that of a Poisson
     * regression is known, and in a logistic regression one kind of rows decides, the other is 0 or 1.
     */
    @ParameterizedTest
    @CsvSource({
        "poisson, 60",
        "poisson, 300",
        "poisson, -60",
        "poisson, -300",
        "logistic, 60",
        "logistic, -60",
        "logistic, -150"
    })
    void offsetsFarApart_haveTheEvidenceOfTheDefinition(String family, double apart) {
        double[] known = everyThird(apart);
        boolean isCount = family.equals("poisson");
        double[] y = isCount ? counts(3, 4L) : bits();
        double total = Arrays.stream(y).sum();
        double rows = apart > 0 ? N / 3.0 : 0; // that are 1 at the constant
        double constant = isCount
                ? Math.log(total / Arrays.stream(known).map(Math::exp).sum())
                : Math.log((total - rows) / (2 * N / 3.0 - total + rows));
        ToDoubleFunction<double[]> likelihood = eta -> IntStream.range(0, N)
                .mapToDouble(t -> {
                    double at = eta[t] + known[t] + constant;
                    return y[t] * at - (isCount ? Math.exp(at) : Math.max(at, 0) + Math.log1p(Math.exp(-Math.abs(at))));
                })
                .sum();
        NaiveGlm naive = new NaiveGlm(DATA.x(), new int[0], likelihood, true, new double[P][P], 0.5 * Math.log(N));
        checked(selection(family).offset(known), naive);
    }

    /** A tracker by BIC, whose evidences of all models are those of the definition but for a constant. */
    private static LocalEnergyModel.Tracker checked(VariableSelection selection, NaiveGlm naive) {
        LocalEnergyModel.Tracker tracker =
                selection.bic().inclusion(Inclusion.bernoulli(0.5)).model().newTracker();
        double first = Double.NaN;
        for (int bits = 0; bits < 1 << P; bits++) {
            byte[] state = NaiveLogistic.state(bits, P);
            tracker.reset(state);
            double difference = tracker.logProb() - naive.logEvidence(state);
            first = Double.isNaN(first) ? difference : first;
            assertThat(difference).as("model %d", bits).isEqualTo(first, offset(1e-5));
        }
        return tracker;
    }

    /**
     * Rare events of many trials are Poisson, to a part of about 1e-11; the trials' logarithms are then offsets. Where
     * nearly all trials succeed, a part of 1e-12 that fails has four digits beside 1.
     */
    @ParameterizedTest
    @ValueSource(doubles = {1e9, 1e12})
    void rareEvents_areCounts(double most) {
        double[] trials = IntStream.range(0, N)
                .mapToDouble(t -> Math.floor(most / (1 + t % 7)))
                .toArray();
        double[] events =
                IntStream.range(0, N).mapToDouble(t -> t % 11 == 3 ? 1 : 0).toArray();
        double[] others =
                IntStream.range(0, N).mapToDouble(t -> trials[t] - events[t]).toArray();
        double[] logs = Arrays.stream(trials).map(Math::log).toArray();
        double[] expected = logProbs(
                VariableSelection.poisson(DATA.x(), events).offset(logs).gPrior(50));
        assertSame(logProbs(VariableSelection.binomial(DATA.x(), events, trials).gPrior(50)), expected, 1e-6);
        assertSame(logProbs(VariableSelection.binomial(DATA.x(), others, trials).gPrior(50)), expected, 1e-4);
    }

    /** Newton's method does not get there; that is no separation, and no model is called impossible. */
    @ParameterizedTest
    @CsvSource({"logistic, -800", "poisson, 900", "negative, 800"})
    void offsetsTooFarApart_areNamed(String family, double apart) {
        double[] spread =
                IntStream.range(0, N).mapToDouble(t -> (t * 37 % N) * apart / N).toArray();
        refused(
                () -> selection(family).offset(spread).bic().run(),
                ": some predictors are too far from the response, as where offsets differ by tens");
    }

    @Test
    void bic_ofLessThanOneEvent_isRefused() {
        double[] events = new double[N];
        events[3] = 1;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.cox(DATA.x(), TIMES, events)
                        .weights(filled(0.5))
                        .bic()
                        .run())
                .withMessageContaining("must be at least 1 for bic");
    }
}
