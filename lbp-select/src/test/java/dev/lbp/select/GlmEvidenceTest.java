package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.internal.select.likelihood.RowLikelihood;
import dev.lbp.select.data.Table;
import dev.lbp.select.data.Tables;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Erf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The evidence and the estimated log-ratios of all families, against differences of the definitions. */
class GlmEvidenceTest {

    private static final int N = 60;
    private static final int P = 4;
    private static final Regressions DATA = Regressions.autoregressive(N, P, 0.5, 3L);

    /** A case: the selection under test, and the log-likelihood by its definition. */
    private record Case(VariableSelection selection, ToDoubleFunction<double[]> likelihood, double n) {}

    private static double[] offsets() {
        return IntStream.range(0, N).mapToDouble(t -> 0.1 * (t % 5) - 0.2).toArray();
    }

    private static double[] rowWeights() {
        return IntStream.range(0, N).mapToDouble(t -> 1 + t % 3).toArray();
    }

    private static double linear(int t) {
        double[] row = DATA.x()[t];
        return 0.7 * (row[0] - 3) - 0.4 * (row[1] - 3);
    }

    private static double[] counts() {
        Random random = new Random(4L);
        return IntStream.range(0, N)
                .mapToDouble(t -> Math.floor(Math.exp(0.5 + 0.6 * linear(t)) * -Math.log(random.nextDouble())))
                .toArray();
    }

    private static double[] bits() {
        Random random = new Random(5L);
        return IntStream.range(0, N)
                .mapToDouble(t -> random.nextDouble() < 1 / (1 + Math.exp(-linear(t))) ? 1 : 0)
                .toArray();
    }

    private static double sum(double[] eta, RowLikelihood.Rows rows, RowDensity density) {
        double sum = 0;
        for (int t = 0; t < eta.length; t++) {
            sum += rows.weights()[t] * density.of(rows.y()[t], eta[t] + rows.offset()[t]);
        }
        return sum;
    }

    private interface RowDensity {
        double of(double y, double eta);
    }

    private static double logNormal(double x) {
        return Math.log(0.5 * Erf.erfc(-x / Math.sqrt(2)));
    }

    /** A sum over events, each with its stratum's rows at risk; by Efron with parts of those tied with it. */
    private static double partial(
            double[] eta,
            double[] times,
            double[] events,
            double[] weights,
            double[] offset,
            int[] strata,
            boolean efron) {
        double[] shares = new double[N];
        Arrays.setAll(shares, t -> weights[t] * Math.exp(eta[t] + offset[t]));
        double sum = 0;
        for (int i = 0; i < N; i++) {
            if (events[i] != 1) {
                continue;
            }
            double tied = 0;
            double earlier = 0;
            double ofTied = 0;
            double risk = 0;
            double ofRisk = 0; // of the rows tied with the event
            for (int t = 0; t < N; t++) {
                if (times[t] < times[i] || strata[t] != strata[i]) {
                    continue;
                }
                risk += shares[t];
                if (events[t] == 1 && times[t] == times[i]) {
                    tied++;
                    earlier += t < i ? 1 : 0;
                    ofTied += weights[t];
                    ofRisk += shares[t];
                }
            }
            double left = risk - (efron ? earlier / tied * ofRisk : 0);
            sum += weights[i] * (eta[i] + offset[i]) - ofTied / tied * Math.log(left);
        }
        return sum;
    }

    private static Case of(String family) {
        double[] w = rowWeights();
        double[] off = offsets();
        double total = Arrays.stream(w).sum();
        double[] y = family.equals("poisson") || family.equals("negative") ? counts() : bits();
        RowLikelihood.Rows rows = new RowLikelihood.Rows(y, w, off);
        switch (family) {
            case "logistic":
                return new Case(
                        VariableSelection.logistic(DATA.x(), y).weights(w).offset(off),
                        eta -> sum(eta, rows, (v, e) -> v * e - Math.log1p(Math.exp(e))),
                        total);
            case "unweighted":
                return new Case(
                        VariableSelection.logistic(DATA.x(), y),
                        eta -> sum(
                                eta,
                                new RowLikelihood.Rows(y, ones(), new double[N]),
                                (v, e) -> v * e - Math.log1p(Math.exp(e))),
                        N);
            case "probit":
                return new Case(
                        VariableSelection.probit(DATA.x(), y).weights(w).offset(off),
                        eta -> sum(eta, rows, (v, e) -> v * logNormal(e) + (1 - v) * logNormal(-e)),
                        total);
            case "poisson":
                return new Case(
                        VariableSelection.poisson(DATA.x(), y).weights(w).offset(off),
                        eta -> sum(eta, rows, (v, e) -> v * e - Math.exp(e)),
                        total);
            case "negative":
                return new Case(
                        VariableSelection.negativeBinomial(DATA.x(), y, 1.7)
                                .weights(w)
                                .offset(off),
                        eta -> sum(eta, rows, (v, e) -> v * e - (v + 1.7) * Math.log(1.7 + Math.exp(e))),
                        total);
            default:
                double[] times = IntStream.range(0, N)
                        .mapToDouble(t -> Math.ceil(9 * Math.exp(-0.5 * linear(t)) * ((t * 37) % 100 + 1) / 100))
                        .toArray();
                double[] events = IntStream.range(0, N)
                        .mapToDouble(t -> t % 3 == 0 ? 0 : 1)
                        .toArray();
                boolean efron = family.equals("cox-efron");
                int[] strata = IntStream.range(0, N).map(t -> efron ? t % 2 : 0).toArray();
                VariableSelection cox = VariableSelection.cox(DATA.x(), times, events)
                        .weights(w)
                        .offset(off);
                return new Case(
                        efron ? cox.efronTies().strata(strata) : cox,
                        eta -> partial(eta, times, events, w, off, strata, efron),
                        IntStream.range(0, N).mapToDouble(t -> w[t] * events[t]).sum());
        }
    }

    private static double[] ones() {
        double[] ones = new double[N];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static double[][] ridge(double[] weights, double tau2) {
        double[][] precision = new double[P][P];
        double total = Arrays.stream(weights).sum();
        for (int j = 0; j < P; j++) {
            int column = j;
            double mean = IntStream.range(0, N)
                            .mapToDouble(t -> weights[t] * DATA.x()[t][column])
                            .sum()
                    / total;
            double squares = IntStream.range(0, N)
                    .mapToDouble(t -> weights[t] * (DATA.x()[t][column] - mean) * (DATA.x()[t][column] - mean))
                    .sum();
            precision[j][j] = squares / (total - 1) / tau2;
        }
        return precision;
    }

    private static NaiveGlm naive(Case given, String family, int[] always, double[][] precision, double penalty) {
        return new NaiveGlm(DATA.x(), always, given.likelihood, !family.startsWith("cox"), precision, penalty);
    }

    /** Compares all models and all estimates; column 2 is a candidate or always in. */
    private static void compare(VariableSelection selection, NaiveGlm naive, boolean isAlways) {
        if (isAlways) {
            selection.always("x3");
        }
        int[] candidates = isAlways ? new int[] {0, 1, 3} : new int[] {0, 1, 2, 3};
        LocalEnergyModel.Tracker tracker =
                selection.inclusion(Inclusion.bernoulli(0.5)).model().newTracker();
        double first = Double.NaN;
        double[] ratios = new double[candidates.length];
        for (int bits = 0; bits < 1 << candidates.length; bits++) {
            byte[] state = NaiveLogistic.state(bits, candidates.length);
            byte[] full = new byte[P];
            for (int j = 0; j < state.length; j++) {
                full[candidates[j]] = state[j];
            }
            tracker.reset(state);
            double difference = tracker.logProb() - naive.logEvidence(full);
            first = Double.isNaN(first) ? difference : first;
            assertThat(difference).as("model %d", bits).isEqualTo(first, offset(3e-6));
            tracker.logRatios(IntStream.range(0, state.length).toArray(), state.length, ratios);
            for (int j = 0; j < state.length; j++) {
                byte[] other = full.clone();
                other[candidates[j]] ^= 1;
                assertThat(ratios[j])
                        .as("flip %d of model %d", j, bits)
                        .isEqualTo(naive.expansion(full, other), offset(2e-4));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"logistic", "unweighted", "probit", "poisson", "negative", "cox", "cox-efron"})
    void ridge_isLaplaces(String family) {
        double[] weights = family.equals("unweighted") ? ones() : rowWeights();
        Case given = of(family);
        compare(given.selection.ridge(0.8), naive(given, family, new int[0], ridge(weights, 0.8), 0), false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"logistic", "probit", "negative", "cox", "cox-efron"})
    void bic_countsColumns_andVariablesAreAlwaysIn(String family) {
        Case given = of(family);
        compare(
                given.selection.bic(),
                naive(given, family, new int[] {2}, new double[P][P], 0.5 * Math.log(given.n)),
                true);
    }

    /** The information of the model without variables is that of differences, less what the base explains. */
    @ParameterizedTest
    @ValueSource(strings = {"logistic", "poisson", "cox", "cox-efron"})
    void gPrior_hasTheInformation_ofTheEmptyModel(String family) {
        Case given = of(family);
        NaiveGlm flat = naive(given, family, new int[] {2}, new double[P][P], 0.5);
        compare(
                given.selection.gPrior(25),
                naive(given, family, new int[] {2}, flat.informationAtNull(25, P), 0),
                true);
    }

    /** The levels of a factor, but for the first, enter together: their estimates are those of two columns at once. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void factor_hasTheEstimates_ofItsColumnsTogether(boolean informed) {
        double[][] x = new double[N][];
        double[][] rows = new double[N][];
        String[] levels = new String[N];
        double[] y = bits();
        for (int t = 0; t < N; t++) {
            int level = (t * t + t / 7) % 3;
            double[] row = DATA.x()[t];
            levels[t] = "abc".substring(level, level + 1);
            x[t] = new double[] {row[0], row[1], level == 1 ? 1 : 0, level == 2 ? 1 : 0};
            rows[t] = new double[] {row[0], row[1], y[t]};
        }
        Table table = Tables.withLevels(Table.of(new String[] {"u", "v", "y"}, rows), levels);
        VariableSelection selection = VariableSelection.logistic(table, "y").inclusion(Inclusion.bernoulli(0.5));
        ToDoubleFunction<double[]> likelihood = eta ->
                sum(eta, new RowLikelihood.Rows(y, ones(), new double[N]), (v, e) -> v * e - Math.log1p(Math.exp(e)));
        double[][] none = new double[P][P];
        double[][] precision =
                informed ? new NaiveGlm(x, new int[0], likelihood, true, none, 0.5).informationAtNull(9, P) : none;
        NaiveGlm naive = new NaiveGlm(x, new int[0], likelihood, true, precision, informed ? 0 : 0.5 * Math.log(N));
        LocalEnergyModel.Tracker tracker =
                (informed ? selection.gPrior(9) : selection.bic()).model().newTracker();
        double[] ratios = new double[3];
        for (int bits = 0; bits < 8; bits++) {
            byte[] columns = NaiveLogistic.state(bits | bits << 1 & 8, P);
            tracker.reset(NaiveLogistic.state(bits, 3));
            tracker.logRatios(new int[] {0, 1, 2}, 3, ratios);
            for (int j = 0; j < 3; j++) {
                byte[] other = NaiveLogistic.state((bits ^ 1 << j) | (bits ^ 1 << j) << 1 & 8, P);
                assertThat(ratios[j])
                        .as("flip %d of model %d", j, bits)
                        .isEqualTo(naive.expansion(columns, other), offset(2e-4));
            }
        }
    }
}
