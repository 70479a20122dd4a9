package dev.lbp.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.BadInput;
import dev.lbp.cli.Signals;
import dev.lbp.cli.Terminal;
import dev.lbp.cli.terminal.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches of {@code lbp solve} that are saved, interrupted, killed and gone on with. */
@DisabledOnOs(OS.WINDOWS)
class SolveResumeTest extends BadInput {

    private static final String SEARCH = "solve --ising $/g.txt --seed 3 --restarts 3 --checkpoint $/run";

    private Terminal run(String command) {
        return Terminal.run(arguments(List.of((command + " --quiet").split(" "))));
    }

    @Test
    void solve_sameCommand_beginsGoesOnAndEnds() throws IOException {
        assertThat(run(SEARCH + " --out $/first").out).endsWith("\nTo go on: the same command with more --restarts\n");
        String more = SEARCH.replace("--restarts 3", "--restarts 6");
        Terminal resumed = run(more + " --resume --out $/second --threads 1 --report $/report.html");
        assertThat(resumed.err).isEmpty();
        assertThat(resumed.out)
                .contains("restarts that ended with it: 6 of 6", "Report: " + directory.resolve("report.html"));
        assertThat(directory.resolve("report.html")).content().contains("Best cut: 2", "g.txt: rudy, 3 sites");
        run("solve --ising $/g.txt --seed 3 --restarts 6 --out $/whole");
        for (String name : List.of("solution.txt", "top.csv")) {
            assertThat(directory.resolve("second").resolve(name))
                    .hasSameTextualContentAs(directory.resolve("whole").resolve(name));
        }
    }

    @Test
    void solve_outOfTime_goesOnWithALongerTime() {
        String search = "solve --ising $/h.txt --checkpoint $/run --out $/first --time 0.1s";
        assertThat(run(search).out).endsWith("\nTo go on: the same command with a longer --time\n");
        assertThat(run(search + " --target 1").out).doesNotContain("To go on");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --seed 4               | cannot resume from $/run: --seed must be 3, as in the checkpoint, and is 4
            --top 4                | cannot resume from $/run: --top must be 10, as in the checkpoint, and is 4
            --lowest-energy        | cannot resume from $/run: --lowest-energy must be left out, as in the checkpoint, and is given
            --ones 1               | cannot resume from $/run: --ones must be left out, as in the checkpoint, and is 1
            --ising $/h.txt        | cannot resume from $/run: the content of the file of --ising must be 16 bytes, checksum
            --checkpoint $/none --resume | must be there to be resumed: --checkpoint=$/none
            --checkpoint $/h.txt   | cannot resume from $/h.txt: it is not a checkpoint of a search
            --checkpoint $/g.txt   | must not be the file of --ising, or lie in it: --checkpoint=$/g.txt
            --report $/g.txt       | must not be the file of --ising, or lie in it: --report=$/g.txt
            --report $/run         | must not be the file of --report, or lie in it: --checkpoint=$/run
            --checkpoint-every 0s  | must be > 0: --checkpoint-every=0s
            """)
    void solve_badResume_isRefused(String options, String words) throws IOException {
        assertThat(run(SEARCH + " --out $/first").exitCode).isZero();
        List<String> command = new ArrayList<>(List.of(SEARCH.split(" ")));
        List<String> changed = new ArrayList<>(List.of(options.split(" ")));
        int at = command.indexOf(changed.get(0));
        if (at >= 0) {
            command.set(at + 1, changed.get(1));
            changed = changed.subList(2, changed.size());
        }
        command.addAll(changed);
        assertRefused(String.join(" ", command), words);
    }

    /** A search of hours, in a process of its own. */
    private Process start(String name) throws IOException {
        Path graph = directory.resolve("ring.txt");
        StringBuilder ring = new StringBuilder("99 99\n"); // the largest cut is 98
        for (int i = 1; i <= 99; i++) {
            ring.append(i).append(' ').append(i % 99 + 1).append(" 1\n");
        }
        Files.writeString(graph, ring);
        String words = "solve --quiet --ising $/ring.txt --time 5h --threads 1 --checkpoint-every 0.1s --checkpoint $/"
                + name + " --out $/" + name + "-out";
        List<String> command = new ArrayList<>();
        for (Object word : arguments(List.of(words.split(" ")))) {
            command.add(word.toString());
        }
        return Signals.process(command).start();
    }

    private int exitCodeAfter(Process process, String name, String signal) throws IOException, InterruptedException {
        while (!Files.exists(directory.resolve(name + ".options")) || !Files.exists(directory.resolve(name))) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(10);
        }
        Signals.send(signal, process);
        return process.waitFor();
    }

    @Test
    void solve_signal_leavesResultsOrACheckpoint() throws IOException, InterruptedException {
        Process interrupted = start("int");
        Process killed = start("kill");
        try {
            assertThat(exitCodeAfter(interrupted, "int", "INT")).isEqualTo(ExitCodes.INTERRUPTED);
            assertThat(new String(interrupted.getInputStream().readAllBytes()))
                    .contains("best cut: ", ", interrupted after ", "To go on: the same command\n");
            for (String name : SolveReport.FILES) {
                assertThat(directory.resolve("int-out").resolve(name)).isNotEmptyFile();
            }
            assertThat(exitCodeAfter(killed, "kill", "KILL")).isEqualTo(128 + 9);
            Terminal resumed = run("solve --ising $/ring.txt --time 5h --threads 1 --checkpoint $/kill --resume"
                    + " --target 98 --out $/kill-out");
            assertThat(resumed.err).isEmpty();
            assertThat(resumed.out).contains("best cut: 98, target 98 reached");
        } finally {
            interrupted.destroyForcibly();
            killed.destroyForcibly();
        }
    }
}
