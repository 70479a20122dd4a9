package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class AutoregressiveFitTest {

    /** More draws than a block of rows has, and not a multiple of it; weights of both signs. */
    @Test
    void gradient_isTheDerivative_ofTheWeightedScores() {
        int n = 6;
        byte[][] draws = AutoregressiveTest.draws(AutoregressiveTest.random(n, 1.0, 8), 53, 9);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(10);
        double[] weights = random.doubles(53).map(u -> (u - 0.3) / 53.0).toArray();
        double[] means = random.doubles(n).toArray();
        CentredLogistic q = CentredLogistic.of(AutoregressiveTest.random(n, 1.0, 11), means);
        double[] gradient = q.gradient(draws, weights).clone();
        for (int k = 0; k < gradient.length; k++) {
            assertThat(gradient[k])
                    .isCloseTo(difference(q.parameters(), k, () -> score(q, draws, weights)), within(1e-8));
        }
    }

    private static double score(CentredLogistic q, byte[][] draws, double[] weights) {
        Autoregressive distribution = q.distribution();
        return IntStream.range(0, draws.length)
                .mapToDouble(k -> weights[k] * distribution.logProb(draws[k]))
                .sum();
    }

    @Test
    void centring_keepsTheLaw() {
        Autoregressive q = AutoregressiveTest.random(5, 1.0, 8);
        Autoregressive same =
                CentredLogistic.of(q, new double[] {0.1, 0.9, 0.4, 0.3, 0.8}).distribution();
        for (int code = 0; code < 1 << 5; code++) {
            byte[] state = AutoregressiveTest.state(5, code);
            assertThat(same.logProb(state)).isCloseTo(q.logProb(state), within(1e-13));
        }
    }

    private static double difference(double[] parameters, int k, DoubleSupplier value) {
        double h = 1e-5;
        double at = parameters[k];
        parameters[k] = at + h;
        double above = value.getAsDouble();
        parameters[k] = at - h;
        double below = value.getAsDouble();
        parameters[k] = at;
        return (above - below) / (2.0 * h);
    }

    /**
     * The penalised likelihood is concave, so a gradient near 0 is the only maximum. All draws are in each batch here.
     */
    @Test
    void fit_ofFewDraws_isTheMaximumOfThePenalisedLikelihood() {
        int n = 5;
        byte[][] draws = AutoregressiveTest.draws(AutoregressiveTest.random(n, 1.5, 1), 200, 2);
        Autoregressive q = Autoregressive.fitting().l2(3.0).steps(3_000).fit(draws);
        double[] means = new double[n];
        for (int i = 0; i < n; i++) {
            int site = i;
            means[i] = (0.5 + Arrays.stream(draws).mapToInt(draw -> draw[site]).sum()) / 201.0;
        }
        CentredLogistic fitted = CentredLogistic.of(q, means);
        double[] equal = new double[200];
        Arrays.fill(equal, 1.0 / 200.0);
        double[] gradient = fitted.gradient(draws, equal);
        for (int k = 0; k < gradient.length; k++) {
            assertThat(gradient[k]).isCloseTo(3.0 / 200.0 * fitted.parameters()[k], within(1e-4));
        }
    }

    /**
     * KL(truth || fit) of 36 parameters at 40,000 draws is 36 / 80,000 = 4.5e-4 on average by chi-squared; 4 times that
     * has probability below 1e-9, and leaves room for the noise of batches.
     */
    @Test
    void fit_recovers_aKnownLaw() {
        int n = 8;
        Autoregressive truth = AutoregressiveTest.random(n, 2.0, 5);
        Autoregressive q = Autoregressive.fit(AutoregressiveTest.draws(truth, 40_000, 6));
        double divergence = 0.0;
        for (int code = 0; code < 1 << n; code++) {
            byte[] state = AutoregressiveTest.state(n, code);
            double log = truth.logProb(state);
            divergence += Math.exp(log) * (log - q.logProb(state));
        }
        assertThat(divergence).isBetween(0.0, 1.8e-3);
    }

    @Test
    void fit_sameSeed_isTheSame_andAnotherSeedDiffers() {
        byte[][] draws = AutoregressiveTest.draws(AutoregressiveTest.random(6, 1.0, 1), 1_000, 2);
        Autoregressive q = Autoregressive.fitting().steps(50).seed(3).fit(draws);
        assertThat(Autoregressive.fitting().steps(50).seed(3).fit(draws))
                .isEqualTo(q)
                .hasSameHashCodeAs(q);
        assertThat(Autoregressive.fitting().steps(50).seed(4).fit(draws)).isNotEqualTo(q);
    }

    /** Site 1 is always 1 and equals site 0 in all draws: without a penalty its likelihood has no maximum. */
    @Test
    void fit_sitesThatNeverChange_keepFiniteLogits() {
        byte[][] draws = {{1, 1}, {1, 1}, {1, 1}};
        for (double l2 : new double[] {0.0, 1.0}) {
            Autoregressive q = Autoregressive.fitting().l2(l2).fit(draws);
            assertThat(q.logProb(new byte[] {0, 0})).isFinite();
            assertThat(q.logProb(new byte[] {1, 1})).isGreaterThan(Math.log(0.4));
        }
    }

    @Test
    void fit_fewDrawsWithoutPenalty_warns_withTheNumbers() {
        byte[][] draws = AutoregressiveTest.draws(AutoregressiveTest.random(4, 1.0, 1), 99, 2);
        String warning = "99 draws for 10 parameters of 4 sites without l2 overfit; give at least 100 draws, or l2";
        assertThat(logged(() -> Autoregressive.fitting().l2(0.0).steps(1).fit(draws)))
                .contains(warning);
        assertThat(logged(() -> Autoregressive.fitting().steps(1).fit(draws))).isEmpty();
        byte[][] enough = Arrays.copyOf(draws, 100);
        enough[99] = draws[0];
        assertThat(logged(() -> Autoregressive.fitting().l2(0.0).steps(1).fit(enough)))
                .isEmpty();
    }

    /** The binding of the tests writes to the error stream. */
    private static String logged(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void fit_badInput_isRefused() {
        assertThatThrownBy(() -> Autoregressive.fit(new byte[0][])).hasMessage("must be >= 1: draws.length=0");
        assertThatThrownBy(() -> Autoregressive.fit(new byte[][] {{0, 1}, {0, 2}}))
                .hasMessage("must be 0 or 1: draws[1][1]=2");
        assertThatThrownBy(() -> Autoregressive.fit(new byte[][] {{0, 1}, {0}}))
                .hasMessage("must have length 2: draws[1].length=1");
        assertThatThrownBy(() -> Autoregressive.fitting().l2(-1.0)).hasMessage("must be >= 0: l2=-1.0");
        assertThatThrownBy(() -> Autoregressive.fitting().l2(Double.POSITIVE_INFINITY))
                .hasMessage("must be finite: l2=Infinity");
        assertThatThrownBy(() -> Autoregressive.fitting().l2(1e101)).hasMessage("must be <= 1.0E100: l2=1.0E101");
        assertThatThrownBy(() -> Autoregressive.fitting().steps(0)).hasMessage("must be >= 1: steps=0");
    }
}
