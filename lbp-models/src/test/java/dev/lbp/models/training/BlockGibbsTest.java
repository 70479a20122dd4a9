package dev.lbp.models.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;

class BlockGibbsTest {

    private static final int VISIBLE = 4;
    private static final int HIDDEN = 3;

    private final TinyRbm machine = TinyRbm.random(VISIBLE, HIDDEN, 1.5, 8L);
    private final double[][] joint = machine.joint();

    private BlockGibbs chains(int count) {
        BlockGibbs units = new BlockGibbs(VISIBLE, HIDDEN, count);
        units.setParameters(machine.parameters());
        return units;
    }

    /** The two forms of the oracle are one: hidden units summed out by hand, and by enumeration. */
    @Test
    void oracle_marginal_isThatOfTheJoint() {
        double[] marginal = machine.marginal();
        for (int v = 0; v < marginal.length; v++) {
            assertThat(marginal[v]).isCloseTo(Arrays.stream(joint[v]).sum(), within(1e-15));
        }
    }

    @Test
    void activateHidden_everyVisibleState_isTheConditionalOfTheJoint() {
        BlockGibbs units = chains(1 << VISIBLE);
        for (int v = 0; v < 1 << VISIBLE; v++) {
            units.visible.set(v, TinyRbm.state(v, VISIBLE));
        }
        units.activateHidden();
        for (int v = 0; v < 1 << VISIBLE; v++) {
            for (int j = 0; j < HIDDEN; j++) {
                double one = 0.0;
                double total = 0.0;
                for (int h = 0; h < 1 << HIDDEN; h++) {
                    one += (h >> j & 1) * joint[v][h];
                    total += joint[v][h];
                }
                assertThat((double) units.hidden.value(v, j)).isCloseTo(one / total, within(3e-7));
            }
        }
    }

    @Test
    void activateVisible_everyHiddenState_isTheConditionalOfTheJoint() {
        BlockGibbs units = chains(1 << HIDDEN);
        for (int h = 0; h < 1 << HIDDEN; h++) {
            units.hidden.set(h, TinyRbm.state(h, HIDDEN));
        }
        units.activateVisible();
        for (int h = 0; h < 1 << HIDDEN; h++) {
            for (int i = 0; i < VISIBLE; i++) {
                double one = 0.0;
                double total = 0.0;
                for (int v = 0; v < 1 << VISIBLE; v++) {
                    one += (v >> i & 1) * joint[v][h];
                    total += joint[v][h];
                }
                assertThat((double) units.visible.value(h, i)).isCloseTo(one / total, within(3e-7));
            }
        }
    }

    /**
     * 200,000 chains take one sweep from one state; where they come to is compared with
     * {@code sum_h P(h | v) P(v' | h)}, 16 cells, of which the least likely expects over 100. A false failure has a
     * probability of 1e-6.
     */
    @Test
    void sweep_fromOneState_followsTheExactKernel() {
        int from = 0b0110;
        double[] expected = new double[1 << VISIBLE];
        double fromTotal = 0.0;
        for (double p : joint[from]) {
            fromTotal += p;
        }
        for (int h = 0; h < 1 << HIDDEN; h++) {
            double hiddenTotal = 0.0;
            for (double[] row : joint) {
                hiddenTotal += row[h];
            }
            for (int v = 0; v < expected.length; v++) {
                expected[v] += joint[from][h] / fromTotal * joint[v][h] / hiddenTotal;
            }
        }
        int count = 200_000;
        BlockGibbs units = chains(count);
        for (int chain = 0; chain < count; chain++) {
            units.visible.set(chain, TinyRbm.state(from, VISIBLE));
        }
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3L);
        units.activateHidden();
        units.reconstruct(random);
        units.resample(random);
        long[] observed = new long[expected.length];
        for (int chain = 0; chain < count; chain++) {
            int code = 0;
            for (int i = 0; i < VISIBLE; i++) {
                assertThat(units.visible.value(chain, i)).isIn(0.0f, 1.0f);
                code |= (int) units.visible.value(chain, i) << i;
            }
            observed[code]++;
        }
        assertThat(Arrays.stream(expected).min().orElseThrow() * count).isGreaterThan(100.0);
        assertThat(ChiSquareTest.withDefaults().test(expected, observed).getPValue())
                .as("seed 3")
                .isBetween(1e-6, 1.0);
    }

    /** An odd number of units in all, so that the last has a word of its own. */
    @Test
    void draw_certainUnits_areWhatTheyMustBe() {
        TinyRbm certain = new TinyRbm(3, 1, new double[] {0, 0, 0, 200, -200, 200, 0});
        BlockGibbs units = new BlockGibbs(3, 1, 333);
        units.setParameters(certain.parameters());
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(4L);
        for (int t = 0; t < 100; t++) {
            units.activateVisible();
            units.visible.draw(random);
            for (int chain = 0; chain < 333; chain++) {
                for (int i = 0; i < 3; i++) {
                    assertThat(units.visible.value(chain, i)).isEqualTo(i == 1 ? 0.0f : 1.0f);
                }
            }
        }
    }
}
