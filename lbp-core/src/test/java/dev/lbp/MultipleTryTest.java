package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Runs of multiple-try Metropolis on both engines. Its kernel is enumerated in MultipleTryKernelTest. */
class MultipleTryTest {

    private static final int N = 4;

    private static final TableTarget TARGET = target();

    private static TableTarget target() {
        double[] logProb = new SplittableRandom(1L)
                .doubles(1 << N)
                .map(u -> u < 0.1 ? Double.NEGATIVE_INFINITY : 4.0 * u)
                .toArray();
        return TableTarget.of("rough, with holes", N, x -> logProb[TableTarget.number(x)]);
    }

    static Stream<Arguments> samplersOnBothEngines() {
        return Stream.of(
                        Samplers.multipleTry(1).scale(1).build(),
                        Samplers.multipleTry(3).scale(2.5).build(),
                        Samplers.multipleTry(16)
                                .weight(WeightFunction.SQRT)
                                .scale(3)
                                .build(),
                        Samplers.multipleTry(5).plain().scale(1).build(),
                        Samplers.multipleTry(4).scale(1).swaps(0.3).build(),
                        Samplers.multipleTry(4)
                                .scale(1)
                                .jumps(new FairBits(N), 0.4)
                                .build())
                .flatMap(sampler -> Stream.of(TARGET.local(), TARGET.batched(true))
                        .filter(model -> model instanceof LocalEnergyModel
                                || !sampler.toString().contains("swaps"))
                        .map(model -> Arguments.of(sampler, model)));
    }

    /**
     * Chains that start at exact draws of the target are still exact draws after 6 steps. At most 16 states, a
     * chi-squared test of level 1e-6 each; 11 tests.
     */
    @ParameterizedTest
    @MethodSource("samplersOnBothEngines")
    void lawIsKept(Sampler sampler, EnergyModel model) {
        ExactStarts.verifyLaw(sampler, model, TARGET, 10_000);
    }

    /**
     * With one try and the same seed it makes the same decisions as the random walk, but for rounding of probabilities.
     */
    @Test
    void oneTry_drawsAsTheRandomWalk() {
        for (EnergyModel model : EngineCases.models()) {
            SampleResult one = run(
                            Samplers.multipleTry(1)
                                    .weight(WeightFunction.SQRT)
                                    .scale(2.5)
                                    .build(),
                            model)
                    .run();
            SampleResult walk = run(Samplers.rwm().scale(2.5).build(), model).run();
            assertThat(one.traces().get("hamming")).isDeepEqualTo(walk.traces().get("hamming"));
            assertThat(one.acceptanceRate()).isCloseTo(walk.acceptanceRate(), within(1e-9));
        }
    }

    @ParameterizedTest
    @MethodSource("samplersOnBothEngines")
    void bits_dependNeitherOnThreadsNorOnAStop(Sampler sampler, EnergyModel model, @TempDir Path directory) {
        Results.assertIndependentOfThreadsAndStops(() -> run(sampler, model), directory);
    }

    static Stream<Arguments> adaptiveOnAll() {
        return EngineCases.models().stream()
                .flatMap(model -> Stream.of(
                        Arguments.of(Samplers.multipleTry(6).build(), model),
                        Arguments.of(Samplers.multipleTry(3).adaptive(0.4).build(), model)));
    }

    @ParameterizedTest
    @MethodSource("adaptiveOnAll")
    void bitsOfAnAdaptiveScale_dependNeitherOnThreadsNorOnAStop(
            Sampler sampler, EnergyModel model, @TempDir Path directory) {
        Results.assertIndependentOfThreadsAndStops(() -> run(sampler, model), directory);
    }

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(3).warmup(60).draws(100).thin(2).seed(9);
    }

    @Test
    void driftingTracker_isResumedToTheSameBits(@TempDir Path directory) {
        Sampler sampler = Samplers.multipleTry(3).scale(2.5).build();
        EnergyModel model = DriftingSums.of(EngineCases.N, true);
        SampleResult whole = run(sampler, model).draws(2_000).run();
        for (int stop : new int[] {50, 333, 1_234}) {
            Path file = directory.resolve("run" + stop);
            run(sampler, model).draws(stop).checkpoint(file).run();
            Results.assertSameDraws(whole, run(sampler, model).draws(2_000).resume(file));
        }
    }

    @Test
    void resume_withOtherTries_isRefused(@TempDir Path directory) {
        Path file = directory.resolve("run");
        run(Samplers.multipleTry(3).scale(1).build(), TARGET.local())
                .checkpoint(file)
                .run();
        assertThatThrownBy(() -> run(Samplers.multipleTry(4).scale(1).build(), TARGET.local())
                        .resume(file))
                .hasMessageContaining("4 tries");
    }

    /** Twice a step, with one try once, and again after 16, 32 and 64 steps. The gradient is never asked for. */
    @Test
    void batchedModel_isScoredTwiceAStep_andNeedsNoGradient() {
        for (int tries : new int[] {1, 4}) {
            Map<String, Integer> calls = new TreeMap<>();
            EnergyModel table = TARGET.batched(true);
            EnergyModel counted = (EnergyModel) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {EnergyModel.class}, (proxy, method, arguments) -> {
                        calls.merge(method.getName(), 1, Integer::sum);
                        return method.invoke(table, arguments);
                    });
            ChainBatch batch = Samplers.multipleTry(tries).scale(1).build().start(counted, 1L, new byte[2][N]);
            int before = calls.get("logProb");
            batch.step(100);
            assertThat(calls.get("logProb") - before).isEqualTo((tries == 1 ? 100 : 200) + 3);
            assertThat(calls).doesNotContainKeys("gradient", "flipLogRatios", "evaluate");
        }
    }

    /** A state whose neighbours are all impossible is never left by single flips, and no step fails. */
    @Test
    void noPossibleCandidate_isARejectedStep() {
        TableTarget alone = TableTarget.of(
                "even", N, x -> Integer.bitCount(TableTarget.number(x)) % 2 == 0 ? 0.0 : Double.NEGATIVE_INFINITY);
        for (EnergyModel model : List.of(alone.local(), alone.batched(true))) {
            ChainBatch batch = Samplers.multipleTry(3).scale(1).build().start(model, 1L, new byte[2][N]);
            batch.step(20);
            assertThat(batch.state(1)).isEqualTo(new byte[N]);
            ChainBatch pairs = Samplers.multipleTry(3).scale(2).build().start(model, 1L, new byte[2][N]);
            pairs.step(20);
            assertThat(Integer.bitCount(TableTarget.number(pairs.state(0))) % 2).isZero();
        }
    }

    @Test
    void frozenSites_stay() {
        boolean[] frozen = new boolean[EngineCases.N];
        frozen[2] = true;
        frozen[5] = true;
        for (EnergyModel model : EngineCases.models()) {
            byte[][] initial = new byte[3][EngineCases.N];
            initial[1][2] = 1;
            SampleResult result = run(Samplers.multipleTry(4).scale(2.5).build(), model)
                    .initial(initial)
                    .frozen(frozen)
                    .run();
            for (int c = 0; c < 3; c++) {
                assertThat(result.finalStates()[c][2]).isEqualTo(initial[c][2]);
                assertThat(result.finalStates()[c][5]).isZero();
            }
        }
    }

    @Test
    void summary_namesTheMethod_andAReducibleScale() {
        SampleResult result =
                run(Samplers.multipleTry(4).scale(2).build(), TARGET.local()).run();
        assertThat(result.summary())
                .contains("multiple-try, 4 tries, weight t/(t+1)")
                .contains("A fixed scale of 2 is reducible");
        SampleResult jumping = run(
                        Samplers.multipleTry(4)
                                .scale(2)
                                .jumps(new FairBits(N), 0.1)
                                .build(),
                        TARGET.local())
                .run();
        assertThat(jumping.summary()).doesNotContain("reducible");
    }

    @Test
    void badInput_isNamed() {
        assertThatThrownBy(() -> Samplers.multipleTry(0)).hasMessage("must be in [1, 100000]: tries=0");
        assertThatThrownBy(() -> Samplers.multipleTry(100_001)).hasMessage("must be in [1, 100000]: tries=100001");
        assertThatThrownBy(() -> Samplers.multipleTry(2).weight(WeightFunction.of("t^0.9", logT -> 0.9 * logT)))
                .hasMessage("must be balanced, g(t) = t g(1/t), else the ratio of the sums is not the acceptance"
                        + " probability: weightFunction=t^0.9");
        Sampler sampler = Samplers.multipleTry(2).scale(5).build();
        for (EnergyModel model : List.of(TARGET.local(), TARGET.batched(true))) {
            assertThatThrownBy(() -> run(sampler, model).run()).hasMessage("must be in [1, 4]: scale=5");
            assertThatThrownBy(
                            () -> Samplers.multipleTry(2).build().sample(model).ones(2))
                    .hasMessageContaining("its candidates flip any sites");
            assertThatThrownBy(() -> Samplers.multipleTry(2)
                            .build()
                            .sample(model)
                            .tempering(Tempering.replicas(4))
                            .run())
                    .hasMessageContaining("which know no temperature");
            assertThatThrownBy(() -> AnnealedImportance.of(model)
                            .sampler(Samplers.multipleTry(2).build()))
                    .hasMessageContaining("must be another sampler for annealed importance sampling");
        }
        assertThatThrownBy(() -> Samplers.multipleTry(2).swaps(0.5).build().sample(TARGET.batched(true)))
                .hasMessageContaining("must be 0 on a model that is not a LocalEnergyModel");
        EnergyModel wide = SpinLine.of(EngineCases.N).batched(DataType.FLOAT);
        assertThatThrownBy(() ->
                        Samplers.multipleTry(100_000).scale(1).build().start(wide, 1L, new byte[2_000][EngineCases.N]))
                .hasMessageContaining("must fit into memory: chains=2000");
    }

    /** On a local model the tries of a step share their memory. */
    @Test
    void manyTries_onALocalModel_needNoMemory() {
        int n = 20_000;
        double heap = Runtime.getRuntime().maxMemory();
        int chains = (int) (heap / (100_000.0 * 20.0 * n)) + 1;
        EnergyModel model = SpinLine.of(n);
        ChainBatch batch = Samplers.multipleTry(100_000).scale(1).build().start(model, 1L, chains);
        assertThat(batch.chains()).isEqualTo(chains);
    }

    /** A weight function that fails is named, on either engine. */
    @Test
    void weightThatIsNotANumber_isNamed() {
        WeightFunction wrong = WeightFunction.of(
                "wrong",
                logT -> logT == Math.rint(4.0 * logT) / 4.0 ? WeightFunction.SQRT.logWeight(logT) : Double.NaN);
        for (EnergyModel model : List.of(TARGET.local(), TARGET.batched(true))) {
            assertThatThrownBy(() -> run(
                                    Samplers.multipleTry(2)
                                            .weight(wrong)
                                            .scale(1)
                                            .build(),
                                    model)
                            .run())
                    .hasMessageContaining("weight function wrong")
                    .hasMessageContaining("must not be NaN: logWeight(");
        }
    }
}
