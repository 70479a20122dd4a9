package dev.lbp.runtime.run;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Inside;
import dev.lbp.MoveSpaces;
import dev.lbp.ParsedPage;
import dev.lbp.Report;
import dev.lbp.Samplers;
import dev.lbp.TableMoves;
import dev.lbp.ValueRun;
import dev.lbp.Workers;
import dev.lbp.io.Draws;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.StopReason;
import dev.lbp.result.ValueResult;
import dev.lbp.target.ModelException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs on models with their own moves. What their recorders count is in ValueRecorderTest. */
class ValueRunTest {

    private static final TableMoves MODEL = TableMoves.random(MoveSpaces.permutations(4), 1.0, 5L);

    @TempDir
    private Path directory;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static ValueRun run(TableMoves model) {
        return Samplers.rwm()
                .build()
                .sample(model)
                .chains(3)
                .warmup(40)
                .draws(400)
                .thin(3)
                .seed(11)
                .threads(2)
                .track("first", x -> x[0])
                .keepDraws();
    }

    @Test
    void run_anyNumberOfThreads_drawsTheSame() {
        ValueResult one = run(MODEL).threads(1).run();
        for (int threads : new int[] {2, 3}) {
            assertSame(one, run(MODEL).threads(threads).run());
        }
        assertThat(run(MODEL).seed(12).run().traces().get("logProb")[0])
                .isNotEqualTo(one.traces().get("logProb")[0]);
    }

    private List<Path> everyCheckpoint(ValueRun run, int steps) {
        Path file = directory.resolve("run.checkpoint");
        List<Path> copies = new ArrayList<>();
        RunNotifier copier = new RunNotifier(new SamplingListener() {}) {
            @Override
            void saved(Path written) {
                try {
                    copies.add(Files.copy(written, directory.resolve("copy" + copies.size())));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        new RunTask<>(Inside.settings(run.checkpoint(file, steps)), RunKind.VALUES, copier, null).run();
        return copies;
    }

    @Test
    void resume_fromAnyCheckpoint_givesTheResultOfARunNeverStopped() {
        ValueResult whole = run(MODEL).run();
        List<Path> copies = everyCheckpoint(run(MODEL), 60);
        assertThat(copies).hasSizeGreaterThan(10);
        for (int k = 0; k < copies.size(); k++) {
            ValueResult resumed = run(MODEL).threads(1 + k % 3).resume(copies.get(k));
            assertSame(whole, resumed);
            assertThat(resumed.draw(2, 399)).isEqualTo(whole.draw(2, 399));
            assertThat(resumed.draw(0, 0)).isEqualTo(whole.draw(0, 0));
            assertThat(comparison(resumed)).isNotEmpty().isEqualTo(comparison(whole));
        }
    }

    /** The note on informed and blind moves, which has counts of its own. */
    private static List<String> comparison(ValueResult result) {
        return result.summary()
                .lines()
                .filter(line -> line.contains("a uniform label is accepted"))
                .toList();
    }

    @Test
    void resume_stoppedByARuleWithASink_writesTheSame() throws IOException {
        Path sink = directory.resolve("draws");
        ValueResult whole =
                run(MODEL).leastDraws(20).untilEss(100, "first").sink(sink).run();
        assertThat(whole.stopReason()).isEqualTo(StopReason.CONVERGED);
        Draws draws = Draws.read(sink);
        Path again = directory.resolve("again");
        List<Path> copies =
                everyCheckpoint(run(MODEL).leastDraws(20).untilEss(100, "first").sink(again), 60);
        ValueResult resumed =
                run(MODEL).leastDraws(20).untilEss(100, "first").sink(again).resume(copies.get(1));
        assertSame(whole, resumed);
        for (int t = 0; t < whole.draws(); t++) {
            assertThat(draws.values(1, t)).isEqualTo(whole.draw(1, t));
            assertThat(Draws.read(again).values(1, t)).isEqualTo(whole.draw(1, t));
        }
    }

    @Test
    void resume_otherModelOrSettings_isRefused() {
        Path file = directory.resolve("run.checkpoint");
        run(MODEL).checkpoint(file).run();
        refusedBy(
                file,
                run(TableMoves.random(MODEL.space(), 1.0, 6L)),
                "the model has other parameters or data: its log-probability of test state");
        refusedBy(file, run(MODEL).marginals(false), "marginals must be true, as in the checkpoint, and is false");
        TableMoves sites = TableMoves.random(MoveSpaces.sites(4, 2, 2, 2), 1.0, 5L);
        refusedBy(file, run(sites), "the statistic first (checksum of values) must be ");
    }

    private static void refusedBy(Path file, ValueRun run, String message) {
        assertThatThrownBy(() -> run.resume(file))
                .isInstanceOf(RunException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({"128, int8", "129, int16", "32768, int16", "32769, int32"})
    void sinkAndExport_anyNumberOfValues_useTheSmallestType(int values, String type) throws IOException {
        TableMoves model = new TableMoves(MoveSpaces.sites(3, 2), x -> 0.0) {
            @Override
            public int values() {
                return values;
            }
        };
        Path sink = directory.resolve("sink");
        Path export = directory.resolve("export");
        ValueResult result = Samplers.rwm()
                .build()
                .sample(model)
                .chains(2)
                .draws(30)
                .keepDraws()
                .sink(sink)
                .run();
        result.export(export);
        for (Path written : List.of(sink, export)) {
            Draws draws = Draws.read(written);
            for (int t = 0; t < 30; t++) {
                assertThat(draws.values(1, t)).isEqualTo(result.draw(1, t));
            }
            assertThat(Files.readString(written.resolve("manifest.json")))
                    .contains("\"space\": \"values\"", "\"values\": " + values, "\"moves\": 5", "\"" + type + "\"");
            assertThatIOException()
                    .isThrownBy(() -> {
                        for (int t = 0; t < 30; t++) {
                            draws.state(0, t);
                        }
                    })
                    .withMessageContaining("must be 0 or 1 in state(), else read by values(): chain 0, draw ");
        }
    }

    @Test
    void stop_byAnotherThreadOrABudget_keepsTheDrawsUntilThen() {
        ValueRun run = run(MODEL).draws(2_000_000_000).keepDraws().budget(Duration.ofMillis(50));
        ValueResult some = run.run();
        assertThat(some.stopReason()).isEqualTo(StopReason.BUDGET);
        assertThat(some.draws()).isLessThan(2_000_000_000);
        CompletableFuture<ValueRun> begun = new CompletableFuture<>();
        ValueRun endless = run(MODEL).draws(2_000_000_000).budget(Duration.ofMinutes(1));
        endless.listener(new SamplingListener() {
            @Override
            public void drawsProgress(long steps, long total) {
                begun.complete(endless);
            }
        });
        CompletableFuture<ValueResult> stopped = begun.thenApplyAsync(ValueRun::stop);
        ValueResult result = endless.run();
        assertThat(result.stopReason()).isEqualTo(StopReason.STOPPED);
        assertThat(stopped.join()).isSameAs(result);
        for (int t = 0; t < Math.min(some.draws(), result.draws()); t += 7) {
            assertThat(result.draw(1, t)).isEqualTo(some.draw(1, t));
        }
    }

    @Test
    void listener_ofAnyRun_getsItsResult() {
        AtomicReference<RunResult> got = new AtomicReference<>();
        SamplingListener listener = new SamplingListener() {
            @Override
            public void finished(RunResult result) {
                got.set(result);
            }

            @Override
            public void finished(SampleResult result) {
                throw new IllegalStateException("not bits");
            }
        };
        assertThat(got.get()).isNull();
        ValueResult result = run(MODEL).listener(listener).run();
        assertThat(got.get()).isSameAs(result);
    }

    @Test
    void statistic_thatFails_endsTheRunWithItsDraws() {
        int[] calls = {0};
        ValueRun failing = run(MODEL).threads(1).track("failing", x -> {
            if (++calls[0] > 200) {
                throw new IllegalStateException("too many");
            }
            return 0.0;
        });
        RunException failure = failureOf(failing);
        assertThat(failure)
                .hasMessageContaining("statistic failing failed in chain")
                .hasCauseInstanceOf(ModelException.class);
        assertThat(failure.partialResult()).isEmpty();
        ValueResult partial = failure.partialResult(ValueResult.class).orElseThrow();
        assertThat(partial.stopReason()).isEqualTo(StopReason.FAILED);
        assertThat(partial.draws()).isPositive().isLessThan(400);
        RunException writing = failureOf(run(MODEL).track("writing", x -> x[0] = 0));
        assertThat(writing).hasMessageContaining("must not be written to: state[0]=0");
        assertThat(writing.partialResult(RunResult.class)).isEmpty();
    }

    private static RunException failureOf(ValueRun run) {
        try {
            run.run();
        } catch (RunException e) {
            return e;
        }
        throw new AssertionError("must fail");
    }

    @Test
    void randomState_thatFails_isTheModelsFailure() {
        TableMoves broken = new TableMoves(MODEL.space(), x -> 0.0) {
            @Override
            public int[] randomState(UniformRandomProvider rng) {
                throw new IllegalStateException("no state");
            }
        };
        assertThat(failureOf(Samplers.rwm().build().sample(broken)))
                .hasMessageContaining("permutations of 4 failed in randomState(): no state");
    }

    @Test
    void values_thatChange_areTheModelsFailure() {
        int[] values = {4};
        TableMoves growing = new TableMoves(MODEL.space(), x -> 0.0) {
            @Override
            public int values() {
                return values[0];
            }
        };
        ValueRun run = Samplers.rwm().build().sample(growing);
        values[0] = 5;
        assertThat(failureOf(run)).hasMessage("permutations of 4: must stay 4: values()=5");
    }

    @Test
    void initial_wrong_isRefusedByName() {
        ValueRun run = run(MODEL);
        refused(
                "must be in [0, values - 1=3]: initial[1][2]=4",
                () -> run.initial(new int[][] {{0, 1, 2, 3}, {0, 1, 4, 3}}));
        refused("must have length 4: initial[0].length=3", () -> run.initial(new int[3][3]));
        refused(
                "must have one row per chain (3): initial.length=1",
                () -> run(MODEL).initial(new int[][] {{0, 1, 2, 3}}).run());
        assertThat(failureOf(run(MODEL).initial(new int[3][4])))
                .hasMessageContaining("must be in the feasible set: [0, 0, 0, 0]");
    }

    private static void refused(String message, Runnable call) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
    }

    @Test
    void frequencies_thatDoNotFit_areRefusedWithTheBytes() {
        TableMoves wide = new TableMoves(MODEL.space(), x -> 0.0) {
            @Override
            public int values() {
                return 500_000_000;
            }
        };
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(wide).run())
                .withMessageMatching(
                        "must fit into memory: chains=3, model.dimension\\(\\)=4, model.values\\(\\)=500000000,"
                                + " model.moves\\(\\)=6: 144.0 GB needed, .*; run fewer chains, or do without marginals:"
                                + " marginals\\(false\\)");
        assertThat(run(wide).marginals(false).run().draws()).isEqualTo(400);
    }

    @Test
    void reportAndSummary_ofValues_nameSitesAndValues() throws IOException {
        ValueResult result = run(MODEL).run();
        assertThat(result.summary()).contains("permutations of 4, N = 4, 4 values, 6 moves; 3 chains");
        String html = Inside.html(Report.of(result).title("Four").lattice(1, 4));
        double largest = Arrays.stream(result.valueMarginalErrors())
                .flatMapToDouble(Arrays::stream)
                .max()
                .orElseThrow();
        assertThat(html)
                .contains(
                        "P(x = 3) on the lattice of 1 rows and 4 columns",
                        String.format(Locale.ROOT, "The largest standard error is %.4f.", largest),
                        "Values of a site",
                        "Moves M");
        Path file = directory.resolve("report.html");
        result.report(file);
        assertThat(ParsedPage.source(file))
                .contains(
                        "4 sites from top to bottom, values 0 to 3 from left to right", "Most frequent value by site");
        run(MODEL).marginals(false).run().report(file);
        assertThat(ParsedPage.source(file)).contains("The run was without marginals");
    }
}
