package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/** Runs of the Hamming ball sampler on both engines. Its kernel is enumerated in HammingBallKernelTest. */
class HammingBallTest {

    private static final int N = 4;

    private static final TableTarget TARGET = rough(N);

    private static TableTarget rough(int n) {
        double[] logProb = new SplittableRandom(1L)
                .doubles(1 << n)
                .map(u -> u < 0.1 ? Double.NEGATIVE_INFINITY : 4.0 * u)
                .toArray();
        return TableTarget.of("rough, with holes", n, x -> logProb[TableTarget.number(x)]);
    }

    /**
     * Chains that start at exact draws of the target are still exact draws after 6 steps with jumps among them. At
     * most 16 states, a chi-squared test of level 1e-6 each; 2 tests.
     */
    @Test
    void lawIsKept_withJumps() {
        Sampler sampler =
                Samplers.hammingBall(1).block(3).jumps(new FairBits(N), 0.4).build();
        ExactStarts.verifyLaw(sampler, TARGET.local(), TARGET, 10_000);
        ExactStarts.verifyLaw(sampler, TARGET.batched(true), TARGET, 10_000);
    }

    /** Both engines make the same draws, but for rounding of probabilities; the larger balls take three evaluations. */
    @Test
    void bothEngines_drawTheSameStates() {
        TableTarget target = rough(10);
        for (int radius : new int[] {1, 2, 5}) {
            Sampler sampler = Samplers.hammingBall(radius).build();
            byte[][] initial = new byte[3][10];
            SampleResult local = run(sampler, target.local()).initial(initial).run();
            SampleResult batched =
                    run(sampler, target.batched(true)).initial(initial).run();
            assertThat(batched.traces().get("hamming"))
                    .isDeepEqualTo(local.traces().get("hamming"));
            assertThat(batched.finalStates()).isDeepEqualTo(local.finalStates());
        }
    }

    static Stream<Arguments> samplersOnAll() {
        return EngineCases.models().stream()
                .flatMap(model -> Stream.of(
                        Arguments.of(Samplers.hammingBall(2).build(), model),
                        Arguments.of(
                                Samplers.hammingBall(4)
                                        .jumps(new FairBits(EngineCases.N), 0.3)
                                        .build(),
                                model)));
    }

    @ParameterizedTest
    @MethodSource("samplersOnAll")
    void bits_dependNeitherOnThreadsNorOnAStop(Sampler sampler, EnergyModel model, @TempDir Path directory) {
        Results.assertIndependentOfThreadsAndStops(() -> run(sampler, model), directory);
    }

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(3).warmup(20).draws(80).thin(2).seed(9);
    }

    @Test
    void driftingTracker_isResumedToTheSameBits(@TempDir Path directory) {
        Sampler sampler = Samplers.hammingBall(2).block(6).build();
        EnergyModel model = DriftingSums.of(EngineCases.N, true);
        SampleResult whole = run(sampler, model).draws(1_500).run();
        for (int stop : new int[] {50, 1_234}) {
            Path file = directory.resolve("run" + stop);
            run(sampler, model).draws(stop).checkpoint(file).run();
            Results.assertSameDraws(whole, run(sampler, model).draws(1_500).resume(file));
        }
    }

    /** A state is scored in any row of its chain; the row that has scored it does so again. */
    @Test
    void rowsThatRoundDifferently_areResumedToTheSameBits(@TempDir Path directory) {
        Sampler sampler = Samplers.hammingBall(1).block(3).build();
        EnergyModel exact = TARGET.batched(DataType.DOUBLE);
        SampleResult whole = run(sampler, new RowBits().of(exact)).run();
        for (int stop : new int[] {11, 40, 41}) {
            Path file = directory.resolve("run" + stop);
            run(sampler, new RowBits().of(exact)).draws(stop).checkpoint(file).run();
            Results.assertSameDraws(whole, run(sampler, new RowBits().of(exact)).resume(file));
        }
    }

    @Test
    void resume_withAnotherBlock_isRefused(@TempDir Path directory) {
        Path file = directory.resolve("run");
        run(Samplers.hammingBall(1).block(3).build(), TARGET.local())
                .checkpoint(file)
                .run();
        assertThatThrownBy(() -> run(Samplers.hammingBall(1).block(4).build(), TARGET.local())
                        .resume(file))
                .hasMessageContaining("block 4");
    }

    /** A ball of 638 states takes three evaluations, one of 16 takes one. No gradient is asked for. */
    @Test
    void batchedModel_isScoredAsOftenAsTheBallNeeds() {
        for (int n : new int[] {4, 10}) {
            Map<String, Integer> calls = new TreeMap<>();
            EnergyModel table = rough(n).batched(true);
            EnergyModel counted = (EnergyModel) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {EnergyModel.class}, (proxy, method, arguments) -> {
                        calls.merge(method.getName(), 1, Integer::sum);
                        return method.invoke(table, arguments);
                    });
            ChainBatch batch = Samplers.hammingBall(n / 2).block(n).build().start(counted, 1L, new byte[2][n]);
            int before = calls.get("logProb");
            batch.step(20);
            assertThat(calls.get("logProb") - before).isEqualTo((n == 10 ? 60 : 20) + 1); // once more after 16 steps
            assertThat(calls).doesNotContainKeys("gradient", "flipLogRatios", "evaluate");
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
            SampleResult result = run(Samplers.hammingBall(2).build(), model)
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
    void summary_namesTheMethodAndTheBlock() {
        assertThat(run(Samplers.hammingBall(2).build(), TARGET.local()).run().summary())
                .contains("Hamming ball of radius 2, block 10")
                .contains("blocks of 4 sites");
    }

    @Test
    void badInput_isNamed() {
        assertThatThrownBy(() -> Samplers.hammingBall(0).build()).hasMessage("must be >= 1: radius=0");
        assertThatThrownBy(() -> Samplers.hammingBall(1).block(0)).hasMessage("must be >= 1: block=0");
        assertThatThrownBy(() -> Samplers.hammingBall(3).block(2).build())
                .hasMessage("must be at least the radius, 3: block=2");
        assertThatThrownBy(() -> Samplers.hammingBall(3).block(200).build())
                .hasMessage("must be at most 1048576 for balls of radius 3 in blocks of 200: states=1333501");
        assertThatThrownBy(() -> Samplers.hammingBall(21).build())
                .hasMessage("must be at most 1048576 for balls of radius 21 in blocks of 21: states=2097152");
        assertThatThrownBy(() -> Samplers.hammingBall(40).block(200).build())
                .hasMessageStartingWith("must be at most 1048576 for balls of radius 40 in blocks of 200: states=2.")
                .hasMessageEndingWith("E42");
        for (EnergyModel model : List.of(TARGET.local(), TARGET.batched(true))) {
            assertThatThrownBy(() -> run(Samplers.hammingBall(5).build(), model).run())
                    .hasMessage("must be in [1, 4], the free sites: radius=5");
            assertThatThrownBy(() ->
                            run(Samplers.hammingBall(2).block(5).build(), model).run())
                    .hasMessage("must be in [2, 4], the free sites: block=5");
            assertThatThrownBy(
                            () -> Samplers.hammingBall(1).build().sample(model).ones(2))
                    .hasMessageContaining("its balls have states of any number of ones");
            assertThatThrownBy(() -> AnnealedImportance.of(model)
                            .sampler(Samplers.hammingBall(1).build()))
                    .hasMessageContaining("must be another sampler to temper or anneal a batched model");
            SamplingRun run = run(Samplers.hammingBall(1).build(), model).warmup(60);
            if (model instanceof LocalEnergyModel) {
                assertThat(run.tempering(Tempering.replicas(3)).run().tempering())
                        .isPresent();
            } else {
                assertThatThrownBy(() -> run.tempering(Tempering.replicas(3)).check())
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("which know no temperature; use a LocalEnergyModel");
            }
        }
    }
}
