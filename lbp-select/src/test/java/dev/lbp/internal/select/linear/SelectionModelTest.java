package dev.lbp.internal.select.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.check.ModelCheck;
import dev.lbp.internal.select.average.Margins;
import dev.lbp.internal.select.average.ModelPrior;
import dev.lbp.internal.select.prior.LogRssEvidence;
import dev.lbp.select.NaiveEvidence;
import dev.lbp.select.Regressions;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.LocalEnergyModel.Tracker;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tracker against a Cholesky factorisation from nothing at every state. */
class SelectionModelTest {

    private static final int N = 40;
    private static final int P = 24;
    private static final int MOST = 9;

    /** Columns 5 and 11 are the same; 7 is the sum of 0 and 3; 9 nearly that of 4 and 8, with a pivot of about 1e-3. */
    private static final Regressions DATA = Regressions.autoregressive(N, P, 0.6, 1L)
            .duplicate(5, 11)
            .sum(0, 3, 7, 0.0, 2L)
            .sum(4, 8, 9, 0.1, 3L);

    private static final NaiveEvidence NAIVE = new NaiveEvidence(DATA.x(), DATA.y(), 1e-9);

    /** A prior of coefficients, and its naive log-evidence. */
    record Case(String name, UnaryOperator<VariableSelection> prior, ToDoubleFunction<byte[]> evidence) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("g", s -> s.gPrior(30.0), state -> NAIVE.gPrior(state, 30.0)),
                new Case("g = n", VariableSelection::gPrior, state -> NAIVE.gPrior(state, N)),
                new Case("ridge", s -> s.ridge(2.0), state -> NAIVE.slab(state, 2.0)),
                new Case("BIC", VariableSelection::bic, NAIVE::bic),
                new Case("hyper-g", VariableSelection::hyperG, state -> NAIVE.hyperG(state, 3.0)),
                new Case(
                        "g, known variance",
                        s -> s.gPrior(30.0).noiseVariance(1.5),
                        state -> NAIVE.gPriorKnown(state, 30.0, 1.5)),
                new Case(
                        "ridge, known variance",
                        s -> s.ridge(2.0).noiseVariance(1.5),
                        state -> NAIVE.slabKnown(state, 2.0, 1.5)),
                new Case("BIC, known variance", s -> s.bic().noiseVariance(1.5), state -> NAIVE.bicKnown(state, 1.5)),
                new Case(
                        "own",
                        s -> s.evidence((k, rss, logDet) -> -0.5 * k * Math.log(N) - 0.5 * N * Math.log(rss)),
                        NAIVE::bic));
    }

    private static LocalEnergyModel model(Case priors) {
        return priors.prior
                .apply(DATA.selection())
                .inclusion(Inclusion.bernoulli(0.2))
                .maxSize(MOST)
                .model();
    }

    /** The log-probability up to the constant that makes the empty model's that of the tracker. */
    private static double naive(Case priors, byte[] state) {
        int size = size(state);
        double prior = size > MOST ? Double.NEGATIVE_INFINITY : size * Math.log(0.2) + (P - size) * Math.log(0.8);
        double evidence = priors.evidence.applyAsDouble(state);
        return prior + evidence - priors.evidence.applyAsDouble(new byte[P]);
    }

    private static int size(byte[] state) {
        int size = 0;
        for (byte bit : state) {
            size += bit;
        }
        return size;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void tracker_agreesWith_choleskyFromNothing(Case priors) {
        Random random = new Random(4L);
        Tracker tracker = model(priors).newTracker();
        byte[] state = new byte[P];
        tracker.reset(state);
        double constant = tracker.logProb() - naive(priors, state);
        int impossible = 0;
        int[] touched = new int[2 * P];
        for (int t = 0; t < 3_000; t++) {
            byte[] next = state.clone();
            int[] sites = flips(random, next);
            double expected = naive(priors, next) + constant;
            tracker.save();
            tracker.flipAll(sites, sites.length, touched);
            assertClose(tracker.logProb(), expected, 1e-10);
            if (expected == Double.NEGATIVE_INFINITY) {
                impossible++;
                tracker.restore();
            } else if (random.nextInt(4) == 0) {
                ratios(tracker);
                tracker.restore();
            } else {
                state = next;
            }
            if (t % 10 == 0) {
                compareRatios(priors, tracker, state);
            }
        }
        assertThat(impossible).isGreaterThan(50);
    }

    /** Some random flips, which lead to models of about 8 variables. */
    private static int[] flips(Random random, byte[] state) {
        int count = 1 + random.nextInt(4);
        int[] sites = random.ints(0, P)
                .distinct()
                .filter(site -> state[site] != 0 || random.nextInt(3) == 0)
                .limit(count)
                .toArray();
        for (int site : sites) {
            state[site] ^= 1;
        }
        return sites;
    }

    private static double[] ratios(Tracker tracker) {
        double[] ratios = new double[P];
        tracker.logRatios(IntStream.range(0, P).toArray(), P, ratios);
        return ratios;
    }

    private static void compareRatios(Case priors, Tracker tracker, byte[] state) {
        double here = naive(priors, state);
        double[] single = new double[1];
        double[] one = new double[P];
        for (int i = 0; i < P; i++) { // before all: the residuals are not known yet
            tracker.logRatios(new int[] {i}, 1, single);
            one[i] = single[0];
        }
        double[] all = ratios(tracker);
        for (int i = 0; i < P; i++) {
            byte[] flipped = state.clone();
            flipped[i] ^= 1;
            double expected = naive(priors, flipped) - here;
            assertClose(all[i], expected, 1e-11);
            assertClose(one[i], expected, 1e-11);
        }
    }

    /** No refresh in 100,000 flips. */
    @Test
    void drift_staysSmall() {
        Case priors = cases().findFirst().orElseThrow();
        Random random = new Random(5L);
        Tracker tracker = model(priors).newTracker();
        byte[] state = new byte[P];
        tracker.reset(state);
        double constant = tracker.logProb() - naive(priors, state);
        int[] touched = new int[2 * P];
        for (int flips = 0; flips < 100_000; ) {
            byte[] next = state.clone();
            int[] sites = flips(random, next);
            tracker.save();
            tracker.flipAll(sites, sites.length, touched);
            flips += sites.length;
            if (tracker.logProb() == Double.NEGATIVE_INFINITY) {
                tracker.restore();
            } else {
                state = next;
            }
        }
        assertClose(tracker.logProb(), naive(priors, state) + constant, 1e-10);
        compareRatios(priors, tracker, state);
    }

    /** Otherwise the ranks of a trace would depend on rounding errors, and R-hat with them. */
    @Test
    void logProb_isTheSame_onEveryVisit() {
        Regressions data = Regressions.autoregressive(N, P, 0.3, 8L);
        Tracker tracker = data.selection().model().newTracker();
        byte[] state = new byte[P];
        tracker.reset(state);
        tracker.flip(0, new int[2 * P]);
        double first = tracker.logProb();
        Random random = new Random(9L);
        for (int t = 0; t < 1_000; t++) {
            int[] sites = random.ints(1, P).distinct().limit(5).toArray();
            tracker.flipAll(sites, 5, new int[2 * P]);
            tracker.flipAll(sites, 5, new int[2 * P]);
            assertThat(tracker.logProb()).isEqualTo(first);
        }
    }

    /** Whatever the way to the state: a run that is resumed then makes the same draws. */
    @Test
    void refresh_makesNumbers_functionsOfTheState() {
        LocalEnergyModel model =
                Regressions.autoregressive(N, P, 0.6, 8L).selection().model();
        Tracker tracker = model.newTracker();
        byte[] state = new byte[P];
        tracker.reset(state);
        Random random = new Random(9L);
        for (int t = 0; t < 200; t++) {
            int site = random.nextInt(12);
            state[site] ^= 1;
            tracker.flip(site, new int[2 * P]);
            ratios(tracker);
        }
        Tracker fresh = model.newTracker();
        fresh.reset(state);
        assertThat(ratios(tracker)).isNotEqualTo(ratios(fresh));
        tracker.refresh();
        assertThat(tracker.logProb()).isEqualTo(fresh.logProb());
        assertThat(ratios(tracker)).containsExactly(ratios(fresh));
    }

    @Test
    void sameColumns_areImpossibleTogether_fromBothSides() {
        Tracker tracker = DATA.selection().model().newTracker();
        byte[] state = new byte[P];
        state[5] = 1;
        tracker.reset(state);
        assertThat(ratios(tracker)[11]).isEqualTo(Double.NEGATIVE_INFINITY);
        tracker.flip(5, new int[2 * P]);
        tracker.flip(11, new int[2 * P]);
        assertThat(ratios(tracker)[5]).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    /** Adding before removing would pass through an impossible model. */
    @Test
    void exchangeOfSameColumns_andOfOneInTheLargestModel_isPossible() {
        Tracker tracker = DATA.selection().maxSize(2).model().newTracker();
        byte[] state = new byte[P];
        state[5] = 1;
        state[0] = 1;
        tracker.reset(state);
        double before = tracker.logProb();
        tracker.flipAll(new int[] {11, 5}, 2, new int[2 * P]);
        assertClose(tracker.logProb(), before, 1e-12);
        tracker.flipAll(new int[] {1, 11}, 2, new int[2 * P]);
        assertThat(tracker.logProb()).isGreaterThan(Double.NEGATIVE_INFINITY);
    }

    /**
     * Two variables of two columns and four of one: three variables can have the five columns that seven observations
     * allow.
     */
    @Test
    void columnsOfGroups_count_againstTheLargestNumberOfColumns() {
        Random random = new Random(10L);
        double[][] x = new double[6][8];
        for (int j = 0; j < 8; j++) {
            double squares = 0.0;
            for (double[] row : x) {
                row[j] = random.nextGaussian();
                squares += row[j] * row[j];
            }
            for (double[] row : x) {
                row[j] /= Math.sqrt(squares);
            }
        }
        double[] y = {1, 0, 0, 0, 0, 0};
        int[] firstColumn = {0, 2, 4, 5, 6, 7, 8};
        Tracker tracker = new SelectionModel(
                        Gram.of(x, y, Gram.Source.of(x, y)),
                        0.0,
                        LogRssEvidence.gPrior(7, 6),
                        new ModelPrior(Inclusion.bernoulli(0.5), 5, Margins.none(6)),
                        firstColumn,
                        5)
                .newTracker();
        tracker.reset(new byte[] {1, 1, 1, 0, 0, 0});
        assertThat(tracker.logProb()).isFinite();
        double[] ratios = new double[6];
        tracker.logRatios(new int[] {4}, 1, ratios);
        assertThat(ratios[0]).isEqualTo(Double.NEGATIVE_INFINITY);
        tracker.logRatios(new int[] {0, 1, 2, 3, 4, 5}, 6, ratios);
        assertThat(Arrays.copyOfRange(ratios, 0, 3)).doesNotContain(Double.NEGATIVE_INFINITY);
        assertThat(Arrays.copyOfRange(ratios, 3, 6)).containsOnly(Double.NEGATIVE_INFINITY);
        tracker.flip(4, new int[12]);
        assertThat(tracker.logProb()).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void stateBehindAnImpossibleOne_isThatOfANewTracker() {
        LocalEnergyModel model = DATA.selection().model();
        Tracker tracker = model.newTracker();
        byte[] state = new byte[P];
        state[5] = 1;
        tracker.reset(state);
        int[] touched = new int[2 * P];
        tracker.flip(11, touched);
        assertThat(tracker.logProb()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(ratios(tracker)).containsOnly(Double.NaN);
        tracker.flip(5, touched);
        tracker.flip(2, touched);
        state[5] = 0;
        state[11] = 1;
        state[2] = 1;
        Tracker fresh = model.newTracker();
        fresh.reset(state);
        assertThat(tracker.logProb()).isEqualTo(fresh.logProb());
        assertThat(ratios(tracker)).containsExactly(ratios(fresh));
    }

    @Test
    void restore_beforeSave_isRefused() {
        Tracker tracker = DATA.selection().model().newTracker();
        tracker.reset(new byte[P]);
        assertThatThrownBy(tracker::restore).hasMessage("must save before restore");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void model_passesItsCheck(Case priors) {
        Regressions clear = Regressions.autoregressive(30, 10, 0.5, 6L);
        ModelCheck.of(priors.prior.apply(clear.selection()).model()).verify();
    }

    /** More columns than observations: random states are impossible. */
    @Test
    void wideModel_passesItsCheck() {
        Regressions wide = Regressions.autoregressive(20, 60, 0.5, 7L);
        byte[][] states = new byte[3][60];
        for (int k = 0; k < 3; k++) {
            states[k][k] = 1;
            states[k][20 + k] = 1;
            states[k][40 + k] = 1;
        }
        LocalEnergyModel model =
                wide.selection().inclusion(Inclusion.expectedSize(3)).model();
        assertThat(ModelCheck.of(model).states(states).verify().flipCorrelation())
                .isGreaterThan(1 - 1e-6);
    }

    private static void assertClose(double actual, double expected, double tolerance) {
        if (actual != expected) {
            assertThat(Math.abs(actual - expected))
                    .as("%s, not %s", actual, expected)
                    .isLessThanOrEqualTo(tolerance * (1 + Math.abs(expected)));
        }
    }
}
