package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.StepInfo;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The training loop: a model whose parameters change under the chains. */
class ChainBatchTest {

    static final int N = 7;

    private static List<Sampler> samplers() {
        return List.of(
                Samplers.lbp().scale(3).build(),
                Samplers.lbp().weight(WeightFunction.SQRT).scale(1).build(),
                Samplers.gwg().scale(2).build(),
                Samplers.rwm().scale(3).build(),
                Samplers.multipleTry(3).scale(3).build(),
                Samplers.hammingBall(2).build(),
                Samplers.lbp().scale(3).jumps(new FairBits(N), 0.5).build(),
                Samplers.gibbs().build(),
                Samplers.gibbs().randomScan().build());
    }

    static Stream<Arguments> samplersOnBoth() {
        return samplers().stream().flatMap(s -> Stream.of(false, true).map(batched -> Arguments.of(s, batched)));
    }

    static EnergyModel of(double[] bias, boolean batched) {
        return batched
                ? new Linear(bias)
                : EnergyModels.of(N, x -> {
                    double sum = 0.0;
                    for (int i = 0; i < N; i++) {
                        sum += x[i] == 0 ? 0.0 : bias[i];
                    }
                    return sum;
                });
    }

    /** log pi = b.x, with a b that others write to. */
    private static class Linear implements EnergyModel {

        private final double[] bias;

        Linear(double[] bias) {
            this.bias = bias;
        }

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public INDArray logProb(INDArray states) {
            return states.mmul(Nd4j.createFromArray(bias));
        }

        @Override
        public INDArray gradient(INDArray states) {
            return Nd4j.zerosLike(states).addiRowVector(Nd4j.createFromArray(bias));
        }
    }

    static double[] bias(double scale) {
        double[] bias = new double[N];
        for (int i = 0; i < N; i++) {
            bias[i] = scale * (i - 3) / 4.0;
        }
        return bias;
    }

    /**
     * After a change of parameters the chains are in the same states and hold the same weights as chains of a model
     * that had the new ones from the start. Their generators differ, so the step is compared in law: by the rate of
     * acceptance and by where the chains come to be.
     */
    @ParameterizedTest
    @MethodSource("samplersOnBoth")
    void invalidate_parametersChanged_usesTheNewOnes(Sampler sampler, boolean batched) {
        double[] bias = bias(-4.0);
        int chains = 400;
        ChainBatch batch = sampler.start(of(bias, batched), 1L, chains);
        for (int t = 0; t < 20; t++) {
            batch.step();
        }
        System.arraycopy(bias(4.0), 0, bias, 0, N);
        batch.invalidate();
        for (int c = 0; c < chains; c++) {
            assertThat(batch.logProb(c)).isCloseTo(score(bias, batch.state(c)), within(1e-12));
        }
        for (int t = 0; t < 150; t++) {
            batch.step();
        }
        // Chains are independent, so a marginal has a standard deviation of at most 0.5 / sqrt(400) = .025; seven
        // sites, sixteen
        // cases and six deviations: P(failure) < 2e-7. Before the change the marginals were the complements.
        double[] marginals = new double[N];
        for (int c = 0; c < chains; c++) {
            byte[] x = batch.state(c);
            for (int i = 0; i < N; i++) {
                marginals[i] += x[i] / (double) chains;
            }
        }
        double[] expected = Arrays.stream(bias).map(b -> 1 / (1 + Math.exp(-b))).toArray();
        assertThat(marginals).containsExactly(expected, within(0.15));
    }

    private static double score(double[] bias, byte[] x) {
        double sum = 0.0;
        for (int i = 0; i < N; i++) {
            sum += bias[i] * x[i];
        }
        return sum;
    }

    /**
     * With nothing drawn in between, a batch that was told of new parameters and one that always had them draw the
     * same.
     */
    @ParameterizedTest
    @MethodSource("samplersOnBoth")
    void invalidate_beforeTheFirstStep_drawsAsAFreshBatch(Sampler sampler, boolean batched) {
        double[] bias = bias(-4.0);
        ChainBatch told = sampler.start(of(bias, batched), 9L, 5);
        System.arraycopy(bias(4.0), 0, bias, 0, N);
        told.invalidate();
        ChainBatch fresh = sampler.start(of(bias(4.0), batched), 9L, 5);
        assertDrawTheSame(told, fresh);
    }

    /**
     * Likewise one that was put into states and one that started in them, but for the random start, which drew bits.
     */
    @ParameterizedTest
    @MethodSource("samplersOnBoth")
    void reset_everyChain_drawsAsABatchThatStartedThere(Sampler sampler, boolean batched) {
        byte[][] to = {{1, 1, 1, 1, 0, 0, 0}, {0, 0, 0, 0, 1, 1, 1}, {1, 0, 1, 0, 1, 0, 1}};
        ChainBatch there = sampler.start(of(bias(2.0), batched), 9L, to);
        ChainBatch put = sampler.start(of(bias(2.0), batched), 9L, new byte[3][N]);
        for (int c = 0; c < 3; c++) {
            byte[] given = to[c].clone();
            put.reset(c, given);
            given[0] ^= 1;
            assertThat(put.state(c)).isEqualTo(to[c]);
            assertThat(put.logProb(c)).isEqualTo(there.logProb(c));
        }
        assertDrawTheSame(put, there);
    }

    @ParameterizedTest
    @MethodSource("samplersOnBoth")
    void reset_allChainsAfterSteps_drawsAsABatchThatStartedThere(Sampler sampler, boolean batched) {
        byte[][] to = {{1, 1, 1, 1, 0, 0, 0}, {0, 0, 0, 0, 1, 1, 1}, {1, 0, 1, 0, 1, 0, 1}};
        double[] bias = bias(2.0);
        ChainBatch there = sampler.start(of(bias(2.0), batched), 9L, to);
        ChainBatch put = sampler.start(of(bias, batched), 9L, new byte[3][N]);
        System.arraycopy(bias(-1.0), 0, bias, 0, N);
        put.invalidate(); // reset has to use the parameters of its own time
        System.arraycopy(bias(2.0), 0, bias, 0, N);
        byte[][] given = Arrays.stream(to).map(byte[]::clone).toArray(byte[][]::new);
        put.reset(given);
        given[0][0] ^= 1;
        assertDrawTheSame(put, there);
    }

    @ParameterizedTest
    @MethodSource("samplersOnBoth")
    void reset_allChains_drawsAsOneResetPerChain(Sampler sampler, boolean batched) {
        byte[][] to = {{1, 1, 1, 1, 0, 0, 0}, {0, 0, 0, 0, 1, 1, 1}, {1, 0, 1, 0, 1, 0, 1}};
        ChainBatch together = sampler.start(of(bias(2.0), batched), 9L, 3);
        ChainBatch oneByOne = sampler.start(of(bias(2.0), batched), 9L, 3);
        together.step(5);
        oneByOne.step(5);
        together.reset(to);
        for (int c = 0; c < 3; c++) {
            oneByOne.reset(c, to[c]);
        }
        assertDrawTheSame(together, oneByOne);
    }

    /**
     * A batched model counts its evaluations: one for all chains, and none more at the next step than without a reset.
     */
    @Test
    void reset_allChainsOfABatchedModel_costsOneEvaluation() {
        AtomicInteger evaluations = new AtomicInteger();
        EnergyModel counted = new Linear(bias(1.0)) {
            @Override
            public INDArray logProb(INDArray states) {
                evaluations.incrementAndGet();
                return super.logProb(states);
            }
        };
        for (Sampler sampler : List.of(Samplers.lbp().build(), Samplers.rwm().build())) {
            ChainBatch batch = sampler.start(counted, 2L, 20);
            evaluations.set(0);
            batch.reset(new byte[20][N]);
            assertThat(evaluations).hasValue(1);
            batch.step(3);
            assertThat(evaluations).hasValue(4);
        }
    }

    @Test
    void reset_impossibleState_movesNoChain() {
        for (boolean batched : new boolean[] {false, true}) {
            double[] bias = bias(1.0);
            ChainBatch batch = Samplers.lbp().scale(3).build().start(of(bias, batched), 2L, 3);
            ChainBatch untouched = Samplers.lbp().scale(3).build().start(of(bias, batched), 2L, 3);
            batch.step();
            untouched.step();
            bias[6] = Double.NEGATIVE_INFINITY; // x_6 = 1 is impossible; the batched model fails at x_6 = 0 too
            byte[][] states = {new byte[N], new byte[N], {0, 0, 0, 0, 0, 0, 1}};
            assertThatThrownBy(() -> batch.reset(states)).isInstanceOf(ModelException.class);
            bias[6] = bias(1.0)[6];
            untouched.invalidate(); // as the other has to begin again at its states
            for (int c = 0; c < 3; c++) {
                assertThat(batch.state(c)).isEqualTo(untouched.state(c));
                assertThat(batch.logProb(c)).isEqualTo(untouched.logProb(c));
            }
            assertDrawTheSame(batch, untouched);
        }
    }

    @Test
    void reset_wrongStates_areRefused() {
        ChainBatch batch = Samplers.lbp().build().start(of(bias(1.0), true), 2L, 3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> batch.reset(new byte[2][N]))
                .withMessage("must have length 3: states.length=2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> batch.reset(new byte[][] {new byte[N], new byte[N + 1], new byte[N]}))
                .withMessage("must have length 7: states[1].length=8");
        byte[][] two = new byte[3][N];
        two[2][1] = 2;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> batch.reset(two))
                .withMessage("must be 0 or 1: states[2][1]=2");
        assertThatNullPointerException()
                .isThrownBy(() -> batch.reset(new byte[][] {new byte[N], null, new byte[N]}))
                .withMessage("must not be null: states[1]");
    }

    static void assertDrawTheSame(ChainBatch actual, ChainBatch expected) {
        for (int t = 0; t < 40; t++) {
            actual.step();
            expected.step();
            for (int c = 0; c < actual.chains(); c++) {
                assertThat(actual.state(c)).isEqualTo(expected.state(c));
                assertThat(actual.logProb(c)).isEqualTo(expected.logProb(c));
                assertThat(actual.lastStep(c)).isEqualTo(expected.lastStep(c));
            }
        }
    }

    /** On both engines, with fixed scales and with those that adapt. */
    @ParameterizedTest
    @MethodSource("samplersOnBoth")
    void step_severalSteps_drawsAsThatManyCalls(Sampler sampler, boolean batched) {
        for (Sampler each : List.of(sampler, Samplers.lbp().build())) {
            ChainBatch single = each.start(of(bias(2.0), batched), 9L, 5);
            ChainBatch several = each.start(of(bias(2.0), batched), 9L, 5);
            for (int steps : new int[] {1, 0, 10, 37}) {
                several.step(steps);
                for (int t = 0; t < steps; t++) {
                    single.step();
                }
                for (int c = 0; c < 5; c++) {
                    assertThat(several.lastStep(c)).isEqualTo(single.lastStep(c));
                }
            }
            assertDrawTheSame(several, single);
        }
    }

    @Test
    void step_fewerThanNone_isRefused() {
        ChainBatch batch = Samplers.lbp().build().start(of(bias(1.0), false), 2L, 3);
        assertThatIllegalArgumentException().isThrownBy(() -> batch.step(-1)).withMessage("must be >= 0: steps=-1");
    }

    @Test
    void reset_oneChain_leavesTheOthersAlone() {
        for (boolean batched : new boolean[] {false, true}) {
            ChainBatch batch = Samplers.lbp().scale(3).build().start(of(bias(1.0), batched), 2L, 3);
            batch.step();
            byte[] first = batch.state(0);
            byte[] third = batch.state(2);
            batch.reset(1, new byte[N]);
            assertThat(batch.state(0)).isEqualTo(first);
            assertThat(batch.state(1)).containsOnly(0);
            assertThat(batch.state(2)).isEqualTo(third);
        }
    }

    @Test
    void states_ofAnyBatch_areTheRowsInTheModelsType() {
        for (DataType type : new DataType[] {DataType.DOUBLE, DataType.FLOAT}) {
            ChainBatch batch = Samplers.lbp().build().start(SpinLine.of(5).batched(type), 2L, 3);
            batch.step();
            INDArray states = batch.states();
            assertThat(states.dataType()).isEqualTo(type);
            assertThat(states.shape()).containsExactly(3, 5);
            for (int c = 0; c < 3; c++) {
                for (int i = 0; i < 5; i++) {
                    assertThat(states.getDouble(c, i)).isEqualTo(batch.state(c)[i]);
                }
            }
            states.assign(9);
            assertThat(batch.state(0)).doesNotContain(9);
        }
    }

    @Test
    void warmUp_adaptiveSampler_freezesAtACommonScale() {
        ChainBatch batch = Samplers.lbp().build().start(SpinLine.of(40), 2L, 3);
        assertThat(batch.adapting()).isTrue();
        double guess = batch.scale();
        batch.step();
        assertThat(batch.adapting()).isTrue();
        batch.warmUp(100);
        assertThat(batch.adapting()).isFalse();
        double frozen = batch.scale();
        assertThat(frozen).isNotEqualTo(guess);
        for (int t = 0; t < 50; t++) {
            batch.step();
        }
        assertThat(batch.scale()).isEqualTo(frozen);
        Chain chain = Samplers.lbp().scale(3).build().start(SpinLine.of(40), 2L);
        assertThat(chain.adapting()).isFalse();
        assertThat(chain.scale()).isEqualTo(3.0);
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void step_ofAnySampler_saysWhatItDid(Sampler sampler) {
        Chain chain = sampler.start(SpinLine.of(N), 3L);
        for (int t = 0; t < 100; t++) {
            byte[] before = chain.state();
            StepInfo info = chain.step();
            byte[] after = chain.state();
            int moved = 0;
            for (int i = 0; i < N; i++) {
                moved += before[i] == after[i] ? 0 : 1;
            }
            assertThat(info.flips()).isEqualTo(moved);
            assertThat(info.acceptanceProbability()).isBetween(0.0, 1.0);
            assertThat(info.accepted() || moved == 0).isTrue();
            assertThat(chain.logProb()).isEqualTo(SpinLine.of(N).score(after));
            assertThat(info.scale()).isBetween(info.jumped() ? 0 : 1, N);
        }
    }
}
