package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class ImplicitMhTest {

    private static final int N = 4;
    private static final int STATES = 1 << N;

    private static int code(byte[] state) {
        return IntStream.range(0, N).map(i -> state[i] << i).sum();
    }

    /** A network that has any f on 4 sites: unit s of the first layer is 1 for state s, and 0 for the others. */
    static DensityRatio exact(double[] f) {
        return exact(f, new double[] {0.0}, new double[] {0.0});
    }

    /** The same with outputs at held-out data and samples. */
    private static DensityRatio exact(double[] f, double[] ofData, double[] ofSamples) {
        double lowest = Arrays.stream(f).min().orElseThrow();
        Perceptron network = new Perceptron(N, STATES, 1);
        double[] p = network.parameters;
        for (int s = 0; s < STATES; s++) {
            byte[] state = AutoregressiveTest.state(N, s);
            for (int i = 0; i < N; i++) {
                p[i * STATES + s] = state[i] == 1 ? 1.0 : -1.0;
            }
            p[N * STATES + s] = 1.0 - Integer.bitCount(s);
            p[N * STATES + STATES + s] = f[s] - lowest;
        }
        p[p.length - 2] = 1.0;
        p[p.length - 1] = lowest;
        return new DensityRatio(network, 1.0, ofData, ofSamples, 1, new HeldOutDifference.Estimate(0.1, 0.01));
    }

    private static double[] random(long seed, double spread) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        return random.doubles(STATES).map(u -> spread * (2.0 * u - 1.0)).toArray();
    }

    private static double[] normalised(double[] logs) {
        double sum = Arrays.stream(logs).map(Math::exp).sum();
        return Arrays.stream(logs).map(log -> Math.exp(log) / sum).toArray();
    }

    /** Answers one number. */
    private record Constant(double value) implements UniformRandomProvider {
        @Override
        public double nextDouble() {
            return value;
        }

        @Override
        public long nextLong() {
            throw new AssertionError("the step takes doubles");
        }
    }

    private static boolean accepts(DensityRatio ratio, int from, int to, double uniform) {
        StateGenerator generator = (random, state) -> System.arraycopy(AutoregressiveTest.state(N, to), 0, state, 0, N);
        byte[][] states = {AutoregressiveTest.state(N, from)};
        double[] f = ratio.logRatio(states);
        boolean[] moved = new boolean[1];
        int accepted = ImplicitMh.of(generator, ratio).step(states, f, moved, new Constant(uniform));
        assertThat(code(states[0])).isEqualTo(accepted == 1 ? to : from);
        assertThat(f[0]).isEqualTo(ratio.logRatio(states[0]));
        assertThat(moved[0]).isEqualTo(accepted == 1);
        return accepted == 1;
    }

    /**
     * The probability that a proposal is accepted, by bisection for the uniform number where the step changes its mind.
     */
    private static double acceptance(DensityRatio ratio, int from, int to) {
        double low = 0.0;
        double high = 1.0;
        if (accepts(ratio, from, to, Math.nextDown(1.0))) {
            return 1.0;
        }
        while (high - low > 1e-15) {
            double middle = 0.5 * (low + high);
            if (accepts(ratio, from, to, middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static double[][] kernel(DensityRatio ratio, double[] q) {
        double[][] kernel = new double[STATES][STATES];
        for (int x = 0; x < STATES; x++) {
            double stay = 1.0;
            for (int y = 0; y < STATES; y++) {
                if (y != x) {
                    kernel[x][y] = q[y] * acceptance(ratio, x, y);
                    stay -= kernel[x][y];
                }
            }
            kernel[x][x] = stay;
        }
        return kernel;
    }

    private static double imbalance(double[] law, double[][] kernel) {
        double largest = 0.0;
        for (int x = 0; x < STATES; x++) {
            for (int y = 0; y < STATES; y++) {
                largest = Math.max(largest, Math.abs(law[x] * kernel[x][y] - law[y] * kernel[y][x]));
            }
        }
        return largest;
    }

    /** Every entry of the transition matrix is measured from the step itself. */
    @Test
    void trueRatio_makesTheChainReversible_forTheData() {
        double[] p = normalised(random(1, 2.0));
        double[] q = normalised(random(2, 1.0));
        double[] f = new double[STATES];
        Arrays.setAll(f, x -> Math.log(p[x] / q[x]) + 3.7);
        double[][] kernel = kernel(exact(f), q);
        assertThat(imbalance(p, kernel)).isLessThan(1e-14);
        double[] next = new double[STATES];
        for (int x = 0; x < STATES; x++) {
            for (int y = 0; y < STATES; y++) {
                next[y] += p[x] * kernel[x][y];
            }
        }
        assertThat(next).containsExactly(p, within(1e-14));
    }

    /** A wrong f: reversible for q e^f / Z, and far from it for p. */
    @Test
    void wrongRatio_makesTheChainReversible_forItsOwnLaw() {
        double[] p = normalised(random(1, 2.0));
        double[] logQ = random(2, 1.0);
        double[] q = normalised(logQ);
        double[] f = random(3, 2.0);
        double[][] kernel = kernel(exact(f), q);
        double[] law = new double[STATES];
        Arrays.setAll(law, x -> logQ[x] + f[x]);
        assertThat(imbalance(normalised(law), kernel)).isLessThan(1e-14);
        assertThat(imbalance(p, kernel)).isGreaterThan(1e-2);
    }

    /** log a(x, y) - log a(y, x) = f(y) - f(x) = -d(x, y), where one term is 0. */
    @Test
    void acceptances_ofBothDirections_areAntisymmetric() {
        double[] f = random(3, 2.0);
        DensityRatio ratio = exact(f);
        for (int x = 0; x < STATES; x++) {
            for (int y = 0; y < STATES; y++) {
                double forth = acceptance(ratio, x, y);
                double back = acceptance(ratio, y, x);
                assertThat(Math.max(forth, back)).isEqualTo(1.0);
                assertThat(Math.log(forth) - Math.log(back)).isCloseTo(f[y] - f[x], within(1e-12));
            }
        }
    }

    /**
     * 40,000 chains of 60 proposals, accepted at .6 and more from any state, so that the start has died out. By
     * chi-squared of 15 degrees of freedom a statistic above 50.5 has probability 1e-5; without correction it is above
     * 1,000.
     */
    @Test
    void samples_haveTheCorrectedLaw() {
        double[] f = random(3, 1.0);
        StateGenerator uniform = (random, state) -> {
            for (int i = 0; i < N; i++) {
                state[i] = (byte) (random.nextBoolean() ? 1 : 0);
            }
        };
        int count = 40_000;
        CorrectedSamples samples =
                ImplicitMh.of(uniform, exact(f)).proposals(60).draw(count, 5);
        assertThat(statistic(samples.states(), normalised(f))).isLessThan(50.5);
        byte[][] uncorrected = new CheckedGenerator(uniform, N).next(count, RandomSource.XO_SHI_RO_256_PP.create(5));
        assertThat(statistic(uncorrected, normalised(f))).isGreaterThan(1_000.0);
        assertThat(samples.distinct()).isEqualTo(STATES);
        assertThat(samples.moved()).isEqualTo(count);
        assertThat(samples.acceptanceRate()).isBetween(0.5, 0.9);
        assertThat(samples.summary())
                .contains("40000 samples, 16 distinct, of 40000 chains that moved")
                .contains("worth correcting");
    }

    private static double statistic(byte[][] samples, double[] law) {
        double[] counts = new double[STATES];
        for (byte[] sample : samples) {
            counts[code(sample)]++;
        }
        return IntStream.range(0, STATES)
                .mapToDouble(x -> Math.pow(counts[x] - samples.length * law[x], 2.0) / (samples.length * law[x]))
                .sum();
    }

    /** One of two draws of q is accepted at the other with probability 1/2 or more, however far q is from p. */
    @Test
    void oneProposal_doesNotHide_thatQIsFar() {
        double[] f = new double[STATES];
        Arrays.setAll(f, x -> 3.0 * x);
        Autoregressive q = AutoregressiveTest.random(N, 0.0, 1);
        DensityRatio far =
                exact(f, new double[] {45.0, 45.0}, new double[] {0.0, 45.0, 9.0, 3.0, 21.0, 30.0, 24.0, 6.0});
        assertThat(far.acceptance()).isCloseTo(0.125, within(1e-12));
        CorrectedSamples samples = ImplicitMh.of(q::draw, far).proposals(1).draw(1_000, 1);
        assertThat(samples.acceptanceRate()).isGreaterThan(0.4);
        assertThat(samples.summary()).contains("do not correct: fewer than 30 % of proposals are accepted");
    }

    /** Proposals are the worst state: no chain accepts one, unless it is there. */
    @Test
    void chains_thatAcceptNothing_returnTheirData() {
        double[] f = new double[STATES];
        f[0] = -800.0;
        byte[][] data = {AutoregressiveTest.state(N, 5), AutoregressiveTest.state(N, 9)};
        CorrectedSamples samples = ImplicitMh.of((random, state) -> Arrays.fill(state, (byte) 0), exact(f))
                .begunAt(data)
                .proposals(3)
                .draw(50, 1);
        assertThat(samples.moved()).isZero();
        assertThat(samples.acceptanceRate()).isZero();
        assertThat(samples.distinct()).isEqualTo(2);
        assertThat(Arrays.asList(samples.states()))
                .allSatisfy(state -> assertThat(code(state)).isIn(5, 9));
        assertThat(samples.summary()).contains("do not correct: fewer than 30 % of proposals are accepted");
    }

    @Test
    void sameSeed_givesTheSameSamples() {
        Autoregressive q = AutoregressiveTest.random(N, 1.0, 1);
        ImplicitMh chains = ImplicitMh.of(q::draw, exact(random(3, 1.0))).proposals(5);
        byte[][] samples = chains.draw(100, 1).states();
        assertThat(chains.draw(100, 1).states()).isDeepEqualTo(samples);
        assertThat(Arrays.deepEquals(chains.draw(100, 2).states(), samples)).isFalse();
    }

    @Test
    void badInput_isRefused() {
        DensityRatio ratio = exact(new double[STATES]);
        StateGenerator wrong = (random, state) -> state[2] = 2;
        assertThatThrownBy(() -> ImplicitMh.of(null, ratio)).hasMessage("must not be null: generator");
        assertThatThrownBy(() -> ImplicitMh.of(wrong, null)).hasMessage("must not be null: ratio");
        assertThatThrownBy(() -> ImplicitMh.of(wrong, ratio).proposals(0)).hasMessage("must be >= 1: proposals=0");
        assertThatThrownBy(() -> ImplicitMh.of(wrong, ratio).draw(0, 1)).hasMessage("must be >= 1: count=0");
        assertThatThrownBy(() -> ImplicitMh.of(wrong, ratio).begunAt(new byte[0][]))
                .hasMessage("must be >= 1: states.length=0");
        assertThatThrownBy(() -> ImplicitMh.of(wrong, ratio).begunAt(new byte[1][3]))
                .hasMessage("must have length 4: states[0].length=3");
        assertThatThrownBy(() -> ImplicitMh.of(wrong, ratio).draw(1, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("must draw zeros and ones: generator, state[2]=2");
    }
}
