package dev.lbp.runtime.run;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.EngineCases;
import dev.lbp.Inside;
import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Workers;
import dev.lbp.io.Draws;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.StopReason;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Statistic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run resumed from any of its checkpoints gives what it gives if it is never stopped, bit for bit. */
class CheckpointTest {

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("run.checkpoint");
    }

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(3).warmup(20).draws(30).seed(11).threads(2);
    }

    /** Copies of every checkpoint of a run; there can be one in each round. */
    private List<Path> everyCheckpoint(SamplingRun run, int steps) {
        return CheckpointCopies.of(run, steps, directory);
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplersInTurn")
    void resume_fromEveryOtherCheckpoint_givesTheResultOfARunNeverStopped(Sampler sampler, EnergyModel model) {
        SampleResult whole = run(sampler, model).run();
        List<Path> copies = everyCheckpoint(run(sampler, model), 9);
        assertThat(copies).as("the beginning, five on the way, the end").hasSize(1 + 5 + 1);
        int first = Math.floorMod((sampler + model.name()).hashCode(), 2);
        for (int k = first; k < copies.size(); k += 2) {
            assertSame(whole, run(sampler, model).threads(1 + k % 3).resume(copies.get(k)));
        }
    }

    /** All that is recorded, and every other choice, at once. */
    private SamplingRun everything() {
        boolean[] frozen = new boolean[EngineCases.N];
        frozen[3] = true;
        byte[][] initial = new byte[3][EngineCases.N];
        initial[1][3] = 1;
        double[] weights = new double[EngineCases.N];
        weights[5] = 0.1;
        weights[6] = -2.0;
        return run(Samplers.lbp().weight(WeightFunction.MAX).build(), SpinLine.of(EngineCases.N))
                .initial(initial)
                .frozen(frozen)
                .thin(3)
                .draws(400)
                .track("sum", Statistic.weightedSum(weights))
                .track("first", x -> x[0])
                .track("drifting", new Drifting())
                .conditionals()
                .keepDraws()
                .leastDraws(20)
                .untilEss(200, "sum");
    }

    @Test
    void resume_allThereIsToRecord_givesTheResultOfARunNeverStopped() {
        SampleResult whole = everything().run();
        assertThat(whole.stopReason()).isEqualTo(StopReason.CONVERGED);
        assertThat(whole.draws()).isBetween(24, 399);
        List<Path> copies = everyCheckpoint(everything(), 5);
        for (Path copy : copies) {
            SampleResult resumed = everything().resume(copy);
            assertSame(whole, resumed);
            assertThat(resumed.stopReason()).isEqualTo(StopReason.CONVERGED);
            assertThat(resumed.conditionals().orElseThrow().marginals())
                    .isEqualTo(whole.conditionals().orElseThrow().marginals());
            assertThat(resumed.conditionals().orElseThrow().errors())
                    .isEqualTo(whole.conditionals().orElseThrow().errors());
            for (int t = 0; t < whole.draws(); t++) {
                assertThat(resumed.draw(2, t)).isEqualTo(whole.draw(2, t));
            }
        }
    }

    @Test
    void resume_sinkWithMoreDraws_cutsItAndWritesTheSame() throws IOException {
        Path sink = directory.resolve("draws");
        List<Path> copies = everyCheckpoint(everything().sink(sink), 25);
        Draws whole = Draws.read(sink);
        for (int k = 0; k < copies.size(); k++) {
            SampleResult resumed = everything().sink(sink).resume(copies.get(k));
            Draws again = Draws.read(sink);
            assertThat(again.draws()).isEqualTo(whole.draws()).isEqualTo(resumed.draws());
            whole.traces()
                    .forEach((name, trace) ->
                            assertThat(again.traces().get(name)).isDeepEqualTo(trace));
            for (int t = 0; t < whole.draws(); t++) {
                assertThat(again.state(1, t)).isEqualTo(resumed.draw(1, t));
            }
            assertThat(Files.readString(sink.resolve("manifest.json"))).contains("\"stopReason\": \"CONVERGED\"");
        }
    }

    /** Chains that are interrupted have not all taken the same number of steps. */
    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void resume_interruptedAgainAndAgain_givesTheResultOfARunNeverStopped(EnergyModel model) {
        Thread caller = Thread.currentThread();
        AtomicInteger calls = new AtomicInteger();
        SamplingRun run = run(Samplers.lbp().build(), model)
                .draws(2_000)
                .checkpoint(file)
                .track("interrupting", x -> {
                    if (calls.incrementAndGet() % 500 == 0) {
                        caller.interrupt();
                    }
                    return x[4];
                });
        SampleResult some = run.run();
        int interruptions = 0;
        while (some.stopReason() == StopReason.INTERRUPTED) {
            assertThat(Thread.interrupted()).isTrue();
            assertThat(some.draws()).isLessThan(2_000);
            interruptions++;
            some = run.threads(1 + interruptions % 4).resume(file);
        }
        assertThat(interruptions).isGreaterThan(3);
        SampleResult whole = run(Samplers.lbp().build(), model)
                .draws(2_000)
                .track("interrupting", x -> x[4])
                .run();
        assertSame(whole, some);
        assertThat(some.stopReason()).isEqualTo(StopReason.DRAWS);
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void resume_interruptedInWarmUp_goesOnAdapting(EnergyModel model) {
        SamplingRun run = run(Samplers.lbp().build(), model);
        RunNotifier interrupter = new RunNotifier(new SamplingListener() {}) {
            private int count;

            @Override
            void saved(Path written) {
                if (++count == 2) { // after 1 step, or the local engine's round of 10
                    Thread.currentThread().interrupt();
                }
            }
        };
        SampleResult some =
                new RunTask<>(Inside.settings(run.checkpoint(file, 1)), RunKind.BITS, interrupter, null).run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(some.stopReason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(some.draws()).isZero();
        assertSame(run(Samplers.lbp().build(), model).run(), run.resume(file));
    }

    @Test
    void resume_fileByAnotherPath_isTheSameFile() {
        Path relative = Path.of("").toAbsolutePath().relativize(file);
        SampleResult whole =
                run(Samplers.lbp().build(), SpinLine.of(6)).checkpoint(relative).run();
        assertSame(
                whole,
                run(Samplers.lbp().build(), SpinLine.of(6)).checkpoint(relative).resume(relative));
        assertSame(
                whole,
                run(Samplers.lbp().build(), SpinLine.of(6)).checkpoint(file).resume(relative));
        assertSame(
                whole,
                run(Samplers.lbp().build(), SpinLine.of(6)).checkpoint(relative).resume(file));
    }

    @Test
    void resume_ofARunThatHasEnded_givesItsResultAgain() {
        SamplingRun run = everything().checkpoint(file);
        SampleResult whole = run.run();
        long[] told = new long[2];
        SampleResult again = run.listener(new SamplingListener() {
                    @Override
                    public void drawsProgress(long steps, long total) {
                        told[0] = steps;
                        told[1] = total;
                    }
                })
                .resume(file);
        assertThat(told).as("steps of three chains").containsExactly(3L * 3 * whole.draws(), 3L * 3 * 400);
        assertSame(whole, again);
        assertThat(again.stopReason()).isEqualTo(StopReason.CONVERGED);
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void resume_moreDraws_givesTheDrawsOfALongRun(EnergyModel model) {
        for (Sampler sampler :
                new Sampler[] {Samplers.lbp().build(), Samplers.gibbs().build()}) {
            file = directory.resolve(Inside.method(sampler).rejects() ? "lbp" : "gibbs");
            SampleResult whole = run(sampler, model).draws(70).run();
            run(sampler, model).checkpoint(file).run();
            SampleResult more = run(sampler, model).draws(45).threads(1).resume(file);
            assertThat(more.draws()).isEqualTo(45);
            Results.assertSameDraws(whole, run(sampler, model).draws(70).resume(file));
        }
    }

    /** Looks are at 20, 24, 29, 35, .. draws, of a run that ends elsewhere there too. */
    @ParameterizedTest
    @ValueSource(ints = {19, 24, 27, 60, 75})
    void resume_moreDrawsOfAllThereIsToRecord_givesTheDrawsOfALongRun(int first) throws IOException {
        SampleResult whole = everything().run();
        assertThat(whole.draws()).isBetween(76, 399);
        Path sink = directory.resolve("draws");
        SampleResult some =
                everything().draws(first).sink(sink).checkpoint(file).run();
        assertThat(some.draws()).isEqualTo(first);
        SampleResult resumed = everything().sink(sink).resume(file);
        Results.assertSameDraws(whole, resumed);
        assertThat(resumed.stopReason()).isEqualTo(StopReason.CONVERGED);
        assertThat(resumed.conditionals().orElseThrow().marginals())
                .isEqualTo(whole.conditionals().orElseThrow().marginals());
        Draws streamed = Draws.read(sink);
        assertThat(streamed.draws()).isEqualTo(whole.draws());
        for (int t = 0; t < whole.draws(); t++) {
            assertThat(resumed.draw(1, t)).isEqualTo(whole.draw(1, t)).isEqualTo(streamed.state(1, t));
        }
        assertThat(streamed.traces().get("drifting"))
                .isDeepEqualTo(whole.traces().get("drifting"));
        assertThat(Files.readString(sink.resolve("manifest.json"))).contains("\"draws\": 400", "CONVERGED");
    }

    /** Looks are at 10, 12, 15, 18, 22, .. draws; the bound is what the last of 19 draws gives. */
    @Test
    void resume_convergedAtItsLastDraw_goesOnToTheNextLook() {
        SampleResult some;
        SamplingRun run;
        long seed = 0;
        do {
            run = run(Samplers.lbp().build(), SpinLine.of(16))
                    .seed(++seed)
                    .draws(19)
                    .leastDraws(10);
            run.untilEss(run.run().effectiveSampleSize("logProb"), "logProb");
            some = run.run();
        } while (some.draws() < 19);
        assertThat(some.stopReason()).isEqualTo(StopReason.CONVERGED);
        run.checkpoint(file).run();
        SampleResult more = run.draws(200).resume(file);
        assertThat(more.draws()).isGreaterThan(19);
        Results.assertSameDraws(run.checkpoint(directory.resolve("other")).run(), more);
    }

    /** Batches grow from one draw, as planned for 30 draws: to 2 from draw 32 on, and to 4 from draw 96 on. */
    @Test
    void resume_manyMoreDraws_errorsAreOfBatchesThatGrow() {
        SamplingRun run =
                run(Samplers.lbp().build(), SpinLine.of(16)).keepDraws().warmup(500);
        run.checkpoint(file).run();
        SampleResult more = run.draws(400).resume(file);
        for (int i = 0; i < 16; i++) {
            int site = i;
            double[] means = IntStream.range(0, 3 * 76)
                    .mapToDouble(b -> IntStream.range(0, 4)
                            .mapToDouble(t -> more.draw(b / 76, 96 + b % 76 * 4 + t)[site])
                            .sum())
                    .toArray();
            double variance = StatUtils.variance(means) / 16.0;
            assertThat(more.marginalErrors()[i]).isCloseTo(Math.sqrt(variance * 4 / 1_200), Offset.offset(1e-12));
        }
    }

    @Test
    void resume_adaptationOfAUsersOwn_isTakenUp() {
        Sampler sampler = Samplers.lbp().scale(new AlternatingScale()).build();
        SampleResult whole = run(sampler, SpinLine.of(16)).run();
        for (Path copy : everyCheckpoint(run(sampler, SpinLine.of(16)), 4)) {
            assertSame(whole, run(sampler, SpinLine.of(16)).resume(copy));
        }
    }

    /** Sums that are rounded on the way: what is traced depends on how a chain came to a state. */
    private static final class Drifting implements Statistic {

        private static final long serialVersionUID = 1L;

        @Override
        public double of(byte[] state) {
            double sum = 0.0;
            for (int i = 0; i < state.length; i++) {
                sum += state[i] / (i + 3.0);
            }
            return sum;
        }

        @Override
        public double after(double before, byte[] state, int[] flipped, int count) {
            double sum = before;
            for (int k = 0; k < count; k++) {
                sum += (2 * state[flipped[k]] - 1) / (flipped[k] + 3.0);
            }
            return sum;
        }
    }

    /** A rule with a state of several kinds, in classes of its own. */
    private static final class AlternatingScale implements ScaleController {

        private static final long serialVersionUID = 1L;

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            return new Alternating(largest);
        }

        @Override
        public String describe() {
            return "alternating";
        }

        private static final class Alternating implements Adaptation {

            private static final long serialVersionUID = 1L;

            private final double largest;
            private final ArrayList<Integer> seen = new ArrayList<>();
            private final long[] count = new long[1];

            Alternating(double largest) {
                this.largest = largest;
            }

            @Override
            public double scale() {
                int flips = seen.stream().mapToInt(Integer::intValue).sum();
                return Math.min(largest, 1.0 + (flips + count[0]) % 4);
            }

            @Override
            public void update(double acceptanceProbability, int flips) {
                seen.add(flips);
                count[0] += acceptanceProbability > 0.5 ? 1 : 0;
            }
        }
    }
}
