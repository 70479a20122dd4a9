package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lbp.Parts;
import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.ChainsAlone;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

/**
 * Batches of a restricted Boltzmann machine whose matrix products are so large that OpenBLAS rounds those of two rows
 * and of eight rows differently, in both types.
 */
class RbmBatchesTest {

    private static final int N = 784;
    private static final int CHAINS = 8;
    private static final int BATCH = 2;
    private static final long SEED = 3L;

    private static Stream<Arguments> cases() {
        return Stream.of(
                Arguments.of(Samplers.lbp().scale(9).build(), DataType.FLOAT, 20),
                Arguments.of(Samplers.lbp().scale(9).build(), DataType.DOUBLE, 20),
                Arguments.of(Samplers.blockGibbs().build(), DataType.DOUBLE, 20),
                Arguments.of(Samplers.multipleTry(3).scale(5).build(), DataType.FLOAT, 20),
                Arguments.of(Samplers.hammingBall(1).build(), DataType.DOUBLE, 10));
    }

    private static final BernoulliRbm MODEL = BernoulliRbm.random(N, 500, 0.1, 1L);

    private static final Map<DataType, BernoulliRbm> MODELS = new EnumMap<>(DataType.class);

    private static BernoulliRbm model(DataType type) {
        return MODELS.computeIfAbsent(type, MODEL::withDataType);
    }

    private static double[][] logProb(SamplingRun run, int steps) {
        return run.chains(CHAINS)
                .warmup(0)
                .draws(steps)
                .seed(SEED)
                .run()
                .traces()
                .get("logProb");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void run_chainsPerBatch_drawsWhatEnsemblesOfSoManyChainsDraw(Sampler sampler, DataType type, int steps) {
        BernoulliRbm model = model(type);
        double[][] whole = logProb(sampler.sample(model).chainsPerBatch(BATCH), steps);
        for (int first : new int[] {0, CHAINS - BATCH}) { // ChainsPerBatchTest compares every batch, of small models
            double[][] alone = ChainsAlone.logProb(sampler, model, first, BATCH, SEED, steps);
            for (int c = 0; c < BATCH; c++) {
                assertThat(whole[first + c]).containsExactly(alone[c]);
            }
        }
    }

    /** Four sweeps of twenty sites: all others are frozen, and a sweep of 784 sites would take as many products. */
    @Test
    void gibbs_chainsPerBatch_drawsWhatEnsemblesOfSoManyChainsDraw() {
        BernoulliRbm model = model(DataType.DOUBLE);
        Sampler sampler = Samplers.gibbs().build();
        byte[][] initial = new byte[CHAINS][N];
        boolean[] frozen = new boolean[N];
        for (int i = 0; i < N; i++) {
            frozen[i] = i % 40 != 1;
            for (int c = 0; c < CHAINS; c++) {
                initial[c][i] = (byte) ((i * (c + 2) / 3) & 1);
            }
        }
        SamplingRun run = sampler.sample(model).initial(initial).frozen(frozen);
        double[][] whole = logProb(run.chainsPerBatch(BATCH), 4);
        for (int first : new int[] {0, CHAINS - BATCH}) {
            ChainSpan span = new ChainSpan(first, BATCH);
            double[][] alone = ChainsAlone.logProb(sampler, model, new StartPlan<>(span, SEED, initial, frozen, 0), 4);
            for (int c = 0; c < BATCH; c++) {
                assertThat(whole[first + c]).containsExactly(alone[c]);
            }
        }
    }

    /** With warm-up: parts of two batches, and of one. */
    @ParameterizedTest
    @EnumSource(
            value = DataType.class,
            names = {"FLOAT", "DOUBLE"})
    void merge_partsOfBatches_isTheWholeRun(DataType type) {
        Supplier<SamplingRun> run = () -> Samplers.lbp()
                .build()
                .sample(model(type))
                .chains(CHAINS)
                .chainsPerBatch(BATCH)
                .warmup(12)
                .draws(8)
                .seed(SEED);
        SampleResult whole = run.get().run();
        Results.assertSame(whole, Parts.merged(run, CHAINS, 2 * BATCH));
        Results.assertSame(whole, Parts.merged(run, CHAINS, BATCH));
    }

    /** Without this, one batch of all chains would pass the test above. */
    @ParameterizedTest
    @EnumSource(
            value = DataType.class,
            names = {"FLOAT", "DOUBLE"})
    void run_otherBatches_roundsDifferently(DataType type) {
        BernoulliRbm model = model(type);
        assumeThat(roundsDifferently(model)).isTrue();
        Sampler sampler = Samplers.lbp().scale(9).build();
        double[][] inBatches = logProb(sampler.sample(model).chainsPerBatch(BATCH), 5);
        assertThat(Arrays.deepEquals(inBatches, logProb(sampler.sample(model), 5)))
                .isFalse();
    }

    /** Whether the BLAS of this machine rounds products of two rows and of eight rows differently. */
    private static boolean roundsDifferently(BernoulliRbm model) {
        INDArray states =
                Nd4j.arange(CHAINS * N).reshape(CHAINS, N).fmod(3).lte(0.5).castTo(model.dataType());
        INDArray all = model.logProb(states);
        for (int first = 0; first < CHAINS; first += BATCH) {
            INDArray some = model.logProb(
                    states.get(NDArrayIndex.interval(first, first + BATCH)).dup('c'));
            for (int c = 0; c < BATCH; c++) {
                if (some.getDouble(c) != all.getDouble(first + c)) {
                    return true;
                }
            }
        }
        return false;
    }
}
