package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.target.ModelException;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

/** A chain on a model with its own moves, in the caller's own loop. */
class ValueChainTest {

    private final TableMoves model = TableMoves.random(MoveSpaces.permutations(3), 1.0, 1L);

    @Test
    void rwm_steps_keepStateAndLogProbTogether() {
        ValueChain chain = Samplers.rwm().build().start(model, 1L);
        assertThatThrownBy(chain::lastStep).hasMessage("must be called after a step: lastStep()");
        chain.warmUp(100);
        assertThat(chain.adapting()).isFalse();
        int moved = 0;
        for (int t = 0; t < 200; t++) {
            int[] before = chain.state();
            boolean accepted = chain.step().accepted();
            int[] after = chain.state();
            int flips = 0;
            for (int i = 0; i < 3; i++) {
                flips += before[i] == after[i] ? 0 : 1;
            }
            assertThat(chain.lastStep().flips()).isEqualTo(flips);
            assertThat(accepted || flips == 0).isTrue();
            assertThat(chain.logProb()).isEqualTo(model.logProb()[model.space().number(after)]);
            moved += flips == 0 ? 0 : 1;
        }
        assertThat(moved).isPositive();
    }

    /**
     * 200,000 single moves: the frequency of each of 6 states of probability p has a standard error of at most sqrt(p
     * (1 - p) tau / 200,000), with tau = (1 + r) / (1 - r) below 10 for the second eigenvalue r of the kernel, below
     * 0.8. With p (1 - p) at most 1/4 the error is at most 0.0036, and 0.022 is more than 6 of them: the test fails by
     * chance less than once in 10^8 seeds.
     */
    @Test
    void rwm_frequencies_areTheProbabilities() {
        ValueChain chain = Samplers.rwm().scale(1).build().start(model, 7L);
        double[] frequency = new double[6];
        for (int t = 0; t < 200_000; t++) {
            chain.step();
            frequency[model.space().number(chain.state())] += 1.0 / 200_000;
        }
        assertThat(frequency).containsExactly(model.probabilities(), within(0.022));
    }

    @Test
    void informedOrGibbs_onMoves_isRefused() {
        assertThatThrownBy(() -> Samplers.lbp().build().start(model, 1L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "must be pas() for informed moves, whose weights change with every move, or rwm(); on a"
                                + " CategoricalModel gibbs() too:");
        assertThatThrownBy(() -> Samplers.rwm().scale(2.5e9).build().start(model, 1L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be <= 1000000000: scale=2500000000");
        assertThatThrownBy(() -> Samplers.gibbs().build().start(model, 1L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be a CategoricalModel for Gibbs, whose sites take any value; use pas() or rwm():"
                        + " model=permutations of 3");
    }

    @Test
    void randomState_outOfRange_isNamed() {
        TableMoves broken = new TableMoves(model.space(), x -> 0.0) {
            @Override
            public int[] randomState(UniformRandomProvider rng) {
                return new int[] {0, 1, 3};
            }
        };
        assertThatThrownBy(() -> Samplers.rwm().build().start(broken, 1L))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("randomState()")
                .hasMessageContaining("must be in [0, values - 1=2]: randomState()[2]=3");
    }
}
