package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.EngineCases;
import dev.lbp.OtherJava;
import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.io.Draws;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.SinkException;
import dev.lbp.result.StopReason;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that do not fit into memory are refused before they begin; traces of runs that may end early grow. */
class RunMemoryTest {

    private static final Sampler RWM = Samplers.rwm().scale(1).build();
    private static final int MANY = Integer.MAX_VALUE;

    private static void refused(String start, ThrowingCallable call) {
        assertThatIllegalArgumentException()
                .isThrownBy(call)
                .withMessageMatching("must fit into memory: \\Q" + start
                        + "\\E [\\d.]+ [KMGTP]B needed, [\\d.]+ [KMGT]B free of a heap of" + " [\\d.]+ [KMGT]B; .*");
    }

    @Test
    void chains_beyondTheHeap_areRefusedBeforeTheyAreMade() {
        EnergyModel small = SpinLine.of(16);
        refused(
                "chains=2147483647, model.dimension()=16:",
                () -> RWM.sample(small).chains(MANY).run());
        refused("chains=2147483647, model.dimension()=16:", () -> RWM.start(small, 1L, MANY));
        refused(
                "chains=2147483647, model.dimension()=16:",
                () -> Samplers.gibbs().build().sample(small).chains(MANY).run());
        EnergyModel large = EnergyModels.of(1_000_000_000, x -> 0.0);
        refused(
                "chains=100, model.dimension()=1000000000:",
                () -> RWM.sample(large).chains(100).run());
        refused("chains=1000, model.dimension()=1000000000:", () -> RWM.start(large, 1L, 1_000));
    }

    @Test
    void draws_thatAreCertainAndBeyondTheHeap_areRefused() {
        SamplingRun run = RWM.sample(SpinLine.of(4)).chains(100).draws(MANY).track("a", x -> 1.0);
        refused("chains=100, draws=2147483647 of 3 traces:", run::run);
        refused("chains=100, draws=2147483647 of 3 traces:", run.untilEss(10).leastDraws(MANY)::run);
    }

    /** Its draws would be made, and then not fit into the array of the part. */
    @Test
    void part_beyondTheLongestArray_isRefusedBeforeItsDraws() {
        SamplingRun run = Samplers.gibbs()
                .build()
                .sample(EnergyModels.of(4, x -> {
                    throw new IllegalStateException("asked");
                }))
                .chains(2)
                .draws(200_000_000);
        String refused =
                "must be below 2 GB (take fewer chains in a part, make fewer draws, or thin): chains=1, draws=200000000 of 2 traces";
        assertThatIllegalArgumentException()
                .isThrownBy(run.part(1, 1)::warmUp)
                .withMessage(refused + " in a part=3.2 GB");
        assertThatIllegalArgumentException()
                .isThrownBy(run.keepDraws().part(1, 1)::draw)
                .withMessage(refused + ", keepDraws() in a part=3.3 GB");
    }

    @Test
    void check_refusesWhatRunRefuses_andAsksTheModelNothing() {
        SamplingRun run = RWM.sample(EnergyModels.of(4, x -> {
            throw new IllegalStateException("asked");
        }));
        run.check();
        refused("chains=2147483647, model.dimension()=4:", run.chains(MANY)::check);
        assertThatIllegalArgumentException()
                .isThrownBy(run.chains(2).initial(new byte[3][4])::check)
                .withMessage("must have one row per chain (2): initial.length=3");
        assertThatExceptionOfType(RunException.class)
                .isThrownBy(run.initial(new byte[2][4])::run)
                .withStackTraceContaining("asked");
    }

    @Test
    void threads_asManyAsThereAreNumbers_areThoseThatHaveWork() {
        assertThat(RWM.sample(SpinLine.of(4))
                        .threads(MANY)
                        .warmup(1)
                        .draws(3)
                        .run()
                        .draws())
                .isEqualTo(3);
    }

    /** 2^31 - 1 draws of 3 traces and 4 chains would be 206 GB. */
    @Test
    void draws_asALimit_takeMemoryAsTheyAreMade(@TempDir Path directory) {
        for (EnergyModel model : EngineCases.models()) {
            Sampler sampler = Samplers.lbp().scale(3).build();
            SamplingRun limited = growing(sampler, model, 20_000);
            SampleResult expected = limited.run();
            assertThat(expected.stopReason()).isEqualTo(StopReason.CONVERGED);
            assertThat(expected.draws()).isGreaterThan(120); // has grown
            SampleResult grown = growing(sampler, model, MANY).run();
            Results.assertSameDraws(expected, grown);
            assertThat(grown.draw(3, grown.draws() - 1)).isEqualTo(grown.finalStates()[3]);
            assertThat(growing(sampler, model, MANY)
                            .budget(Duration.ofDays(1))
                            .run()
                            .draws())
                    .isEqualTo(expected.draws());
        }
    }

    private static SamplingRun growing(Sampler sampler, EnergyModel model, int draws) {
        return sampler.sample(model)
                .warmup(5)
                .draws(draws)
                .seed(8)
                .untilEss(300)
                .keepDraws()
                .track("first", x -> x[0]);
    }

    /** The run is saved after each round of steps, in stretches of 100, 120, 144 ... draws. */
    @Test
    void resume_ofARunWhoseTracesGrow_isTheRunThatWasNeverStopped(@TempDir Path directory) {
        SpinLine model = SpinLine.of(12);
        SampleResult whole = growing(RWM, model, MANY).run();
        for (int stopAt : new int[] {130, 200, 417}) {
            Path file = directory.resolve("at" + stopAt);
            SamplingRun run = growing(RWM, model, MANY).checkpoint(file, Duration.ZERO);
            run.listener(new SamplingListener() {
                @Override
                public void drawsProgress(long steps, long total) {
                    if (steps >= 4L * stopAt) {
                        Thread.currentThread().interrupt();
                    }
                }
            });
            assertThat(run.run().stopReason()).isIn(StopReason.INTERRUPTED, StopReason.CONVERGED);
            Thread.interrupted();
            Results.assertSame(whole, growing(RWM, model, MANY).resume(file));
        }
    }

    /** A limit of 2^31 - 1 draws would need 17 GB of traces, so the sink alone has them, except for the last 8,192. */
    @Test
    void run_whoseTracesAreInFiles_isTheRunWithTracesInMemory(@TempDir Path directory) throws IOException {
        SampleResult expected = streamed(null).run();
        Path sink = directory.resolve("sink");
        SampleResult result = streamed(sink).run();
        assertThat(result.draws()).isGreaterThan(3 * 8_192);
        Results.assertSame(expected, result);
        for (String name : List.of("logProb", "first")) {
            assertThat(result.statistics(name)).isEqualTo(expected.statistics(name));
        }
        expected.exportCsv(directory.resolve("expected"));
        result.exportCsv(directory.resolve("actual"));
        for (String csv : List.of("traces.csv", "summary.csv")) {
            assertThat(directory.resolve("actual").resolve(csv))
                    .hasSameBinaryContentAs(directory.resolve("expected").resolve(csv));
        }
        assertThat(Draws.read(sink).traces().get("first"))
                .isDeepEqualTo(expected.traces().get("first"));
        Path cut = sink.resolve("logProb.1.npy");
        Files.write(cut, Arrays.copyOf(Files.readAllBytes(cut), 1_000));
        assertThatExceptionOfType(SinkException.class)
                .isThrownBy(() -> result.traces().get("logProb"))
                .withMessageContaining("must have")
                .withMessageContaining("logProb.1.npy");
        Files.delete(sink.resolve("first.1.npy"));
        assertThatExceptionOfType(SinkException.class)
                .isThrownBy(() -> result.traces().get("first"))
                .withMessageContaining("first.1.npy");
    }

    @Test
    void resume_ofARunWhoseTracesAreInFiles_isTheRunThatWasNeverStopped(@TempDir Path directory) {
        SampleResult expected = streamed(null).run();
        for (int stopAt : new int[] {50, 8_192, 20_000}) {
            Path file = directory.resolve("at" + stopAt);
            Path sink = directory.resolve("sink" + stopAt);
            SamplingRun run = streamed(sink).checkpoint(file);
            run.listener(new SamplingListener() {
                @Override
                public void drawsProgress(long steps, long total) {
                    if (steps >= 2L * stopAt) {
                        Thread.currentThread().interrupt();
                    }
                }
            });
            assertThat(run.run().stopReason()).isIn(StopReason.INTERRUPTED, StopReason.CONVERGED);
            Thread.interrupted();
            Results.assertSame(expected, streamed(sink).resume(file));
        }
    }

    private static SamplingRun streamed(@Nullable Path sink) {
        SamplingRun run = RWM.sample(SpinLine.of(12))
                .chains(2)
                .warmup(5)
                .draws(MANY)
                .seed(8)
                .untilEss(3_000)
                .track("first", x -> x[0]);
        return sink == null ? run : run.sink(sink);
    }

    /**
     * The diagnostics of 500,000 draws of one chain need 96 MB. 8 MB of traces fit into 24 MB; the 24 MB of 1,500,000
     * draws are in files alone.
     */
    @Test
    void summary_ofTracesThatNeedMoreThanTheHeap_isThatOfFewerDraws() throws IOException, InterruptedException {
        String printed = OtherJava.run(LongTrace.class, "-Xmx24m", "-XX:+UseSerialGC");
        assertThat(printed)
                .containsPattern("memory: one draw in (8|16|32), mean of all: true, noted: true, report: true");
        assertThat(printed)
                .containsPattern("sink: one draw in (8|16|32|64), mean of all: true, noted: true, report: true");
    }

    /** One chain of many draws, in a Java with a small heap. */
    static final class LongTrace {

        private LongTrace() {}

        public static void main(String[] args) throws IOException {
            Path directory = Files.createTempDirectory("long-trace");
            Path page = directory.resolve("page.html");
            Path sink = directory.resolve("sink");
            try {
                tell("memory", run(500_000), page);
                tell("sink", run(1_500_000).sink(sink), page);
            } finally {
                try (Stream<Path> files = Files.walk(directory)) {
                    files.sorted(Comparator.reverseOrder())
                            .forEach(file -> file.toFile().delete());
                }
            }
        }

        private static SamplingRun run(int draws) {
            return RWM.sample(SpinLine.flat(2)).chains(1).warmup(0).draws(draws).seed(1);
        }

        private static void tell(String where, SamplingRun run, Path page) throws IOException {
            SampleResult result = run.run();
            TraceStatistics statistics = result.statistics("hamming");
            boolean noted = result.summary().contains("those of one draw in ");
            result.report(page);
            // hamming is the distance to one state: the number of sites that differ, a sum of marginals or of 1 -
            // marginals
            double first = result.marginals()[0];
            double second = result.marginals()[1];
            boolean exact = DoubleStream.of(first, 1 - first)
                    .flatMap(a -> DoubleStream.of(a + second, a + 1 - second))
                    .anyMatch(mean -> Math.abs(mean - statistics.mean()) < 1e-9);
            System.out.println(where + ": one draw in " + statistics.every() + ", mean of all: " + exact + ", noted: "
                    + noted + ", report: " + Files.readString(page).contains(" of all."));
        }
    }

    /**
     * In memory, 1,000,000 draws of one chain, or 7,000 of a hundred, would not leave room for the diagnostics of all
     * draws.
     */
    @Test
    void runWithASink_isNeitherEndedNorRefusedForWhatItsFilesHave() throws IOException, InterruptedException {
        String printed = OtherJava.run(LongSink.class, "-Xmx48m", "-XX:+UseSerialGC");
        assertThat(printed).contains("stopped: INTERRUPTED", "resumed: DRAWS after 1000000", "wide: DRAWS after 7000");
    }

    /** Runs with a sink that may end early, in a Java with a small heap. */
    static final class LongSink {

        private LongSink() {}

        public static void main(String[] args) throws IOException {
            Path directory = Files.createTempDirectory("long-sink");
            try {
                Path file = directory.resolve("saved");
                SamplingRun stopped =
                        open(directory.resolve("one"), 1, 1_000_000).checkpoint(file);
                stopped.listener(new SamplingListener() {
                    @Override
                    public void drawsProgress(long steps, long total) {
                        if (steps >= 800_000) {
                            Thread.currentThread().interrupt();
                        }
                    }
                });
                System.out.println("stopped: " + stopped.run().stopReason());
                Thread.interrupted();
                tell("resumed", open(directory.resolve("one"), 1, 1_000_000).resume(file));
                tell("wide", open(directory.resolve("wide"), 100, 7_000).run());
            } finally {
                try (Stream<Path> files = Files.walk(directory)) {
                    files.sorted(Comparator.reverseOrder())
                            .forEach(file -> file.toFile().delete());
                }
            }
        }

        private static SamplingRun open(Path sink, int chains, int draws) {
            return RWM.sample(SpinLine.flat(2))
                    .chains(chains)
                    .warmup(0)
                    .draws(draws)
                    .track("first", x -> x[0])
                    .seed(1)
                    .untilEss(Double.MAX_VALUE)
                    .sink(sink);
        }

        private static void tell(String which, SampleResult result) {
            System.out.println(which + ": " + result.stopReason() + " after " + result.draws());
        }
    }

    /** A heap of 48 MB has room for some 100,000 draws. */
    @Test
    void run_thatOutgrowsTheHeap_givesWhatItHas() throws IOException, InterruptedException {
        String printed = OtherJava.run(RunMemoryTest.class, "-Xmx48m", "-XX:+UseSerialGC");
        assertThat(printed.lines().filter(line -> line.startsWith("MEMORY"))).hasSize(2);
        assertThat(printed.lines().filter(line -> line.startsWith("MEMORY")))
                .allMatch(line -> line.matches(
                        "MEMORY after (\\d{5,6}) draws, 4 traces of \\1, judged: true, as many as without a"
                                + " limit: true"));
        assertThat(printed).contains("CONVERGED").contains("refused: must fit into memory: chains=4, draws=10000000");
    }

    public static void main(String[] args) {
        EnergyModel model = SpinLine.flat(2);
        SampleResult early = run(model, 10_000_000).untilEss(1_000).run();
        System.out.println(early.stopReason());
        tell(run(model, MANY).untilEss(Double.MAX_VALUE).run());
        tell(run(model, MANY).budget(Duration.ofDays(1)).run());
        try {
            run(model, 10_000_000).run();
        } catch (IllegalArgumentException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }

    private static SamplingRun run(EnergyModel model, int draws) {
        return RWM.sample(model).chains(4).warmup(0).draws(draws).seed(1);
    }

    private static void tell(SampleResult result) {
        double[][] trace = result.traces().get("logProb");
        boolean judged = !Double.isNaN(result.effectiveSampleSize("hamming"))
                && result.summary().contains("out of memory after " + result.draws());
        System.out.println(result.stopReason() + " after " + result.draws() + " draws, " + trace.length + " traces of "
                + trace[0].length + ", judged: " + judged + ", as many as without a limit: "
                + (result.draws() > 50_000));
    }
}
