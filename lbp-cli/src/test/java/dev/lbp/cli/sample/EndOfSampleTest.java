package dev.lbp.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.lbp.cli.Terminal;
import dev.lbp.io.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How runs of {@code lbp sample} end: by a rule, by time, by an interruption or by a failure. */
class EndOfSampleTest {

    /** A square with one diagonal; its largest cut is 4.5, sites 1 and 3 against 2 and 4. */
    private static final String SQUARE = "4 5\n1 2 1\n2 3 1\n3 4 1\n4 1 1.5\n1 3 -2\n";

    private static final int RING = 1_000;

    private static final int NPY_HEADER = 128;

    /** Minutes of sampling; a scale that is not searched for gives draws at once. */
    private static final List<Object> ENDLESS = List.of(
            "--scale",
            1,
            "--warmup",
            0,
            "--draws",
            1_000_000,
            "--thin",
            1_000,
            "--chains",
            2,
            "--threads",
            2,
            "--quiet");

    @TempDir
    private Path directory;

    private Path file;
    private Path out;

    @BeforeEach
    void name() {
        file = directory.resolve("instance.txt");
        out = directory.resolve("a/b");
    }

    /** An interrupted run leaves the flag of this thread set, which also runs the next test. */
    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void sample_untilEss_endsBeforeTheLastDrawAndSaysSo() throws IOException {
        Files.writeString(file, SQUARE);
        Terminal terminal = Terminal.run(
                "sample",
                "--ising",
                file,
                "--beta",
                0.3,
                "--draws",
                20_000,
                "--until-ess",
                200,
                "--quiet",
                "--out",
                out);
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).containsPattern("note: converged after \\d{3,4} of 20000 draws: ESS at least 200\\.");
    }

    /** The chains keep the parity of their start, so no trace tells that they reach half of the states. */
    @Test
    void sample_fixedEvenScale_isNotCalledMixed() throws IOException {
        Files.writeString(file, SQUARE);
        Terminal terminal = Terminal.run(
                "sample", "--ising", file, "--sampler", "rwm", "--scale", 2, "--beta", 0.3, "--quiet", "--out", out);
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out)
                .contains("verdict: not shown to have mixed.\n- A fixed scale of 2 is reducible: every move keeps");
    }

    @Test
    void sample_untilEssOutOfReach_saysThatAllDrawsWereNotEnough() throws IOException {
        Files.writeString(file, SQUARE);
        Terminal terminal =
                Terminal.run("sample", "--ising", file, "--draws", 120, "--until-ess", 1e6, "--quiet", "--out", out);
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).contains("note: all draws are made, and not yet ESS at least 1000000.");
    }

    /** The run would take minutes. */
    @Test
    void sample_time_endsTheRunAndSaysSo() throws IOException {
        Files.writeString(file, SQUARE);
        List<Object> arguments = new ArrayList<>(List.of("sample", "--ising", file, "--time", "0.2s", "--out", out));
        arguments.addAll(ENDLESS);
        Terminal terminal = Terminal.run(arguments.toArray());
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).containsPattern("note: out of time after \\d+ of 1000000 draws");
        assertThat(bestState()).hasSize(4);
    }

    @Test
    void sample_timeOverBeforeTheFirstDraw_isNoSuccess() throws IOException {
        Files.writeString(file, SQUARE);
        Terminal terminal = Terminal.run(
                "sample", "--ising", file, "--warmup", 2_000_000_000, "--time", "0.1s", "--quiet", "--out", out);
        assertThat(terminal.exitCode).isEqualTo(1);
        assertThat(terminal.out).contains("nothing to judge: out of time before the first draw.");
        assertThat(terminal.err)
                .isEqualToIgnoringNewLines("lbp sample: must be longer, for it was over before the first draw: --time");
    }

    /** The warm-up is saved, so a longer time is not needed. */
    @Test
    void sample_timeOverInAWarmUpThatIsSaved_goesOnByTheSameCommand() throws IOException {
        Files.writeString(file, SQUARE);
        Path saved = directory.resolve("run");
        List<Object> command = List.of(
                "sample",
                "--ising",
                file,
                "--warmup",
                2_000_000_000,
                "--time",
                "0.1s",
                "--checkpoint",
                saved,
                "--quiet",
                "--out",
                out);
        Terminal terminal = Terminal.run(command.toArray());
        assertThat(terminal.exitCode).isEqualTo(1);
        assertThat(terminal.err)
                .isEqualToIgnoringNewLines(
                        "lbp sample: --time was over before the first draw: the same command goes on with the warm-up");
        byte[] first = Files.readAllBytes(saved);
        assertThat(Terminal.run(command.toArray()).exitCode).isEqualTo(1);
        assertThat(Arrays.equals(Files.readAllBytes(saved), first)).isFalse();
    }

    /** A hundred thousand draws of a thousand sites take longer. */
    @Test
    void sample_timeAlone_drawsUntilThen() throws IOException {
        Files.writeString(file, "1000 1\n1 2 1\n");
        Terminal terminal = Terminal.run("sample", "--ising", file, "--warmup", 10, "--time", "0.5s", "--out", out);
        assertThat(terminal.out).containsPattern("note: out of time after \\d+ of 100000 draws");
    }

    @Test
    void sample_sink_holdsTheDrawsOfTheRun() throws IOException {
        Files.writeString(file, SQUARE);
        Path sink = directory.resolve("new/draws");
        Terminal terminal = Terminal.run(
                "sample", "--ising", file, "--draws", 300, "--chains", 3, "--sink", sink, "--quiet", "--out", out);
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).contains("Draws: " + sink);
        Draws draws = Draws.read(sink);
        assertThat(draws.chains()).isEqualTo(3);
        assertThat(draws.draws()).isEqualTo(300);
        double[] ones = new double[4];
        for (int c = 0; c < 3; c++) {
            for (int t = 0; t < 300; t++) {
                byte[] state = draws.state(c, t);
                Arrays.setAll(ones, i -> ones[i] + state[i]);
            }
        }
        List<String> marginals = Files.readAllLines(out.resolve("marginals.csv"));
        for (int i = 0; i < 4; i++) {
            assertThat(marginals.get(i + 1)).startsWith(String.format(Locale.ROOT, "%d,%.6f,", i, ones[i] / 900));
        }
    }

    @Test
    void sample_interrupted_writesWhatThereIs() throws IOException {
        Path sink = directory.resolve("draws");
        Thread sampling = Thread.currentThread();
        Terminal terminal = onceDrawsAreMade(sink, states -> sampling.interrupt());
        assertThat(terminal.exitCode).isEqualTo(130);
        assertThat(terminal.out).contains("note: interrupted after ");
        assertThat(bestState()).hasSize(RING);
        assertThat(out.resolve("marginals.csv")).exists();
        assertThat(out.resolve("traces.png")).exists();
        assertThat(Draws.read(sink).draws()).isPositive();
    }

    /** Two chains of 1,200 draws: the run is interrupted when the first 500 or so are written. */
    @Test
    void sample_interruptedAndResumed_findsWhatItFindsInOneGo() throws IOException {
        Path checkpoint = directory.resolve("saved/run");
        Thread sampling = Thread.currentThread();
        List<Object> settings = List.of("--draws", 1_200, "--thin", 25, "--chains", 2, "--quiet");
        List<Object> saved = new ArrayList<>(settings);
        saved.addAll(List.of("--checkpoint", checkpoint));
        Terminal interrupted = onceDrawsAreMade(directory.resolve("draws"), states -> sampling.interrupt(), saved);
        assertThat(interrupted.exitCode).isEqualTo(130);
        assertThat(interrupted.out).contains("To go on: the same command\n");

        List<Object> again = new ArrayList<>(List.of("sample", "--ising", file, "--out", out));
        again.addAll(List.of("--sink", directory.resolve("draws")));
        again.addAll(saved);
        Terminal resumed = Terminal.run(again.toArray());
        assertThat(resumed.err).isEmpty();
        assertThat(resumed.exitCode).isZero();
        assertThat(Draws.read(directory.resolve("draws")).draws()).isEqualTo(1_200);

        Path whole = directory.resolve("whole");
        List<Object> atOnce = new ArrayList<>(List.of("sample", "--ising", file, "--out", whole));
        atOnce.addAll(settings);
        Terminal.run(atOnce.toArray());
        for (String name : List.of("marginals.csv", "best-state.txt")) {
            assertThat(out.resolve(name)).hasSameTextualContentAs(whole.resolve(name));
        }
    }

    @Test
    void sample_sinkThatFails_writesWhatThereIs() throws IOException {
        Terminal terminal = onceDrawsAreMade(directory.resolve("draws"), Files::delete);
        assertThat(terminal.exitCode).isEqualTo(1);
        assertThat(terminal.err).contains("it is no longer there").doesNotContain("\tat ");
        assertThat(terminal.out).contains("note: failed after ");
        assertThat(bestState()).hasSize(RING);
        assertThat(out.resolve("marginals.csv")).exists();
    }

    @Test
    void sample_outputRemovedWhileItRuns_stillPrintsWhatThereIs() throws IOException {
        Thread sampling = Thread.currentThread();
        Terminal terminal = onceDrawsAreMade(directory.resolve("draws"), states -> {
            Files.delete(out.resolve(".lbp-lock"));
            Files.delete(out);
            sampling.interrupt();
        });
        assertThat(terminal.exitCode).isEqualTo(1);
        assertThat(terminal.err)
                .contains("failed: cannot write " + out.resolve("best-state.txt"))
                .contains("failed also: cannot write " + out.resolve("summary.txt"));
        assertThat(terminal.out).contains("note: interrupted after ", "lowest energy:");
    }

    /** What another thread does to a run; the argument is a file that the run writes to. */
    @FunctionalInterface
    private interface Disturbance {
        void come(Path states) throws IOException;
    }

    /** Samples a ring at length, in two chains, and disturbs the run when a file of states has its first draws. */
    private Terminal onceDrawsAreMade(Path sink, Disturbance disturbance) throws IOException {
        return onceDrawsAreMade(sink, disturbance, ENDLESS);
    }

    private Terminal onceDrawsAreMade(Path sink, Disturbance disturbance, List<?> options) throws IOException {
        StringBuilder ring = new StringBuilder(RING + " " + RING + "\n");
        for (int i = 1; i <= RING; i++) {
            ring.append(i).append(' ').append(i % RING + 1).append(" 1\n");
        }
        Files.writeString(file, ring);
        Path states = sink.resolve("states.0.npy");
        FutureTask<Boolean> other = new FutureTask<>(() -> {
            while (!Files.exists(states) || Files.size(states) <= NPY_HEADER) {
                Thread.sleep(10);
            }
            disturbance.come(states);
            return true;
        });
        Thread user = new Thread(other);
        user.start();
        List<Object> arguments = new ArrayList<>(List.of("sample", "--ising", file, "--sink", sink, "--out", out));
        arguments.addAll(options);
        Terminal terminal = Terminal.run(arguments.toArray());
        user.interrupt(); // which waits for ever if the run has ended of itself
        assertThatCode(other::get).doesNotThrowAnyException();
        return terminal;
    }

    @Test
    void sample_interruptedBeforeTheFirstDraw_writesTheBestState() throws IOException {
        Files.writeString(file, SQUARE);
        Thread.currentThread().interrupt();
        Terminal terminal =
                Terminal.run("sample", "--ising", file, "--draws", 1_000, "--thin", 1_000, "--quiet", "--out", out);
        assertThat(terminal.exitCode).isEqualTo(130);
        assertThat(bestState()).hasSize(4);
        assertThat(out.resolve("summary.txt")).exists();
    }

    private int[] bestState() throws IOException {
        return Files.readAllLines(out.resolve("best-state.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .mapToInt(line -> Integer.parseInt(line.split(" ", -1)[1]))
                .toArray();
    }
}
