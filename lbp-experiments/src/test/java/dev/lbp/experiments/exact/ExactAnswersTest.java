package dev.lbp.experiments.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.IsingModel;
import dev.lbp.target.EnergyModel;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.factory.Nd4j;

/** Formulas and orders of summation against sums over all states. */
class ExactAnswersTest {

    private static final int BATCH = 1 << 12;

    private static byte[][] states(int n) {
        byte[][] states = new byte[1 << n][n];
        for (int s = 0; s < states.length; s++) {
            for (int i = 0; i < n; i++) {
                states[s][i] = (byte) (s >> i & 1);
            }
        }
        return states;
    }

    /** The model's log-probabilities of the states. */
    private static double[] logProb(EnergyModel model, byte[][] states) {
        double[] all = new double[states.length];
        for (int begin = 0; begin < states.length; begin += BATCH) {
            double[][] rows = new double[Math.min(BATCH, states.length - begin)][model.dimension()];
            for (int r = 0; r < rows.length; r++) {
                for (int i = 0; i < rows[r].length; i++) {
                    rows[r][i] = states[begin + r][i];
                }
            }
            double[] part = model.logProb(Nd4j.createFromArray(rows)).toDoubleVector();
            System.arraycopy(part, 0, all, begin, part.length);
        }
        return all;
    }

    private static double logZ(double[] logProb) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double each : logProb) {
            largest = Math.max(largest, each);
        }
        double sum = 0.0;
        for (double each : logProb) {
            sum += Math.exp(each - largest);
        }
        return largest + Math.log(sum);
    }

    private static double mean(byte[][] states, double[] logProb, ToDoubleFunction<byte[]> value) {
        double logZ = logZ(logProb);
        double sum = 0.0;
        for (int s = 0; s < states.length; s++) {
            sum += Math.exp(logProb[s] - logZ) * value.applyAsDouble(states[s]);
        }
        return sum;
    }

    /** Couplings on both sides of the critical one, 0.4407, and nearly on it: the sign of g_0 changes there. */
    @ParameterizedTest
    @CsvSource({"4,4,0.6", "4,4,0.44068679", "4,4,0.1", "3,5,0.6", "3,5,0.3", "5,3,0.6", "5,3,1.5"})
    void periodicIsing_isEnumeration(int rows, int columns, double coupling) {
        IsingModel model =
                IsingModel.lattice(rows, columns).periodic().coupling(coupling).build();
        double[] logProb = logProb(model, states(rows * columns));
        assertThat(PeriodicIsing.logZ(rows, columns, coupling)).isCloseTo(logZ(logProb), within(1e-10));
        double logZ = logZ(logProb);
        double mean = 0.0;
        for (double each : logProb) {
            mean += Math.exp(each - logZ) * each;
        }
        assertThat(PeriodicIsing.meanLogProb(rows, columns, coupling)).isCloseTo(mean, within(1e-7));
    }

    /**
     * A large lattice neither overflows nor loses its limit: at J = 3 nearly all of Z is that of the two ground states.
     */
    @Test
    void periodicIsing_largeLattices_doNotOverflow() {
        assertThat(PeriodicIsing.logZ(8, 8, 0.6)).isCloseTo(78.141649, within(5e-7));
        assertThat(PeriodicIsing.logZ(16, 16, 0.6)).isCloseTo(310.487039, within(5e-7));
        assertThat(PeriodicIsing.meanLogProb(8, 8, 0.6)).isCloseTo(73.308, within(5e-4));
        // a flipped spin costs 8 J: N e^-24 of the ground states' weight, and pairs far less
        assertThat(PeriodicIsing.logZ(100, 200, 3.0))
                .isCloseTo(2.0 * 20_000 * 3.0 + Math.log(2.0) + 20_000 * Math.exp(-24.0), within(1e-8));
    }

    /**
     * Bonds of both signs, rows and columns of different numbers; with a field the sums are apart by the number of up
     * spins.
     */
    @ParameterizedTest
    @CsvSource({"3,4,0.0", "4,3,0.0", "3,4,0.3", "4,3,-0.2"})
    void torusLattice_isEnumeration(int rows, int columns, double field) {
        int n = rows * columns;
        double[] right = new double[n];
        double[] down = new double[n];
        for (int i = 0; i < n; i++) {
            right[i] = Math.sin(3.0 * i + 1.0);
            down[i] = Math.cos(5.0 * i);
        }
        TorusLattice lattice = new TorusLattice(rows, columns, right, down, field);
        byte[][] states = states(n);
        double[] logProb = logProb(lattice.model(), states);
        assertThat(lattice.logZ(1.0)).isCloseTo(logZ(logProb), within(1e-11));
        double logZ = logZ(logProb);
        double mean = 0.0;
        for (double each : logProb) {
            mean += Math.exp(each - logZ) * each;
        }
        assertThat(lattice.meanLogProb()).isCloseTo(mean, within(1e-6));
        double up = mean(states, logProb, state -> {
            int ones = 0;
            for (byte bit : state) {
                ones += bit;
            }
            return 2 * ones > n ? 1.0 : 0.0;
        });
        assertThat(lattice.upProbability()).isCloseTo(up, within(1e-12));
    }

    /** Beside Kaufman's formula, and probabilities of an independent program. */
    @Test
    void torusLattice_ofEqualBonds_isTheFerromagnet() {
        assertThat(TorusLattice.uniform(8, 0.6, 0.0).logZ(1.0)).isCloseTo(PeriodicIsing.logZ(8, 8, 0.6), within(1e-10));
        assertThat(TorusLattice.uniform(8, 0.6, 0.0).meanLogProb())
                .isCloseTo(PeriodicIsing.meanLogProb(8, 8, 0.6), within(1e-5));
        assertThat(TorusLattice.uniform(8, 0.5, 0.0067).upProbability()).isCloseTo(0.6860, within(1e-4));
        assertThat(TorusLattice.uniform(8, 0.6, 0.0067).upProbability()).isCloseTo(0.6974, within(1e-4));
    }

    /**
     * Mean log pi and the share of each number of up spins in 40,000 draws, against exact sums. A share has a standard
     * error below .5 / sqrt(20,000) = .0036 if draws are worth half as many independent ones, and log pi one below sd /
     * sqrt(20,000) = .06 with sd below 8. The tolerance is 6 of them: for 34 + 2 numbers a failure has a probability
     * below 1e-7.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.44, 0.8})
    void wolffLattice_hasTheExactDistribution(double coupling) {
        int draws = 40_000;
        byte[][] drawn = new WolffLattice(4, coupling, 3).draws(draws);
        double[] logProb = logProb(TorusLattice.uniform(4, coupling, 0.0).model(), drawn);
        double mean = 0.0;
        double[] shares = new double[17];
        for (int k = 0; k < draws; k++) {
            int up = 0;
            for (byte bit : drawn[k]) {
                up += bit;
            }
            shares[up] += 1.0 / draws;
            mean += logProb[k] / draws;
        }
        byte[][] states = states(16);
        double[] exact = logProb(TorusLattice.uniform(4, coupling, 0.0).model(), states);
        assertThat(mean).isCloseTo(PeriodicIsing.meanLogProb(4, 4, coupling), within(0.36));
        for (int count = 0; count <= 16; count++) {
            int wanted = count;
            double share = mean(states, exact, state -> {
                int ones = 0;
                for (byte bit : state) {
                    ones += bit;
                }
                return ones == wanted ? 1.0 : 0.0;
            });
            assertThat(shares[count]).isCloseTo(share, within(0.022));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void hopfieldNetwork_isEnumeration(long seed) {
        HopfieldNetwork network = new HopfieldNetwork(13, 2.0, seed);
        byte[][] states = states(13);
        double[] logProb = logProb(network.model(), states);
        HopfieldNetwork.Answer answer = network.answer();
        assertThat(answer.logZ()).isCloseTo(logZ(logProb), within(1e-10));
        double total = 0.0;
        for (int m = 0; m < HopfieldNetwork.MODES; m++) {
            int mode = m;
            assertThat(answer.modes()[m])
                    .isCloseTo(
                            mean(states, logProb, state -> modeOf(network, state) == mode ? 1.0 : 0.0), within(1e-12));
            total += answer.modes()[m];
        }
        assertThat(total).isCloseTo(1.0, within(1e-12));
    }

    private static int modeOf(HopfieldNetwork network, byte[] state) {
        double[] overlaps = new double[HopfieldNetwork.PATTERNS];
        for (int m = 0; m < overlaps.length; m++) {
            int[] pattern = network.pattern(m);
            for (int i = 0; i < state.length; i++) {
                overlaps[m] += pattern[i] * (2 * state[i] - 1);
            }
        }
        return HopfieldNetwork.mode(overlaps);
    }

    @Test
    void hopfieldNetwork_mode_isTheFirstOfLargestMagnitude() {
        assertThat(HopfieldNetwork.mode(1.0, -5.0, 3.0)).isEqualTo(4);
        assertThat(HopfieldNetwork.mode(-5.0, 5.0, 3.0)).isEqualTo(3);
        assertThat(HopfieldNetwork.mode(1.0, 2.0, 3.0)).isEqualTo(2);
    }

    @Test
    void spinGlass_isEnumeration() {
        SpinGlass glass = new SpinGlass(12, 4.0, 5);
        byte[][] states = states(12);
        double[] logProb = logProb(glass.model(), states);
        SpinGlass.Answer answer = glass.answer();
        assertThat(answer.logZ()).isCloseTo(logZ(logProb), within(1e-10));
        double logZ = logZ(logProb);
        double mean = 0.0;
        int best = 0;
        for (int s = 0; s < states.length; s++) {
            mean += Math.exp(logProb[s] - logZ) * logProb[s];
            best = logProb[s] > logProb[best] + 1e-9 ? s : best;
        }
        assertThat(answer.meanLogProb()).isCloseTo(mean, within(1e-10));
        assertThat(answer.bestProbability()).isCloseTo(Math.exp(logProb[best] - logZ), within(1e-12));
        int agree = 0;
        for (int i = 0; i < 12; i++) {
            agree += answer.best()[i] == 2 * states[best][i] - 1 ? 1 : 0;
        }
        assertThat(agree).isIn(0, 12); // the state or its negative
    }

    /** Large weights, so that factors range over many powers of ten. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1.0, 5.0})
    void rbm_isEnumeration(double deviation) {
        BernoulliRbm model = BernoulliRbm.random(9, 12, deviation, 4);
        byte[][] states = states(9);
        double[] logProb = logProb(model, states);
        RbmAnswer answer = RbmAnswer.of(model);
        assertThat(answer.logZ()).isCloseTo(logZ(logProb), within(1e-9));
        for (int i = 0; i < 9; i++) {
            int site = i;
            assertThat(answer.marginals()[i]).isCloseTo(mean(states, logProb, state -> state[site]), within(1e-9));
        }
        double[][] weights = model.weights();
        double[] bias = model.hiddenBias();
        for (int j = 0; j < 12; j++) {
            int unit = j;
            assertThat(answer.hidden()[j])
                    .isCloseTo(
                            mean(states, logProb, state -> {
                                double a = bias[unit];
                                for (int i = 0; i < 9; i++) {
                                    a += state[i] * weights[i][unit];
                                }
                                return 1.0 / (1.0 + Math.exp(-a));
                            }),
                            within(1e-9));
        }
    }

    @Test
    void answers_badArguments_areRefused() {
        assertThatThrownBy(() -> PeriodicIsing.logZ(2, 4, 0.6)).hasMessage("must be >= 3: rows=2");
        assertThatThrownBy(() -> PeriodicIsing.logZ(4, 4, 0.0)).hasMessage("must be in (0, 100]: coupling=0.0");
        assertThatThrownBy(() -> new HopfieldNetwork(2_000, 2.0, 1)).hasMessage("must be in [3, 1000]: sites=2000");
        assertThatThrownBy(() -> new SpinGlass(30, 4.0, 1)).hasMessage("must be in [2, 24]: sites=30");
        assertThatThrownBy(() -> TorusLattice.uniform(9, 0.5, 0.1)).hasMessage("must be in [3, 8]: columns=9");
        assertThatThrownBy(() -> TorusLattice.uniform(12, 3.0, 0.0))
                .hasMessage("must be at most 600.0: sum of magnitudes of couplings and fields=864.0");
        assertThatThrownBy(() -> new WolffLattice(4, 0.0, 1)).hasMessage("must be > 0: coupling=0.0");
        assertThatThrownBy(() -> RbmAnswer.of(BernoulliRbm.random(2, 30, 0.1, 1)))
                .hasMessage("must be at most 24: model.hidden()=30");
        BernoulliRbm steep = BernoulliRbm.of(new double[][] {{-200.0, 101.0}}, new double[1], new double[2]);
        assertThatThrownBy(() -> RbmAnswer.of(steep))
                .hasMessage("must be at most 300: magnitudes of visible unit 0=301.0");
    }
}
