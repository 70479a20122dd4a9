package dev.lbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.io.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Signals to {@code lbp sample} and {@code lbp select} in a process of its own: results are written, or a checkpoint is
 * there to go on from.
 */
@DisabledOnOs(OS.WINDOWS)
class SignalTest {

    private static final int SITES = 1_000;

    private static final int NPY_HEADER = 128;

    @TempDir
    private Path directory;

    private Path instance;
    private final Map<String, Process> processes = new LinkedHashMap<>();

    @BeforeEach
    void writeTheInstance() throws IOException {
        StringBuilder ring = new StringBuilder(SITES + " " + SITES + "\n");
        for (int i = 1; i <= SITES; i++) {
            ring.append(i).append(' ').append(i % SITES + 1).append(" 1\n");
        }
        instance = Files.writeString(directory.resolve("ring.txt"), ring);
    }

    @AfterEach
    void endTheProcesses() {
        processes.values().forEach(Process::destroyForcibly);
    }

    /** A run of hours. */
    private List<String> command(String name) {
        Path home = directory.resolve(name);
        return new ArrayList<>(List.of(
                "sample",
                "--ising=" + instance,
                "--scale=1",
                "--warmup=0",
                "--draws=1000000",
                "--thin=1000",
                "--chains=2",
                "--threads=1",
                "--out=" + home.resolve("out"),
                "--report=" + home.resolve("report.html"),
                "--sink=" + home.resolve("draws"),
                "--checkpoint=" + home.resolve("run")));
    }

    private void start(String name) throws IOException {
        Files.createDirectory(directory.resolve(name));
        processes.put(name, Signals.process(command(name)).start());
    }

    private void awaitDraws(String name) throws IOException, InterruptedException {
        Path states = directory.resolve(name).resolve("draws").resolve("states.0.npy");
        while (!Files.exists(states) || Files.size(states) <= NPY_HEADER) {
            assertThat(processes.get(name).isAlive()).as(name).isTrue();
            Thread.sleep(10);
        }
    }

    private int exitCodeAfter(String name, String signal) throws IOException, InterruptedException {
        Process process = processes.get(name);
        Signals.send(signal, process);
        return process.waitFor();
    }

    /** TERM, which has the handler of INT, ends it in MissingInputTest, and selections below. */
    @Test
    void sample_anySignal_leavesResultsOrACheckpoint() throws IOException, InterruptedException {
        for (String signal : List.of("INT", "HUP")) {
            start(signal);
            awaitDraws(signal);
            if (signal.equals("HUP")) { // the terminal is gone: nothing can be printed
                processes.get(signal).getInputStream().close();
                processes.get(signal).getErrorStream().close();
            }
            assertThat(exitCodeAfter(signal, signal)).as(signal).isEqualTo(ExitCodes.INTERRUPTED);
            Path home = directory.resolve(signal);
            assertThat(Files.readString(home.resolve("out/summary.txt"))).contains("note: interrupted after ");
            for (String name : List.of("best-state.txt", "marginals.csv", "traces.png")) {
                assertThat(home.resolve("out").resolve(name)).isNotEmptyFile();
            }
            assertThat(Files.readString(home.resolve("report.html"))).endsWith("</html>\n");
            assertThat(Files.readString(home.resolve("draws/manifest.json"))).contains("INTERRUPTED");
            assertThat(home.resolve("run")).isNotEmptyFile();
        }
        start("KILL");
        awaitDraws("KILL");
        List<String> again = command("KILL");
        again.addAll(List.of("--resume", "--quiet", "--time=0.5s"));
        Terminal second = Terminal.run(again.toArray());
        assertThat(second.exitCode).isNotZero();
        assertThat(second.err).contains("must not be in use by another run: --out=");
        assertThat(exitCodeAfter("KILL", "KILL")).isEqualTo(128 + 9);
        Terminal resumed = Terminal.run(again.toArray());
        assertThat(resumed.exitCode).as(resumed.err).isZero();
        assertThat(resumed.out).contains("note: out of time after ");
        assertThat(Draws.read(directory.resolve("KILL/draws")).chains()).isEqualTo(2);
    }

    /** A selection of about a second; y is the first of 40 columns and noise. */
    private List<String> selection(String name) throws IOException {
        Random random = new Random(5L);
        StringBuilder csv = new StringBuilder("y");
        for (int j = 1; j <= 40; j++) {
            csv.append(",x").append(j);
        }
        for (int t = 0; t < 50; t++) {
            double[] row = random.doubles(40).toArray();
            csv.append('\n').append(row[0] + random.nextDouble());
            Arrays.stream(row).forEach(value -> csv.append(',').append(value));
        }
        Path home = Files.createDirectories(directory.resolve(name));
        Path table = Files.writeString(directory.resolve("table.csv"), csv.append('\n'));
        return new ArrayList<>(List.of(
                "select",
                table.toString(),
                "--response=y",
                "--warmup=0",
                "--draws=60000",
                "--chains=2",
                "--threads=1",
                "--quiet",
                "--out=" + home.resolve("out")));
    }

    @Test
    void select_termOrKill_isResumedToTheSameTables() throws IOException, InterruptedException {
        assertThat(Terminal.run(selection("whole").toArray()).exitCode).isZero();
        for (String signal : List.of("TERM", "KILL")) {
            Path home = directory.resolve(signal);
            List<String> command = selection(signal);
            command.add("--checkpoint=" + home.resolve("run"));
            processes.put(signal, Signals.process(command).start());
            while (!Files.exists(home.resolve("run"))) {
                assertThat(processes.get(signal).isAlive()).as(signal).isTrue();
                Thread.sleep(10);
            }
            assertThat(exitCodeAfter(signal, signal)).as(signal).isEqualTo(signal.equals("TERM") ? 130 : 128 + 9);
            command.add("--resume");
            Terminal resumed = Terminal.run(command.toArray());
            assertThat(resumed.exitCode).as(resumed.err).isZero();
            for (String name : List.of("inclusion.csv", "models.csv", "coefficients.csv", "sizes.csv")) {
                assertThat(home.resolve("out").resolve(name))
                        .hasSameTextualContentAs(directory.resolve("whole/out").resolve(name));
            }
        }
    }

    /** A signal behind the selection itself: its tables are written, and those of the priors until then. */
    @Test
    void select_termBehindTheSelection_writesWhatThereIs() throws IOException, InterruptedException {
        String others = IntStream.rangeClosed(2, 60).mapToObj(g -> "g:" + g).collect(Collectors.joining(","));
        Map<String, String> toldOf =
                Map.of("--cross-validate=loo", "cross-validation", "--priors=" + others, "other priors ...");
        List<String> whole = selection("whole");
        whole.replaceAll(word -> word.startsWith("--draws=") ? "--draws=10000" : word);
        assertThat(Terminal.run(whole.toArray()).exitCode).isZero();
        for (Map.Entry<String, String> one : toldOf.entrySet()) {
            String name = one.getKey().substring(2, 8);
            Path home = Files.createDirectories(directory.resolve(name));
            Path err = home.resolve("err");
            Path told = home.resolve("told");
            List<String> command = new ArrayList<>(whole);
            command.removeAll(List.of("--quiet", "--out=" + directory.resolve("whole/out")));
            command.addAll(List.of("--out=" + home.resolve("out"), one.getKey()));
            processes.put(
                    name,
                    Signals.process(command)
                            .redirectError(err.toFile())
                            .redirectOutput(told.toFile())
                            .start());
            while (!Files.readString(err).contains(one.getValue())) {
                assertThat(processes.get(name).isAlive()).as(name).isTrue();
                Thread.sleep(10);
            }
            assertThat(exitCodeAfter(name, "TERM")).as(name).isEqualTo(ExitCodes.INTERRUPTED);
            assertThat(Files.readString(told)).contains("note: interrupted; tables of what had not been reached");
            for (String file : List.of("inclusion.csv", "models.csv", "coefficients.csv", "sizes.csv")) {
                assertThat(home.resolve("out").resolve(file))
                        .hasSameTextualContentAs(directory.resolve("whole/out").resolve(file));
            }
            assertThat(home.resolve("out/selection.json")).isNotEmptyFile();
        }
        List<String> rows = Files.readAllLines(directory.resolve("priors/out/priors.csv"));
        assertThat(rows).hasSizeBetween(1 + 40, 40 * 60).anyMatch(row -> row.startsWith("x40,g=n,"));
    }

    /** Of 30 columns whose first decides whether y is 1; chains of about two seconds. */
    private List<String> logistic(String name, int threads) throws IOException {
        Random random = new Random(6L);
        StringBuilder csv = new StringBuilder("y");
        IntStream.rangeClosed(1, 30).forEach(j -> csv.append(",x").append(j));
        for (int t = 0; t < 40; t++) {
            double[] row = random.doubles(30).toArray();
            csv.append(row[0] + random.nextDouble() > 1 ? "\n1" : "\n0");
            Arrays.stream(row).forEach(value -> csv.append(',').append(value));
        }
        Path home = Files.createDirectories(directory.resolve(name));
        Path table = Files.writeString(directory.resolve("yes-no.csv"), csv.append('\n'));
        Path few = Files.write(
                directory.resolve("few.csv"), Files.readAllLines(table).subList(0, 4));
        return new ArrayList<>(List.of(
                "select",
                table.toString(),
                "--response=y",
                "--family=logistic",
                "--warmup=100",
                "--draws=8000",
                "--chains=3",
                "--threads=" + threads,
                "--quiet",
                "--out=" + home.resolve("out"),
                "--predict=" + few));
    }

    /** Killed with some threads after its first draws are saved, resumed with others: files have the same bytes. */
    @Tag("slow")
    @Test
    void select_logisticKilled_isResumedToTheSameBytes() throws IOException, InterruptedException {
        assertThat(Terminal.run(logistic("once", 1).toArray()).exitCode).isZero();
        Map<Integer, List<String>> commands = new LinkedHashMap<>();
        for (int threads : List.of(1, 2, 7)) {
            String name = "threads" + threads;
            Path run = directory.resolve(name).resolve("run");
            List<String> command = logistic(name, threads);
            command.addAll(List.of("--checkpoint=" + run, "--checkpoint-every=0.05s"));
            processes.put(name, Signals.process(command).start());
            while (!Files.exists(run)) {
                assertThat(processes.get(name).isAlive()).as(name).isTrue();
                Thread.sleep(10);
            }
            assertThat(exitCodeAfter(name, "KILL")).isEqualTo(128 + 9);
            commands.put(threads, command);
        }
        commands.forEach((threads, command) -> {
            command.replaceAll(word -> word.startsWith("--threads=") ? "--threads=" + (8 - threads) : word);
            command.add("--resume");
            Terminal resumed = Terminal.run(command.toArray());
            assertThat(resumed.exitCode).as(resumed.err).isZero();
            for (String file :
                    List.of("inclusion.csv", "models.csv", "coefficients.csv", "sizes.csv", "predictions.csv")) {
                assertThat(directory.resolve("threads" + threads).resolve("out").resolve(file))
                        .hasSameBinaryContentAs(directory.resolve("once/out").resolve(file));
            }
        });
    }

    /** An enumeration of hours has nothing to write before its end, so a signal ends it at once. */
    @Test
    void select_termWhileModelsAreEnumerated_endsAtOnce_andLeavesNothing() throws IOException, InterruptedException {
        List<String> command = selection("enumerated");
        String others = IntStream.rangeClosed(31, 40).mapToObj(j -> "x" + j).collect(Collectors.joining(","));
        command.addAll(List.of("--enumerate-up-to=30", "--without=" + others));
        processes.put("TERM", Signals.process(command).start());
        Path out = directory.resolve("enumerated/out");
        while (!Files.exists(out)) {
            Thread.sleep(10);
        }
        Thread.sleep(1_000); // a table of 50 rows is read
        assertThat(processes.get("TERM").isAlive()).isTrue();
        assertThat(exitCodeAfter("TERM", "TERM")).isEqualTo(ExitCodes.INTERRUPTED);
        assertThat(out).doesNotExist();
    }
}
