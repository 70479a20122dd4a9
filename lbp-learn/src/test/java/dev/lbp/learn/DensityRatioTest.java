package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DensityRatioTest {

    private static final int N = 4;

    private static final HeldOutDifference.Estimate SHOWN = new HeldOutDifference.Estimate(0.1, 0.01);

    /** Other states than data: the first site is 0, never 1. */
    private static final StateGenerator ZERO_FIRST = (random, state) -> {
        for (int i = 1; i < N; i++) {
            state[i] = (byte) (random.nextBoolean() ? 1 : 0);
        }
    };

    /** A fit to 40,000 data of a known law and to another law. */
    private static final class Known {

        static final Autoregressive P = AutoregressiveTest.random(N, 1.5, 5);
        static final Autoregressive Q = AutoregressiveTest.random(N, 0.5, 6);
        static final DensityRatio RATIO =
                DensityRatio.fitting().hidden(16, 16).steps(3_000).fit(AutoregressiveTest.draws(P, 40_000, 7), Q::draw);
    }

    private static byte[][] oneFirst(int count) {
        byte[][] data = new byte[count][];
        for (int k = 0; k < count; k++) {
            data[k] = AutoregressiveTest.state(N, 1 | k << 1);
        }
        return data;
    }

    /**
     * From 32,000 data the log-probability of a state of probability .01 has a standard error of .06, and less for
     * likelier states: over both laws the root mean square of f's error is about sqrt(15 / 32,000) = .02. The bound of
     * .1 leaves room for the last steps' noise. Twice or half of the true ratio is off by .3 and more.
     */
    @Test
    void ratio_ofKnownLaws_isRecovered() {
        Autoregressive p = Known.P;
        Autoregressive q = Known.Q;
        DensityRatio ratio = Known.RATIO;
        double[] error = new double[1 << N];
        double[] weight = new double[1 << N];
        double mean = 0.0;
        double spread = 0.0;
        for (int code = 0; code < error.length; code++) {
            byte[] state = AutoregressiveTest.state(N, code);
            double truth = p.logProb(state) - q.logProb(state);
            error[code] = ratio.logRatio(state) - truth;
            weight[code] = 0.5 * (Math.exp(p.logProb(state)) + Math.exp(q.logProb(state)));
            mean += weight[code] * error[code];
            spread += weight[code] * truth * truth;
        }
        double constant = mean;
        double squares = IntStream.range(0, error.length)
                .mapToDouble(x -> weight[x] * Math.pow(error[x] - constant, 2.0))
                .sum();
        assertThat(Math.sqrt(squares)).isLessThan(0.1);
        assertThat(Math.sqrt(spread)).isGreaterThan(0.6);
        assertThat(ratio.factor()).isBetween(0.8, 1.25);
    }

    /** Those of the true ratio, summed over all states. 8,000 are held out of each: standard errors of at most .004. */
    @Test
    void heldOutFigures_areThoseOfTheBestClassifier() {
        Autoregressive p = Known.P;
        Autoregressive q = Known.Q;
        DensityRatio ratio = Known.RATIO;
        double accuracy = 0.0;
        double loss = 0.0;
        double[] f = new double[1 << N];
        double[] ofP = new double[1 << N];
        double[] ofQ = new double[1 << N];
        for (int code = 0; code < f.length; code++) {
            byte[] state = AutoregressiveTest.state(N, code);
            ofP[code] = Math.exp(p.logProb(state));
            ofQ[code] = Math.exp(q.logProb(state));
            f[code] = Math.log(ofP[code] / ofQ[code]);
            accuracy += 0.5 * Math.max(ofP[code], ofQ[code]);
            loss += 0.5 * (ofP[code] * Math.log1p(Math.exp(-f[code])) + ofQ[code] * Math.log1p(Math.exp(f[code])));
        }
        assertThat(ratio.accuracy()).isCloseTo(accuracy, within(0.02));
        assertThat(ratio.loss()).isCloseTo(loss, within(0.02));
        assertThat(ratio.acceptance())
                .isCloseTo(AcceptanceRate.weighted(f, ofP, f, ofQ).acceptance(), within(0.03));
        assertThat(ratio.isWorthIt()).isTrue();
        assertThat(ratio.summary())
                .contains("classifier of 4 sites", "8000 data and samples held out")
                .endsWith(String.format(
                        "worth correcting: the corrected law is q e^f / Z, as near to p as f is to log p/q%n"));
    }

    /** Data of the generator itself: there is nothing to learn. An accuracy of 2,000 has a standard error of .011. */
    @Test
    void sameLaw_isNotToldApart() {
        Autoregressive q = AutoregressiveTest.random(N, 0.5, 6);
        DensityRatio ratio =
                DensityRatio.fitting().hidden(32, 32).steps(500).fit(AutoregressiveTest.draws(q, 5_000, 7), q::draw);
        assertThat(ratio.accuracy()).isBetween(0.44, 0.56);
        assertThat(ratio.loss()).isBetween(0.69, 0.7);
        assertThat(ratio.acceptance()).isGreaterThan(0.9);
    }

    /**
     * A share of .015 of such fits is worth it, see {@link HeldOutDifference.Estimate#isShown}: the probability of four
     * or more of 20 is 2e-4.
     */
    @Test
    void sameLaw_isSeldomWorthIt() {
        int[] counts = sameLaw(20, 200);
        assertThat(counts[0]).isLessThan(4);
        assertThat(counts[1]).isBetween(3, 19); // the sign of the factor alone decides nothing
    }

    /**
     * Prints the shares of docs/results/figures.md. A probability of .02 gives 37 or more of 1,000 with a
     * probability of 4e-4.
     */
    @Test
    @Tag("slow")
    void sameLaw_shareOfFits_isPrinted() {
        for (int data : new int[] {50, 1_000}) {
            int[] counts = sameLaw(1_000, data);
            System.out.printf(
                    "1,000 fits to %d data of the generator: worth it %d, factor above 0 %d%n",
                    data, counts[0], counts[1]);
            assertThat(counts[0]).isLessThan(37);
        }
    }

    /** The numbers of fits that are worth it, and of those with a factor above 0. */
    private static int[] sameLaw(int fits, int data) {
        Autoregressive q = AutoregressiveTest.random(N, 0.5, 6);
        int[] counts = new int[2];
        for (int seed = 0; seed < fits; seed++) {
            DensityRatio ratio = DensityRatio.fitting()
                    .hidden(8, 8)
                    .steps(300)
                    .seed(seed)
                    .fit(AutoregressiveTest.draws(q, data, 1_000 + seed), q::draw);
            counts[0] += ratio.isWorthIt() ? 1 : 0;
            counts[1] += ratio.factor() > 0.0 ? 1 : 0;
        }
        return counts;
    }

    /**
     * Data for which the factor is above 0 and the acceptance high, and whose difference is within two standard errors.
     */
    @Test
    void difference_withinItsError_isNothingToCorrect() {
        Perceptron network = new Perceptron(N, 1, 1);
        double[] ofData = {0.2, -0.1, 0.1};
        double[] ofSamples = {0.1, -0.2, 0.1};
        HeldOutDifference.Estimate doubtful = new HeldOutDifference.Estimate(0.05, 0.026);
        DensityRatio ratio = new DensityRatio(network, 1.0, ofData, ofSamples, 1, doubtful);
        assertThat(ratio.isWorthIt()).isFalse();
        assertThat(ratio.summary())
                .contains("mean of f over data less that over samples 0.0500 +- 0.0260")
                .endsWith(String.format(
                        "nothing to correct: held-out states do not show that data and samples differ%n"));
        assertThat(ImplicitMh.of(ZERO_FIRST, ratio).draw(10, 1).summary()).contains("nothing to correct");
        DensityRatio shown =
                new DensityRatio(network, 1.0, ofData, ofSamples, 1, new HeldOutDifference.Estimate(0.05, 0.024));
        assertThat(shown.isWorthIt()).isTrue();
        assertThat(shown.difference()).isEqualTo(0.05);
        assertThat(shown.differenceError()).isEqualTo(0.024);
    }

    /** The slope of the loss is then a sum of f tanh(cf/2), which is not negative for any factor c. */
    @Test
    void sameStates_leaveNothingToCorrect() {
        byte[][] states = AutoregressiveTest.draws(AutoregressiveTest.random(N, 0.5, 6), 100, 7);
        Perceptron network = new Perceptron(N, 5, 5);
        network.initialise(RandomSource.XO_RO_SHI_RO_128_PP.create(3L));
        DensityRatio ratio = DensityRatio.calibrated(network, states, states, 1, SHOWN);
        assertThat(ratio.factor()).isZero();
        assertThat(ratio.isWorthIt()).isFalse();
        assertThat(ratio.summary()).contains("nothing to correct");
    }

    @Test
    void twoSamples_areHeldOut_onBothSides() {
        Autoregressive p = AutoregressiveTest.random(N, 1.5, 5);
        Autoregressive q = AutoregressiveTest.random(N, 0.5, 6);
        DensityRatioFit fit = DensityRatio.fitting().hidden(16, 16).steps(500);
        byte[][] data = AutoregressiveTest.draws(p, 4_000, 7);
        assertThat(fit.fit(data, AutoregressiveTest.draws(q, 3_000, 8)).accuracy())
                .isGreaterThan(0.6);
        assertThat(fit.fit(data, AutoregressiveTest.draws(p, 3_000, 8)).accuracy())
                .isBetween(0.43, 0.57);
    }

    /**
     * 40 fair bits are hardly ever the same twice: a classifier can learn 800 by heart, and knows nothing of 200
     * others. The fit and the data have the same seed, and yet samples are not the data again. The bound is four
     * standard errors of .025.
     */
    @Test
    void statesLearntByHeart_areNotHeldOut() {
        byte[][] data = coins(1_000, 1);
        DensityRatio ratio = DensityRatio.fitting().steps(300).fit(data, coins(1_000, 2));
        assertThat(ratio.accuracy()).isBetween(0.4, 0.6);
        assertThat(DensityRatio.fitting()
                        .steps(300)
                        .fit(data, (random, state) -> coins(random, state))
                        .accuracy())
                .isBetween(0.4, 0.6);
    }

    private static byte[][] coins(int count, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        byte[][] states = new byte[count][40];
        for (byte[] state : states) {
            coins(random, state);
        }
        return states;
    }

    private static void coins(UniformRandomProvider random, byte[] state) {
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) (random.nextBoolean() ? 1 : 0);
        }
    }

    @Test
    void separates_ifNoSampleScoresAsHighAsAnyDatum() {
        Perceptron network = new Perceptron(N, 1, 1);
        assertThat(new DensityRatio(network, 1.0, new double[] {3.0, 1.5}, new double[] {1.0, -1.0}, 1, SHOWN)
                        .separates())
                .isTrue();
        assertThat(new DensityRatio(network, 1.0, new double[] {3.0, 1.0}, new double[] {1.0, -1.0}, 1, SHOWN)
                        .separates())
                .isFalse();
        assertThat(new DensityRatio(network, 1.0, new double[] {3.0, 0.0}, new double[] {1.0, -1.0}, 1, SHOWN)
                        .separates())
                .isFalse();
    }

    @Test
    void perfectSeparation_saysThatNoCorrectionIsPossible() {
        DensityRatio ratio = DensityRatio.fitting().hidden(8, 8).steps(1_000).fit(oneFirst(1_000), ZERO_FIRST);
        assertThat(ratio.separates()).isTrue();
        assertThat(ratio.isWorthIt()).isFalse();
        assertThat(ratio.accuracy()).isEqualTo(1.0);
        assertThat(ratio.logRatio(AutoregressiveTest.state(N, 3))).isFinite();
        assertThat(ratio.summary())
                .endsWith(String.format(
                        "no correction is possible: the classifier separates data and samples perfectly%n"));
        assertThatThrownBy(() -> ImplicitMh.of(ZERO_FIRST, ratio))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must not separate data and samples perfectly, no correction is possible: "
                        + "ratio=DensityRatio of 4 sites");
    }

    /** A twentieth of the samples has the law of the data: such proposals are accepted, the others hardly ever. */
    @Test
    void rarelyAccepted_isNotWorthIt() {
        byte[][] data = oneFirst(2_000);
        StateGenerator rarely = (random, state) -> {
            ZERO_FIRST.draw(random, state);
            state[0] = (byte) (random.nextDouble() < 0.05 ? 1 : 0);
        };
        DensityRatio ratio = DensityRatio.fitting().hidden(8, 8).steps(500).fit(data, rarely);
        assertThat(ratio.separates()).isFalse();
        assertThat(ratio.acceptance()).isBetween(0.02, 0.1);
        assertThat(ratio.isWorthIt()).isFalse();
        assertThat(ratio.summary()).contains("do not correct: fewer than 30 % of proposals are accepted");
    }

    /**
     * Half of log(1 + e^{-cf}) at 1 and 3 of the data, log(1 + e^{cf}) at -1 and 2 of the samples, against a fine grid.
     */
    @Test
    void factor_hasTheLeastLoss() {
        double[] ofData = {1.0, 3.0, -0.5};
        double[] ofSamples = {-1.0, 2.0, -2.5};
        double factor = DensityRatio.factor(ofData, ofSamples);
        double least = DensityRatio.loss(ofData, ofSamples, factor);
        for (double other = 0.0; other <= 20.0; other += 0.01) {
            assertThat(DensityRatio.loss(ofData, ofSamples, other)).isGreaterThanOrEqualTo(least - 1e-15);
        }
        assertThat(DensityRatio.loss(new double[] {1.0}, new double[] {-2.0}, 0.5))
                .isCloseTo(0.5 * (Math.log1p(Math.exp(-0.5)) + Math.log1p(Math.exp(-1.0))), within(1e-15));
        assertThat(DensityRatio.factor(new double[] {-1.0}, new double[] {1.0})).isCloseTo(0.0, within(1e-12));
        assertThat(DensityRatio.factor(new double[] {1.0}, new double[] {-1.0})).isCloseTo(20.0, within(1e-12));
    }

    @Test
    void oneState_scoresAsInABatch_andSeedsDecide() {
        Autoregressive q = AutoregressiveTest.random(N, 0.5, 6);
        byte[][] data = AutoregressiveTest.draws(AutoregressiveTest.random(N, 1.5, 5), 500, 7);
        DensityRatioFit fit = DensityRatio.fitting().hidden(16, 16).steps(200).seed(3);
        DensityRatio ratio = fit.fit(data, q::draw);
        double[] batch = ratio.logRatio(data);
        for (int k = 0; k < 20; k++) {
            assertThat(ratio.logRatio(data[k])).isEqualTo(batch[k]);
        }
        assertThat(fit.fit(data, q::draw).logRatio(data)).isEqualTo(batch);
        assertThat(fit.seed(4).fit(data, q::draw).logRatio(data)).isNotEqualTo(batch);
    }

    @Test
    void badInput_isRefused() {
        DensityRatioFit fit = DensityRatio.fitting();
        assertThatThrownBy(() -> fit.hidden(0, 5)).hasMessage("must be in [1, 10000]: ofFirst=0");
        assertThatThrownBy(() -> fit.hidden(5, 10_001)).hasMessage("must be in [1, 10000]: ofSecond=10001");
        assertThatThrownBy(() -> fit.steps(0)).hasMessage("must be >= 1: steps=0");
        assertThatThrownBy(() -> fit.heldOut(1.0)).hasMessage("must be in (0, 1): heldOut=1.0");
        assertThatThrownBy(() -> fit.l2(-1.0)).hasMessage("must be >= 0: l2=-1.0");
        assertThatThrownBy(() -> fit.l2(Double.POSITIVE_INFINITY)).hasMessage("must be finite: l2=Infinity");
        assertThatThrownBy(() -> fit.l2(1e101)).hasMessage("must be <= 1.0E100: l2=1.0E101");
        assertThatThrownBy(() -> fit.fit(new byte[0][], ZERO_FIRST)).hasMessage("must be >= 1: data.length=0");
        assertThatThrownBy(() -> fit.fit(new byte[50][0], ZERO_FIRST)).hasMessage("must be >= 1: data[0].length=0");
        assertThatThrownBy(() -> fit.fit(new byte[][] {{0, 2}}, ZERO_FIRST)).hasMessage("must be 0 or 1: data[0][1]=2");
        assertThatThrownBy(() -> fit.fit(oneFirst(47), ZERO_FIRST))
                .hasMessage("must leave at least 10 states held out and one to train on: data.length=47, heldOut=0.2");
        assertThatThrownBy(() -> fit.fit(oneFirst(50), oneFirst(40)))
                .hasMessage(
                        "must leave at least 10 states held out and one to train on: samples.length=40, heldOut=0.2");
        assertThatThrownBy(() -> fit.fit(oneFirst(50), new byte[50][3]))
                .hasMessage("must have length 4: samples[0].length=3");
        StateGenerator wrong = (random, state) -> state[1] = -1;
        assertThatThrownBy(() -> fit.fit(oneFirst(50), wrong))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("must draw zeros and ones: generator, state[1]=-1");
        DensityRatio ratio = ImplicitMhTest.exact(new double[1 << N]);
        assertThatThrownBy(() -> ratio.logRatio(new byte[3])).hasMessage("must have length 4: state.length=3");
        assertThatThrownBy(() -> ratio.logRatio(new byte[][] {{0, 0, 0, 3}}))
                .hasMessage("must be 0 or 1: states[0][3]=3");
    }
}
