package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.proposal.StateDistribution;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class BernoulliMixtureFitTest {

    static byte[][] draws(StateDistribution q, int count, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        byte[][] draws = new byte[count][q.dimension()];
        for (byte[] draw : draws) {
            q.draw(random, draw);
        }
        return draws;
    }

    private static double logLikelihood(BernoulliMixture q, byte[][] draws) {
        return Arrays.stream(draws).mapToDouble(q::logProb).sum();
    }

    @Test
    void step_isTheFormula_ofExpectationAndMaximisation() {
        byte[][] draws = draws(BernoulliMixtureTest.random(3, 4, 1), 57, 2);
        BernoulliMixture start = BernoulliMixtureTest.random(2, 4, 3);
        double a = 0.7;
        MixtureMaximisation fit = new MixtureMaximisation(draws, a, start);
        fit.step();
        double[] counts = new double[2];
        double[][] ones = new double[2][4];
        for (byte[] x : draws) {
            for (int k = 0; k < 2; k++) {
                double share = start.weights()[k];
                for (int i = 0; i < 4; i++) {
                    double p = start.probabilities()[k][i];
                    share *= x[i] == 1 ? p : 1.0 - p;
                }
                share /= Math.exp(start.logProb(x));
                counts[k] += share;
                for (int i = 0; i < 4; i++) {
                    ones[k][i] += share * x[i];
                }
            }
        }
        for (int k = 0; k < 2; k++) {
            assertThat(fit.mixture().weights()[k]).isCloseTo((counts[k] + a) / (57.0 + 2.0 * a), within(1e-12));
            for (int i = 0; i < 4; i++) {
                assertThat(fit.mixture().probabilities()[k][i])
                        .isCloseTo((ones[k][i] + a) / (counts[k] + 2.0 * a), within(1e-12));
            }
        }
    }

    /** Without smoothing worth the name the objective is the likelihood. */
    @Test
    void everyStep_increasesTheObjective() {
        byte[][] draws = draws(BernoulliMixtureTest.random(4, 8, 5), 500, 6);
        for (double smoothing : new double[] {1e-9, 0.5, 20.0}) {
            MixtureMaximisation fit = new MixtureMaximisation(draws, smoothing, BernoulliMixtureTest.random(3, 8, 7));
            for (int step = 0; step < 100; step++) {
                double before = fit.objective();
                double likelihood = logLikelihood(fit.mixture(), draws);
                fit.step();
                assertThat(fit.objective()).isGreaterThan(before - 1e-9);
                if (smoothing < 1e-8) {
                    assertThat(logLikelihood(fit.mixture(), draws)).isGreaterThan(likelihood - 1e-5);
                }
            }
        }
    }

    @Test
    void objective_isThePenalisedLogLikelihood() {
        byte[][] draws = draws(BernoulliMixtureTest.random(4, 3, 5), 50, 6);
        BernoulliMixture q =
                BernoulliMixture.of(new double[] {1.0, 3.0}, new double[][] {{0.2, 0.5, 0.9}, {0.4, 0.3, 0.6}});
        double penalty = Math.log(0.25) + Math.log(0.75);
        for (double p : new double[] {0.2, 0.5, 0.9, 0.4, 0.3, 0.6}) {
            penalty += Math.log(p * (1.0 - p));
        }
        assertThat(new MixtureMaximisation(draws, 2.0, q).objective())
                .isCloseTo(logLikelihood(q, draws) + 2.0 * penalty, within(1e-9));
    }

    /**
     * Components differ at 24 of 24 sites with .9 against .1, so nearly every draw tells its component. A share of
     * 10,000 / 3 draws has a standard error of at most .0053; .032 is six of them, and 75 numbers are compared: below
     * 1e-6.
     */
    @Test
    void separatedComponents_areRecovered() {
        int n = 24;
        double[][] p = new double[3][n];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 3; k++) {
                p[k][i] = i % 3 == k ? 0.9 : 0.1;
            }
        }
        BernoulliMixture truth = BernoulliMixture.of(new double[] {0.3, 0.35, 0.35}, p);
        BernoulliMixture q = BernoulliMixture.fit(draws(truth, 10_000, 8), 3);
        for (int k = 0; k < 3; k++) {
            int found = 0;
            for (int c = 1; c < 3; c++) {
                found = q.probabilities()[c][k] > q.probabilities()[found][k] ? c : found;
            }
            assertThat(q.weights()[found]).isCloseTo(truth.weights()[k], within(0.032));
            for (int i = 0; i < n; i++) {
                assertThat(q.probabilities()[found][i]).isCloseTo(p[k][i], within(0.032));
            }
        }
    }

    /** A component begins at a draw that differs from those of the others, so no start misses one of four states. */
    @Test
    void fourStates_areFound_fromEachStart() {
        byte[][] draws = new byte[200][60];
        int[] ends = {10, 50, 100, 200};
        for (int r = 0; r < draws.length; r++) {
            int state = 0;
            while (r >= ends[state]) {
                state++;
            }
            Arrays.fill(draws[r], 15 * state, 60, (byte) 1);
        }
        for (long seed = 0; seed < 20; seed++) {
            BernoulliMixture q = BernoulliMixture.fitting().starts(1).seed(seed).fit(draws, 4);
            double[] weights = q.weights();
            Arrays.sort(weights);
            double[] expected = {10.5 / 202.0, 40.5 / 202.0, 50.5 / 202.0, 100.5 / 202.0};
            assertThat(weights).containsExactly(expected, within(1e-6));
        }
    }

    /** Sites that never change, and more components than distinct draws. */
    @Test
    void constantDraws_leaveEveryState_possible() {
        byte[][] draws = {{1, 0, 1}, {1, 0, 1}, {1, 0, 1}};
        BernoulliMixture q = BernoulliMixture.fit(draws, 3);
        assertThat(q.logProb(new byte[] {0, 1, 0})).isFinite();
        assertThat(q.logProb(draws[0])).isGreaterThan(3.0 * Math.log(0.6));
    }

    @Test
    void fit_sameSeed_isTheSame_andAnotherSeedDiffers() {
        byte[][] draws = draws(AutoregressiveTest.random(6, 1.0, 1), 1_000, 2);
        BernoulliMixture q =
                BernoulliMixture.fitting().starts(1).iterations(20).seed(3).fit(draws, 4);
        assertThat(BernoulliMixture.fitting().starts(1).iterations(20).seed(3).fit(draws, 4))
                .isEqualTo(q);
        assertThat(BernoulliMixture.fitting().starts(1).iterations(20).seed(4).fit(draws, 4))
                .isNotEqualTo(q);
    }

    /** Components that overlap, so that iterations converge slowly. */
    @Test
    void fit_endsWhereAnotherIteration_changesNothing() {
        byte[][] draws = draws(BernoulliMixtureTest.random(6, 10, 9), 2_500, 2);
        BernoulliMixture q = BernoulliMixture.fit(draws, 6);
        MixtureMaximisation further = new MixtureMaximisation(draws, 0.5, q);
        further.step();
        BernoulliMixture after = further.mixture();
        assertThat(after.weights()).containsExactly(q.weights(), within(1e-5));
        for (int k = 0; k < 6; k++) {
            assertThat(after.probabilities()[k]).containsExactly(q.probabilities()[k], within(1e-5));
        }
    }

    @Test
    void step_returnsTheLargestChange() {
        byte[][] draws = draws(BernoulliMixtureTest.random(3, 4, 1), 57, 2);
        BernoulliMixture start = BernoulliMixtureTest.random(2, 4, 3);
        MixtureMaximisation fit = new MixtureMaximisation(draws, 0.7, start);
        double change = fit.step();
        double largest = Math.abs(start.weights()[0] - fit.mixture().weights()[0]);
        for (int k = 0; k < 2; k++) {
            for (int i = 0; i < 4; i++) {
                largest = Math.max(
                        largest,
                        Math.abs(start.probabilities()[k][i] - fit.mixture().probabilities()[k][i]));
            }
        }
        assertThat(change).isCloseTo(largest, within(1e-15));
    }

    @Test
    void moreStarts_areNeverWorse() {
        byte[][] draws = draws(BernoulliMixtureTest.random(6, 10, 9), 2_500, 2);
        double before = Double.NEGATIVE_INFINITY;
        for (int starts = 1; starts <= 4; starts++) {
            BernoulliMixture q = BernoulliMixture.fitting().starts(starts).fit(draws, 6);
            double objective = new MixtureMaximisation(draws, 0.5, q).objective();
            assertThat(objective).isGreaterThanOrEqualTo(before);
            before = objective;
        }
    }

    @Test
    void fit_badInput_isRefused() {
        assertThatThrownBy(() -> BernoulliMixture.fit(new byte[0][], 1)).hasMessage("must be >= 1: draws.length=0");
        assertThatThrownBy(() -> BernoulliMixture.fit(new byte[][] {{0, 1}, {0, 2}}, 1))
                .hasMessage("must be 0 or 1: draws[1][1]=2");
        assertThatThrownBy(() -> BernoulliMixture.fit(new byte[][] {{0, 1}, {0}}, 1))
                .hasMessage("must have length 2: draws[1].length=1");
        assertThatThrownBy(() -> BernoulliMixture.fit(new byte[][] {{0, 1}}, 2))
                .hasMessage("must be in [1, draws.length=1]: components=2");
        assertThatThrownBy(() -> BernoulliMixture.fitting().starts(0)).hasMessage("must be >= 1: starts=0");
        assertThatThrownBy(() -> BernoulliMixture.fitting().iterations(0)).hasMessage("must be >= 1: iterations=0");
        assertThatThrownBy(() -> BernoulliMixture.fitting().smoothing(0.0))
                .hasMessage("must be > 0 and finite: smoothing=0.0");
        assertThatThrownBy(() -> BernoulliMixture.fitting().smoothing(1e308))
                .hasMessage("must be <= 1.0E100: smoothing=1.0E308");
    }
}
