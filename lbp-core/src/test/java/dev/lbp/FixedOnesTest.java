package dev.lbp;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.io.Draws;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Runs that keep the number of ones. */
class FixedOnesTest {

    private static final int N = EngineCases.N;
    private static final int ONES = 5;
    private static final Sampler LBP = Samplers.lbp().build();
    private static final Sampler PAS = Samplers.pas().path(3).build();

    static Stream<Arguments> samplersOnAll() {
        List<Sampler> samplers = List.of(
                LBP,
                Samplers.lbp().weight(WeightFunction.SQRT).scale(2).build(),
                Samplers.lbp()
                        .weight(WeightFunction.of("t^0.9", logT -> 0.9 * logT))
                        .scale(1.5)
                        .build(),
                Samplers.rwm().build(),
                Samplers.rwm().scale(ONES).build());
        List<Sampler> paths = List.of(
                PAS, Samplers.pas().path(2 * N).weight(WeightFunction.SQRT).build());
        return Stream.concat(
                samplers.stream()
                        .flatMap(sampler -> EngineCases.models().stream().map(model -> Arguments.of(sampler, model))),
                paths.stream().map(sampler -> Arguments.of(sampler, SpinLine.of(N))));
    }

    /** One model of each engine. */
    static Stream<Arguments> samplersOnBoth() {
        return samplersOnAll()
                .filter(row ->
                        row.get()[1] instanceof SpinLine || ((EnergyModel) row.get()[1]).dataType() == DataType.FLOAT);
    }

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model)
                .ones(ONES)
                .chains(3)
                .warmup(60)
                .draws(60)
                .seed(5)
                .threads(1);
    }

    private static int ones(byte[] state) {
        int count = 0;
        for (byte bit : state) {
            count += bit;
        }
        return count;
    }

    @ParameterizedTest
    @MethodSource("samplersOnAll")
    void run_everyDraw_hasTheNumberOfOnes(Sampler sampler, EnergyModel model) {
        SampleResult result = run(sampler, model).keepDraws().run();
        for (int c = 0; c < result.chains(); c++) {
            for (int t = 0; t < result.draws(); t++) {
                assertThat(ones(result.draw(c, t))).isEqualTo(ONES);
            }
        }
        assertThat(ones(result.best().state())).isEqualTo(ONES);
        assertThat(result.acceptanceRate()).isGreaterThan(0.02);
        assertThat(result.scale()).isBetween(1.0, sampler.toString().startsWith("PAS") ? 2.0 * N + 1.0 : ONES);
        assertThat(Arrays.stream(result.traces().get("hamming")).flatMapToDouble(Arrays::stream))
                .as("two subsets of one size differ at an even number of sites")
                .allMatch(distance -> distance % 2.0 == 0.0 && distance <= 2.0 * ONES);
    }

    @ParameterizedTest
    @MethodSource("samplersOnBoth")
    void run_anyNumberOfThreads_drawsTheSame(Sampler sampler, EnergyModel model) {
        assertSame(run(sampler, model).run(), run(sampler, model).threads(3).run());
    }

    @ParameterizedTest
    @MethodSource("samplersOnBoth")
    void resume_stoppedRun_drawsTheSame(Sampler sampler, EnergyModel model, @TempDir Path directory) {
        Path file = directory.resolve("run.checkpoint");
        run(sampler, model).draws(20).checkpoint(file).run();
        SampleResult resumed = run(sampler, model).resume(file);
        Results.assertSameDraws(run(sampler, model).run(), resumed);
    }

    @Test
    void resume_otherNumberOfOnes_isRefused(@TempDir Path directory) {
        Path file = directory.resolve("run.checkpoint");
        run(LBP, SpinLine.of(N)).checkpoint(file).run();
        for (SamplingRun other : List.of(
                run(LBP, SpinLine.of(N)).ones(ONES + 1),
                LBP.sample(SpinLine.of(N)).chains(3).warmup(60).draws(60).seed(5))) {
            assertThatThrownBy(() -> other.resume(file))
                    .isInstanceOf(RunException.class)
                    .hasRootCauseInstanceOf(CheckpointException.class)
                    .hasMessageContaining("ones must be 5, as in the checkpoint");
        }
    }

    /**
     * Against enumeration of all 4,368 subsets. Errors are estimated from batches; a marginal is off by more than 6 of
     * its errors with probability below 1e-6 even by Student's law with 30 degrees of freedom, so one of 16 in 5 runs
     * with probability below 1e-4.
     */
    @ParameterizedTest
    @MethodSource("samplersOfMarginals")
    void run_marginals_areThoseOfTheSubsets(Sampler sampler, EnergyModel model) {
        SpinLine line = SpinLine.of(N);
        double[] exact = new double[N];
        double total = 0.0;
        for (int number = 0; number < 1 << N; number++) {
            if (Integer.bitCount(number) == ONES) {
                byte[] state = TableTarget.state(number, N);
                double p = Math.exp(line.score(state));
                total += p;
                for (int i = 0; i < N; i++) {
                    exact[i] += p * state[i];
                }
            }
        }
        SampleResult result =
                run(sampler, model).chains(8).warmup(300).draws(1_000).run();
        for (int i = 0; i < N; i++) {
            assertThat(Math.abs(result.marginals()[i] - exact[i] / total)).isLessThan(6.0 * result.marginalErrors()[i]);
            assertThat(result.marginalErrors()[i]).isLessThan(0.02);
        }
    }

    static Stream<Arguments> samplersOfMarginals() {
        return Stream.concat(
                EngineCases.models().stream().map(model -> Arguments.of(LBP, model)),
                Stream.of(Arguments.of(PAS, SpinLine.of(N))));
    }

    @Test
    void run_withoutInitial_startsAtUniformSubsets() {
        double[] held = new double[N];
        int chains = 4_000;
        byte[][] states = Samplers.rwm()
                .scale(1)
                .build()
                .sample(EnergyModels.of(N, x -> 0.0))
                .ones(ONES)
                .chains(chains)
                .warmup(0)
                .draws(1)
                .run()
                .finalStates();
        for (byte[] state : states) {
            for (int i = 0; i < N; i++) {
                held[i] += state[i];
            }
        }
        // a flat target keeps the uniform law of the start; 6 standard deviations, 16 sites: false failure below 4e-8
        double share = (double) ONES / N;
        double sd = Math.sqrt(share * (1.0 - share) / chains);
        assertThat(Arrays.stream(held)).allMatch(count -> Math.abs(count / chains - share) < 6.0 * sd);
    }

    @ParameterizedTest
    @MethodSource("samplersOnAll")
    void run_frozenSites_countAndStay(Sampler sampler, EnergyModel model) {
        byte[][] initial = new byte[3][N];
        boolean[] mask = new boolean[N];
        mask[0] = true;
        mask[1] = true;
        for (int c = 0; c < 3; c++) {
            initial[c][0] = 1;
            for (int i = 0; i < ONES - 1; i++) {
                initial[c][2 + 3 * i + c] = 1;
            }
        }
        if (sampler.toString().contains("fixed at " + ONES)) {
            return; // only 4 pairs are free
        }
        SampleResult result = run(sampler, model).initial(initial).frozen(mask).run();
        assertThat(result.marginals()[0]).isEqualTo(1.0);
        assertThat(result.marginals()[1]).isZero();
        assertThat(Arrays.stream(result.finalStates()).mapToInt(FixedOnesTest::ones))
                .containsOnly(ONES);
        assertThat(Arrays.stream(result.marginals()).skip(2)).allMatch(p -> p > 0.02 && p < 0.98);
    }

    @Test
    void run_sink_manifestHasTheNumber(@TempDir Path directory) throws IOException {
        Path draws = directory.resolve("draws");
        SampleResult result = run(LBP, SpinLine.of(N)).sink(draws).run();
        assertThat(draws.resolve("manifest.json")).content().contains("\"ones\": 5");
        assertThat(ones(Draws.read(draws).state(1, 7))).isEqualTo(ONES);
        assertThat(result.summary()).contains("N = 16, 5 ones;");
    }

    @Test
    void summary_fixedScaleOfTheComplement_saysSo() {
        SampleResult result = Samplers.lbp()
                .scale(8)
                .build()
                .sample(SpinLine.of(N))
                .ones(8)
                .draws(20)
                .run();
        assertThat(result.summary()).contains("A fixed scale of 8 is reducible: every move flips every site");
        assertThat(Samplers.lbp()
                        .scale(4)
                        .build()
                        .sample(SpinLine.of(N))
                        .ones(8)
                        .draws(20)
                        .run()
                        .summary())
                .doesNotContain("reducible");
    }

    @Test
    void summary_constrainedModelWithoutOnes_pointsToOnes() {
        EnergyModel model = EnergyModels.of(8, x -> ones(x) == 4 ? 0.0 : Double.NEGATIVE_INFINITY);
        byte[][] initial = {{1, 0, 1, 0, 1, 0, 1, 0}};
        SampleResult result =
                LBP.sample(model).chains(1).initial(initial).draws(50).run();
        assertThat(result.summary()).contains("ones(k) helps");
    }

    @Test
    void run_modelThatForbidsOtherSizes_standsStillAndSaysWhy() {
        EnergyModel model = EnergyModels.of(8, x -> ones(x) == 4 ? 0.0 : Double.NEGATIVE_INFINITY);
        SampleResult stuck = LBP.sample(model).ones(4).draws(50).run();
        assertThat(stuck.acceptanceRate()).isZero();
        assertThat(stuck.summary()).contains("a state with another number of ones is impossible");
        assertThat(Samplers.rwm().build().sample(model).ones(4).draws(50).run().acceptanceRate())
                .isEqualTo(1.0);
    }

    @Test
    void pas_modelThatForbidsOtherSizes_isRefusedAtTheStart() {
        EnergyModel model = EnergyModels.of(8, x -> ones(x) == 4 ? 0.0 : Double.NEGATIVE_INFINITY);
        assertThatThrownBy(() -> PAS.sample(model).ones(4).draws(50).run())
                .isInstanceOf(RunException.class)
                .hasMessageContaining("chain 0 at its start")
                .hasMessageContaining("must stay possible without one of its ones, because pas() removes a one and then"
                        + " adds another; rwm() exchanges both at once: the starting state");
    }

    @Test
    void pas_modelThatForbidsOneMoreOne_moves() {
        EnergyModel model = EnergyModels.of(8, x -> ones(x) <= 4 ? 0.0 : Double.NEGATIVE_INFINITY);
        assertThat(PAS.sample(model).ones(4).draws(50).run().acceptanceRate()).isEqualTo(1.0);
    }

    @Test
    void pas_batchedModel_isRefused() {
        EnergyModel batched = TableTarget.of("flat", 4, x -> 0.0).batched(true);
        assertThatThrownBy(() -> PAS.sample(batched)).hasMessageContaining("must be a LocalEnergyModel or a MoveModel");
    }

    static Stream<BadInput> badInput() {
        SpinLine line = SpinLine.of(6);
        byte[][] initial = {{1, 1, 0, 0, 0, 0}, {1, 1, 1, 0, 0, 0}};
        boolean[] mask = {true, true, false, false, false, false};
        Class<?> refused = IllegalArgumentException.class;
        return Stream.of(
                BadInput.row(
                        refused,
                        "must be in [1, N - 1=5]: ones=0",
                        () -> LBP.sample(line).ones(0)),
                BadInput.row(
                        refused,
                        "must be in [1, N - 1=5]: ones=6",
                        () -> LBP.sample(line).ones(6)),
                BadInput.row(
                        refused,
                        "must be in [1, N - 1=5]: ones=-2",
                        () -> LBP.sample(line).ones(-2)),
                BadInput.row(
                        refused,
                        "must keep the number of ones, but it draws with replacement, and may flip more ones than zeros: sampler=GWG",
                        () -> Samplers.gwg().build().sample(line).ones(3)),
                BadInput.row(
                        refused,
                        "must keep the number of ones, but it updates one site at a time: sampler=Gibbs",
                        () -> Samplers.gibbs().build().sample(line).ones(3)),
                BadInput.row(
                        refused,
                        "must keep the number of ones, but it draws each site independently",
                        () -> Samplers.blockGibbs()
                                .build()
                                .sample(new SmallRbm(6, 3, DataType.DOUBLE))
                                .ones(3)),
                BadInput.row(
                        refused,
                        "must have 2 ones: initial[1], ones=3",
                        () -> LBP.sample(line)
                                .chains(2)
                                .initial(initial)
                                .ones(2)
                                .run()),
                BadInput.row(
                        refused,
                        "must leave a one and a zero of each chain free: frozen, free ones of initial[0]=0 of 4 free sites",
                        () -> LBP.sample(line)
                                .chains(1)
                                .ones(2)
                                .initial(new byte[][] {initial[0]})
                                .frozen(mask)
                                .run()),
                BadInput.row(
                        refused,
                        "must be without conditionals(), which are all 0 or 1 given the other sites: ones=2",
                        () -> LBP.sample(line).ones(2).conditionals().run()),
                BadInput.row(
                        refused,
                        "must be in [1, 2]: scale=3",
                        () -> Samplers.lbp()
                                .scale(3)
                                .build()
                                .sample(line)
                                .ones(2)
                                .run()),
                BadInput.row(
                        refused,
                        "must be in [1, 1]: scale=2",
                        () -> Samplers.rwm()
                                .scale(2)
                                .build()
                                .sample(line)
                                .ones(5)
                                .run()));
    }

    @ParameterizedTest
    @MethodSource("badInput")
    void ones_badInput_isRefused(BadInput input) {
        input.verify();
    }

    @Test
    void run_oneOfTwoSites_moves() {
        SampleResult result = LBP.sample(SpinLine.of(2)).ones(1).draws(200).run();
        assertThat(result.scale()).isEqualTo(1.0);
        assertThat(IntStream.range(0, 2).mapToDouble(i -> result.marginals()[i]))
                .allMatch(p -> p > 0.1 && p < 0.9);
    }
}
