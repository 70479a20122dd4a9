package dev.lbp.experiments.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * The rivals' kernels by enumeration, on 6 sites. Two sites exclude each other, so a quarter of the states is
 * impossible.
 */
class InclusionChainTest {

    private static final int P = 6;
    private static final int STATES = 1 << P;

    /** Log-probabilities in [-4, 4]: the fractional parts of multiples of the golden ratio. */
    private static final TableTarget TARGET = TableTarget.of(
            "exclusive",
            P,
            x -> x[1] + x[4] == 2
                    ? Double.NEGATIVE_INFINITY
                    : 8.0 * (0.6180339887 * TableTarget.number(x) % 1.0) - 4.0);

    private static final LocalEnergyModel MODEL = TARGET.local();

    private static byte[] state(int code) {
        return TableTarget.state(code, P);
    }

    private static UniformRandomProvider random(long seed) {
        return RandomSource.XO_SHI_RO_256_PP.create(seed);
    }

    private static double[] inclusion() {
        double[] pi = TARGET.probabilities();
        double[] inclusion = new double[P];
        for (int code = 0; code < STATES; code++) {
            for (int i = 0; i < P; i++) {
                inclusion[i] += (code >> i & 1) * pi[code];
            }
        }
        return inclusion;
    }

    /**
     * The flow from x to y, {@code pi(x) Z(x) r_i(x) / Z(x)}, is that from y to x: the chain is reversible for pi Z.
     */
    @Test
    void temperedGibbs_ratesAreThoseOfTheDefinition_andBalance() {
        double[] pi = TARGET.probabilities();
        double[][] rates = new double[STATES][];
        double steepest = 0.0;
        for (int code = 0; code < STATES; code++) {
            if (pi[code] > 0.0) {
                WeightedTemperedGibbs chain = new WeightedTemperedGibbs(MODEL, state(code), random(1L));
                rates[code] = chain.rates().clone();
                for (int i = 0; i < P; i++) {
                    int other = code ^ 1 << i;
                    double here = pi[code] / (pi[code] + pi[other]);
                    double one = (code >> i & 1) == 1 ? here : pi[other] / (pi[code] + pi[other]);
                    double expected = pi[other] == 0.0 ? 0.0 : (one + 5.0 / P) / here;
                    assertThat(chain.conditionals()[i]).isCloseTo(one, within(1e-12));
                    assertThat(rates[code][i]).isCloseTo(expected, within(1e-12 * (1.0 + expected)));
                    steepest = Math.max(steepest, pi[other] / pi[code]);
                }
            }
        }
        assertThat(steepest).isGreaterThan(Math.exp(6.0));
        for (int code = 0; code < STATES; code++) {
            for (int i = 0; i < P; i++) {
                int other = code ^ 1 << i;
                if (pi[code] > 0.0 && pi[other] > 0.0) {
                    double there = pi[other] * rates[other][i];
                    assertThat(pi[code] * rates[code][i]).isCloseTo(there, within(1e-12 * there));
                }
            }
        }
    }

    /** Adding site j and deleting it, or exchanging two sites and back, have the same flow. */
    @Test
    void addDeleteSwap_acceptance_balances() {
        double[] pi = TARGET.probabilities();
        for (int code = 0; code < STATES; code++) {
            int size = Integer.bitCount(code);
            for (int j = 0; j < P && pi[code] > 0.0; j++) {
                int other = code ^ 1 << j;
                if ((code >> j & 1) == 0) {
                    double up = pi[code] * added(code, j) / (3.0 * (P - size));
                    double down = pi[other] > 0.0 ? pi[other] * deleted(other, j) / (3.0 * (size + 1)) : 0.0;
                    assertThat(up).isCloseTo(down, within(1e-12 * up));
                    for (int i = 0; i < P; i++) {
                        int exchanged = other ^ 1 << i;
                        if ((code >> i & 1) == 1) {
                            double there = pi[exchanged] > 0.0 ? pi[exchanged] * exchanged(exchanged, j, i) : 0.0;
                            assertThat(pi[code] * exchanged(code, i, j)).isCloseTo(there, within(1e-12 * there));
                        }
                    }
                }
            }
        }
    }

    private static double added(int code, int j) {
        return new AddDeleteSwap(MODEL, state(code), random(1L)).acceptance(AddDeleteSwap.NONE, j);
    }

    private static double deleted(int code, int j) {
        return new AddDeleteSwap(MODEL, state(code), random(1L)).acceptance(j, AddDeleteSwap.NONE);
    }

    private static double exchanged(int code, int in, int out) {
        return new AddDeleteSwap(MODEL, state(code), random(1L)).exchangeAcceptance(in, out);
    }

    /**
     * Shares of 400,000 draws. An integrated autocorrelation time of at most 40 steps gives a standard error of at most
     * 0.5 sqrt(40 / 400,000) = 0.005; bounds are 5 of them, so false failures have a probability below 6e-7 each.
     */
    @Test
    void chains_haveTheInclusionProbabilities() {
        double[] expected = inclusion();
        InclusionChain swap = run(new AddDeleteSwap(MODEL, new byte[P], random(2L)));
        InclusionChain gibbs = run(new WeightedTemperedGibbs(MODEL, new byte[P], random(3L)));
        assertThat(swap.frequencies()).containsExactly(expected, within(0.025));
        assertThat(gibbs.frequencies()).containsExactly(expected, within(0.025));
        assertThat(gibbs.averages()).containsExactly(expected, within(0.025));
        assertThat(swap.acceptanceRate()).isBetween(0.1, 0.9);
        assertThat(swap.averages()).containsOnly(Double.NaN);
    }

    private static InclusionChain run(InclusionChain chain) {
        for (int t = 0; t < 400_000; t++) {
            if (t == 1_000) {
                chain.clear();
            }
            chain.step();
        }
        return chain;
    }

    /** Against counts of every step by hand. */
    @Test
    void frequencies_countEveryStep() {
        AddDeleteSwap chain = new AddDeleteSwap(MODEL, state(0b000101), random(4L));
        long[] counts = new long[P];
        for (int t = 1; t <= 500; t++) {
            chain.step();
            for (int i = 0; i < P; i++) {
                counts[i] += chain.contains(i) ? 1 : 0;
            }
            if (t == 100) {
                chain.clear();
                Arrays.fill(counts, 0L);
            }
        }
        assertThat(chain.frequencies())
                .containsExactly(
                        Arrays.stream(counts).mapToDouble(c -> c / 400.0).toArray());
    }
}
