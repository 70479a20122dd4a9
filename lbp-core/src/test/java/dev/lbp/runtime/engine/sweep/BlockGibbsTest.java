package dev.lbp.runtime.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ChainBatch;
import dev.lbp.Samplers;
import dev.lbp.result.SampleResult;
import dev.lbp.target.LayeredModel;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * What block Gibbs keeps of its hidden variables from one step to the next; its law is shown in
 * {@link GibbsKernelTest}.
 */
class BlockGibbsTest {

    private static final int N = 6;
    private static final int CHAINS = 3;

    /** Independent sites of one log-odds, that changes; its hidden variable is a coin that says nothing. */
    private static final class Switch implements LayeredModel {

        private static final long serialVersionUID = 1L;

        private double logOdds = -100.0;
        private boolean noNumber;

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public INDArray logProb(INDArray states) {
            return states.sum(1).muli(logOdds);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return Nd4j.zerosLike(states).addi(logOdds);
        }

        @Override
        public Evaluation evaluateGivenHidden(INDArray states, List<UniformRandomProvider> random) {
            random.forEach(UniformRandomProvider::nextDouble);
            if (noNumber) { // of one site of the last chain: the others have ended their step when it is noticed
                INDArray gradient = gradient(states).putScalar(CHAINS - 1, 1, Double.NaN);
                return Evaluation.ofGradient(states, logProb(states), gradient);
            }
            return Evaluation.ofGradient(states, logProb(states), gradient(states));
        }
    }

    private final Switch model = new Switch();
    private final ChainBatch batch = Samplers.blockGibbs().build().start(model, 5L, CHAINS);

    private void assertOnes(int expected) {
        for (int c = 0; c < CHAINS; c++) {
            byte[] state = batch.state(c);
            assertThat(ones(state)).isEqualTo(expected);
            // At log-odds of 100 a site has the other value once in 10^43 draws.
            assertThat(batch.logProb(c)).isCloseTo(model.logOdds * expected, within(1e-9));
        }
    }

    private static int ones(byte[] state) {
        int ones = 0;
        for (byte x : state) {
            ones += x;
        }
        return ones;
    }

    @Test
    void step_afterInvalidate_drawsGivenTheNewHidden() {
        batch.step();
        assertOnes(0);
        model.logOdds = 100.0;
        batch.invalidate();
        batch.step();
        assertOnes(N);
    }

    /** What came of the old hidden variables is the next step, and not the one after it. */
    @Test
    void step_withoutInvalidate_drawsGivenTheOldHiddenOnce() {
        batch.step();
        model.logOdds = 100.0;
        batch.step();
        assertOnes(0);
        batch.step();
        assertOnes(N);
    }

    @Test
    void step_afterOneThatFailed_goesOnFromTheCurrentStates() {
        batch.step();
        model.logOdds = 100.0;
        batch.invalidate();
        model.noNumber = true;
        assertThatThrownBy(batch::step)
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("chain 2 at step 1")
                .hasMessageContaining("must not be NaN");
        assertThat(ones(batch.state(0))).isEqualTo(N);
        assertThat(ones(batch.state(CHAINS - 1))).as("not moved").isZero();
        model.noNumber = false;
        batch.step();
        assertOnes(N);
    }

    @Test
    void run_freeAndFrozen_reportsFlipsOfAllFreeSites() {
        byte[][] initial = new byte[2][N];
        Arrays.fill(initial[0], (byte) 1);
        Arrays.fill(initial[1], (byte) 1);
        boolean[] frozen = new boolean[N];
        frozen[2] = true;
        SampleResult result = Samplers.blockGibbs()
                .build()
                .sample(model)
                .chains(2)
                .initial(initial)
                .frozen(frozen)
                .warmup(0)
                .draws(1)
                .run();
        assertThat(result.expectedJumpDistance()).isEqualTo(N - 1.0);
        assertThat(result.acceptanceRate()).isEqualTo(1.0);
        assertThat(result.summary()).contains("Gibbs, all sites at once", "sweeps of 5 sites");
    }
}
