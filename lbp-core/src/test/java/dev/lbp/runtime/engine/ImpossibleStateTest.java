package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.ChainBatch;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SmallTargets;
import dev.lbp.Workers;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.ndarray.INDArray;

/** States of log-probability -Infinity are legal, and never entered. */
class ImpossibleStateTest {

    private static final int N = 8;

    static Stream<Sampler> samplers() {
        return Stream.concat(
                SmallTargets.weights().stream()
                        .flatMap(weight -> Stream.of(
                                Samplers.lbp().weight(weight).scale(1).build(),
                                Samplers.lbp().weight(weight).build(),
                                Samplers.gwg().weight(weight).scale(3).build())),
                Stream.of(
                        Samplers.rwm().scale(1).build(),
                        Samplers.rwm().build(),
                        Samplers.gibbs().build()));
    }

    /** No two neighbours are both 1: the hard-core model. */
    private static boolean possible(byte[] x) {
        for (int i = 1; i < x.length; i++) {
            if (x[i] == 1 && x[i - 1] == 1) {
                return false;
            }
        }
        return true;
    }

    private static final EnergyModel LOCAL = EnergyModels.of(N, x -> possible(x) ? 0.0 : Double.NEGATIVE_INFINITY);

    /** The same in batches, its ratios at impossible states NaN, as differences of infinities are. */
    private static final EnergyModel BATCHED = new EnergyModel() {
        private static final long serialVersionUID = 1L;

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public INDArray logProb(INDArray states) {
            return LOCAL.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return LOCAL.gradient(states);
        }

        @Override
        public INDArray flipLogRatios(INDArray states) {
            return LOCAL.flipLogRatios(states);
        }
    };

    @ParameterizedTest
    @MethodSource("samplers")
    void step_impossibleNeighbours_areNeverEntered(Sampler sampler) {
        for (EnergyModel model : List.of(LOCAL, BATCHED)) {
            ChainBatch batch = sampler.start(model, 11L, new byte[2][N]);
            batch.warmUp(30);
            int moved = 0;
            for (int t = 0; t < 300; t++) {
                batch.step();
                for (int c = 0; c < 2; c++) {
                    assertThat(possible(batch.state(c))).isTrue();
                    assertThat(batch.logProb(c)).isZero();
                    moved += batch.lastStep(c).flips();
                }
            }
            assertThat(moved).isGreaterThan(20);
        }
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void start_impossibleState_saysSo(Sampler sampler) throws InterruptedException {
        byte[][] initial = {new byte[N], {0, 1, 1, 0, 0, 0, 0, 0}};
        for (EnergyModel model : List.of(LOCAL, BATCHED)) {
            assertThatThrownBy(() -> sampler.start(model, 1L, initial))
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining("chain 1")
                    .hasMessageContaining("must start in a possible state: logProb=-Infinity");
            assertThatThrownBy(() ->
                            sampler.sample(model).chains(2).initial(initial).run())
                    .isInstanceOf(RunException.class)
                    .hasCauseInstanceOf(ModelException.class)
                    .hasMessageContaining("must start in a possible state: logProb=-Infinity");
        }
        Workers.assertNoneLeft();
    }

    @Test
    void reset_impossibleState_saysSo() {
        for (EnergyModel model : List.of(LOCAL, BATCHED)) {
            ChainBatch batch = Samplers.lbp().build().start(model, 1L, new byte[2][N]);
            assertThatThrownBy(() -> batch.reset(1, new byte[] {1, 1, 0, 0, 0, 0, 0, 0}))
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining("must start in a possible state");
        }
    }

    /** Where every neighbour is impossible a chain stays, step after step, and says that nothing was accepted. */
    @ParameterizedTest
    @MethodSource("samplers")
    void run_islandOfOneState_staysThere(Sampler sampler) {
        EnergyModel island = EnergyModels.of(4, x -> x[0] + x[1] + x[2] + x[3] == 0 ? 0.0 : Double.NEGATIVE_INFINITY);
        SampleResult result = sampler.sample(island)
                .chains(2)
                .initial(new byte[2][4])
                .warmup(20)
                .draws(20)
                .run();
        assertThat(result.marginals()).containsOnly(0.0);
        assertThat(result.expectedJumpDistance()).isZero();
        assertThat(result.summary()).contains("not shown to have mixed");
    }

    /** 0 is a number that a generator may give, once in 2^53. */
    @Test
    void gibbsFlips_impossibleFlipAndLeastUniform_isRefused() {
        assertThat(AcceptRule.gibbsFlips(Double.NEGATIVE_INFINITY, () -> 0L)).isFalse();
        assertThat(AcceptRule.gibbsFlips(0.0, () -> 0L)).isTrue();
        assertThat(AcceptRule.accepts(0.0, () -> 0L)).isFalse();
    }
}
