package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class AutoregressiveTest {

    /** Parameters from a normal law of this spread. */
    static Autoregressive random(int n, double spread, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] bias = random.doubles(n).map(u -> spread * (2.0 * u - 1.0)).toArray();
        double[][] weights = new double[n][];
        for (int i = 0; i < n; i++) {
            weights[i] = random.doubles(i).map(u -> spread * (2.0 * u - 1.0)).toArray();
        }
        return Autoregressive.of(bias, weights);
    }

    static byte[] state(int n, int code) {
        byte[] state = new byte[n];
        for (int i = 0; i < n; i++) {
            state[i] = (byte) (code >> i & 1);
        }
        return state;
    }

    static byte[][] draws(Autoregressive q, int count, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        byte[][] draws = new byte[count][q.dimension()];
        for (byte[] draw : draws) {
            q.draw(random, draw);
        }
        return draws;
    }

    @Test
    void probabilities_ofAllStates_addUpToOne() {
        for (int n : new int[] {1, 2, 5, 10}) {
            for (double spread : new double[] {0.0, 1.0, 8.0, 100.0}) {
                Autoregressive q = random(n, spread, n);
                double sum = 0.0;
                for (int code = 0; code < 1 << n; code++) {
                    sum += Math.exp(q.logProb(state(n, code)));
                }
                assertThat(sum).isCloseTo(1.0, within(1e-13));
            }
        }
    }

    /** z_2 = 0.3 - 1.5 x_0 + 2 x_1, by hand. */
    @Test
    void logProb_ofThreeSites_isTheProductOfLogisticTerms() {
        Autoregressive q = Autoregressive.of(new double[] {0.2, -0.4, 0.3}, new double[][] {{}, {0.7}, {-1.5, 2.0}});
        double expected =
                Math.log(logistic(0.2)) + Math.log(logistic(-0.4 + 0.7)) + Math.log(1.0 - logistic(0.3 - 1.5 + 2.0));
        assertThat(q.logProb(new byte[] {1, 1, 0})).isCloseTo(expected, within(1e-14));
        double other = Math.log(1.0 - logistic(0.2)) + Math.log(logistic(-0.4)) + Math.log(logistic(0.3 + 2.0));
        assertThat(q.logProb(new byte[] {0, 1, 1})).isCloseTo(other, within(1e-14));
    }

    private static double logistic(double z) {
        return 1.0 / (1.0 + Math.exp(-z));
    }

    /**
     * A grid of m values for each site: the share of the grid's points that give a state is its probability, to 1/m for
     * each site.
     */
    @Test
    void draw_overAllRandomNumbers_hasTheLawOfItsScore() {
        int n = 3;
        int m = 100;
        Autoregressive q = random(n, 2.0, 4);
        int[] counts = new int[1 << n];
        byte[] state = new byte[n];
        for (int k = 0; k < m * m * m; k++) {
            int[] digits = {k % m, k / m % m, k / m / m};
            double score = q.draw(new Fixed(digits, m), state);
            assertThat(score).isEqualTo(q.logProb(state));
            counts[state[0] + 2 * state[1] + 4 * state[2]]++;
        }
        for (int code = 0; code < 1 << n; code++) {
            double share = counts[code] / (double) (m * m * m);
            assertThat(share).isCloseTo(Math.exp(q.logProb(state(n, code))), within(1.5 / m));
        }
    }

    /** Answers the midpoints of a grid, one for each site. */
    static final class Fixed implements UniformRandomProvider {
        private final int[] digits;
        private final int m;
        private int next;

        Fixed(int[] digits, int m) {
            this.digits = digits;
            this.m = m;
        }

        @Override
        public double nextDouble() {
            return (digits[next++] + 0.5) / m;
        }

        @Override
        public long nextLong() {
            throw new AssertionError("a site takes one double");
        }
    }

    /**
     * Extreme parameters leave every state a finite score, and the score of a draw is that of its state, bit for bit.
     */
    @Test
    void scores_withExtremeParameters_areFinite() {
        int n = 300;
        Autoregressive q = random(n, 1e4, 3);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1);
        byte[] state = new byte[n];
        for (int k = 0; k < 100; k++) {
            assertThat(q.draw(random, state)).isFinite().isEqualTo(q.logProb(state));
            byte[] opposite = new byte[n];
            for (int i = 0; i < n; i++) {
                opposite[i] = (byte) (1 - state[i]);
            }
            assertThat(q.logProb(opposite)).isFinite();
        }
    }

    @Test
    void of_badParameters_areRefused() {
        assertThatThrownBy(() -> Autoregressive.of(new double[] {Double.NaN}, new double[][] {{}}))
                .hasMessage("must be finite: bias[0]=NaN");
        assertThatThrownBy(() -> Autoregressive.of(new double[2], new double[][] {{}, {}}))
                .hasMessage("must have length 1: weights[1].length=0");
        assertThatThrownBy(() -> Autoregressive.of(new double[0], new double[0][]))
                .hasMessage("must be in [1, 10000]: bias.length=0");
        assertThatThrownBy(() -> random(3, 1.0, 1).logProb(new byte[2]))
                .hasMessage("must have length 3: state.length=2");
        assertThatThrownBy(() -> random(3, 1.0, 1).draw(null, new byte[3])).hasMessage("must not be null: random");
    }

    @Test
    void parametersOfTheCaller_areCopied() {
        double[] bias = {0.5, -0.5};
        double[][] weights = {{}, {1.0}};
        Autoregressive q = Autoregressive.of(bias, weights);
        double before = q.logProb(new byte[] {1, 1});
        Arrays.fill(bias, 3.0);
        weights[1][0] = 7.0;
        assertThat(q.logProb(new byte[] {1, 1})).isEqualTo(before);
    }
}
