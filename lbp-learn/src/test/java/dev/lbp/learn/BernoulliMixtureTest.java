package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class BernoulliMixtureTest {

    static BernoulliMixture random(int components, int n, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] weights = random.doubles(components).map(u -> 0.1 + u).toArray();
        double[][] probabilities = new double[components][];
        Arrays.setAll(probabilities, k -> random.doubles(n).toArray());
        return BernoulliMixture.of(weights, probabilities);
    }

    @Test
    void probabilities_ofAllStates_addUpToOne() {
        for (int n : new int[] {1, 2, 5, 10}) {
            for (int components : new int[] {1, 2, 7}) {
                BernoulliMixture q = random(components, n, n);
                double sum = 0.0;
                for (int code = 0; code < 1 << n; code++) {
                    sum += Math.exp(q.logProb(AutoregressiveTest.state(n, code)));
                }
                assertThat(sum).isCloseTo(1.0, within(1e-13));
            }
        }
    }

    @Test
    void logProb_ofTwoComponents_isTheLogOfTheirSum() {
        BernoulliMixture q =
                BernoulliMixture.of(new double[] {3.0, 1.0}, new double[][] {{0.9, 0.2, 0.5}, {0.1, 0.6, 0.7}});
        double expected = 0.75 * 0.9 * 0.8 * 0.5 + 0.25 * 0.1 * 0.4 * 0.7;
        assertThat(q.logProb(new byte[] {1, 0, 1})).isCloseTo(Math.log(expected), within(1e-14));
        assertThat(q.weights()).containsExactly(0.75, 0.25);
        assertThat(q.probabilities()[1][2]).isCloseTo(0.7, within(1e-15));
        assertThat(q.components()).isEqualTo(2);
        assertThat(q.parameters()).isEqualTo(7);
        assertThat(q).hasToString("BernoulliMixture of 2 components, 3 sites");
    }

    /**
     * A grid of m values for the component and each site: a share of its points is a probability, to 1/m for each
     * number.
     */
    @Test
    void draw_overAllRandomNumbers_hasTheLawOfItsScore() {
        int m = 100;
        BernoulliMixture q = random(3, 2, 4);
        int[] counts = new int[4];
        byte[] state = new byte[2];
        for (int k = 0; k < m * m * m; k++) {
            int[] digits = {k % m, k / m % m, k / m / m};
            assertThat(q.draw(new AutoregressiveTest.Fixed(digits, m), state)).isEqualTo(q.logProb(state));
            counts[state[0] + 2 * state[1]]++;
        }
        for (int code = 0; code < 4; code++) {
            double share = counts[code] / (double) (m * m * m);
            assertThat(share).isCloseTo(Math.exp(q.logProb(AutoregressiveTest.state(2, code))), within(1.5 / m));
        }
    }

    /**
     * Components whose probabilities underflow: only their logarithms can be added. 1 - 1e-8 is rounded by 5e-17, its
     * logit by 5e-9.
     */
    @Test
    void scores_ofManySites_areFinite() {
        int n = 2_000;
        double[] low = new double[n];
        double[] high = new double[n];
        Arrays.fill(low, 1e-8);
        Arrays.fill(high, 1.0 - 1e-8);
        BernoulliMixture q = BernoulliMixture.of(new double[] {1.0, 3.0}, new double[][] {low, high});
        byte[] state = new byte[n];
        assertThat(q.logProb(state)).isCloseTo(Math.log(0.25) + n * Math.log1p(-1e-8), within(1e-9));
        Arrays.fill(state, (byte) 1);
        assertThat(q.logProb(state)).isCloseTo(Math.log(0.75) + n * Math.log1p(-1e-8), within(1e-9));
        Arrays.fill(state, 0, n / 2, (byte) 0); // half of the sites are wrong in either component
        assertThat(q.logProb(state)).isCloseTo(n / 2 * (Math.log(1e-8) + Math.log1p(-1e-8)), within(1e-5));
        assertThat(q.draw(RandomSource.XO_SHI_RO_256_PP.create(1), state)).isEqualTo(q.logProb(state));
    }

    /** 1e-15 is held at a logit of -20, so that a draw of it has the probability of its score. */
    @Test
    void extremeProbabilities_areHeld() {
        BernoulliMixture q = BernoulliMixture.of(new double[] {1.0}, new double[][] {{1e-15, 1.0 - 1e-15}});
        assertThat(q.logProb(new byte[] {1, 0})).isCloseTo(-40.0, within(1e-7));
    }

    @Test
    void serialized_isEqual() throws Exception {
        BernoulliMixture q = random(3, 5, 1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(q);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            Object read = in.readObject();
            assertThat(read).isEqualTo(q).hasSameHashCodeAs(q);
            assertThat(((BernoulliMixture) read).logProb(new byte[5])).isEqualTo(q.logProb(new byte[5]));
        }
        assertThat(q).isNotEqualTo(random(3, 5, 2));
    }

    @Test
    void of_badParameters_areRefused() {
        double[][] p = {{0.5}, {0.5}};
        assertThatThrownBy(() -> BernoulliMixture.of(new double[0], p)).hasMessage("must be >= 1: weights.length=0");
        assertThatThrownBy(() -> BernoulliMixture.of(new double[] {1.0, 0.0}, p))
                .hasMessage("must be > 0 and finite: weights[1]=0.0");
        assertThatThrownBy(() -> BernoulliMixture.of(new double[] {1.0}, p))
                .hasMessage("must have length 1: probabilities.length=2");
        assertThatThrownBy(() -> BernoulliMixture.of(new double[] {1.0}, new double[][] {{0.5, 1.0}}))
                .hasMessage("must be in (0, 1): probabilities[0][1]=1.0");
        assertThatThrownBy(() -> BernoulliMixture.of(new double[] {1.0, 1.0}, new double[][] {{0.5}, {0.5, 0.5}}))
                .hasMessage("must have length 1: probabilities[1].length=2");
        assertThatThrownBy(() -> BernoulliMixture.of(new double[] {1.0}, new double[][] {{}}))
                .hasMessage("must be in [1, 10000]: probabilities[0].length=0");
        assertThatThrownBy(() -> random(2, 3, 1).logProb(new byte[2])).hasMessage("must have length 3: state.length=2");
        assertThatThrownBy(() -> random(2, 3, 1).draw(null, new byte[3])).hasMessage("must not be null: random");
        assertThatThrownBy(() -> BernoulliMixture.of(new double[] {1e308, 1e308}, p))
                .hasMessage("must have a finite sum: weights=[1.0E308, 1.0E308]");
        double[][] many = new double[429_497][];
        Arrays.fill(many, new double[10_000]);
        assertThatThrownBy(() -> BernoulliMixture.of(new double[many.length], many))
                .hasMessageStartingWith("must fit into an array")
                .hasMessageContaining("components=429497, N=10000");
    }
}
