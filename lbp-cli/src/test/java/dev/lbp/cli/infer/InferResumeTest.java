package dev.lbp.cli.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.BadInput;
import dev.lbp.cli.Signals;
import dev.lbp.cli.Terminal;
import dev.lbp.cli.WideGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Estimates of {@code lbp infer} that are saved, killed and gone on with. */
@DisabledOnOs(OS.WINDOWS)
class InferResumeTest extends BadInput {

    private static final String SAMPLE = "infer $/wide.uai --sample --warmup 100 --seed 3 --quiet";

    private static final List<String> FILES =
            List.of("summary.txt", "marginals.csv", "report.html", "wide.uai.MAR", "wide.uai.PR", "wide.uai.MPE");

    @BeforeEach
    void writeTheGraph() throws IOException {
        Files.writeString(directory.resolve("wide.uai"), WideGraph.uai());
        Files.writeString(directory.resolve("other.uai"), WideGraph.uai().replace(" 5\n", " 6\n"));
    }

    private Terminal run(String command) {
        Terminal terminal = Terminal.run(arguments(List.of(command.split(" "))));
        assertThat(terminal.err).isEmpty();
        return terminal;
    }

    private void assertSame(String one, String other) {
        for (String name : FILES) {
            assertThat(directory.resolve(one).resolve(name))
                    .hasSameBinaryContentAs(directory.resolve(other).resolve(name));
        }
    }

    @Test
    void infer_moreDraws_goOnToTheBytesOfOneRun() {
        String command = SAMPLE + " --map --checkpoint $/run";
        assertThat(run(command + " --draws 100 --out $/first").out)
                .endsWith("\nTo go on: the same command with more --draws\n");
        run(command + " --draws 300 --resume --out $/second --threads 2");
        run(SAMPLE + " --map --draws 300 --out $/whole");
        assertSame("second", "whole");
        run(command + " --draws 300 --out $/third");
        assertSame("third", "whole");
    }

    @Test
    void infer_outOfTime_goesOn() {
        String command = SAMPLE + " --checkpoint $/run --out $/out --draws ";
        run(command + "30");
        assertThat(run(command + "99999999 --time 0.2s --resume").out)
                .endsWith("\nTo go on: the same command with a longer --time\n");
    }

    /** The warm-up alone takes hours. */
    @Test
    void infer_outOfTimeBeforeADraw_fails_andSaysHowToGoOn() {
        String command = "infer $/wide.uai --sample --quiet --draws 9 --warmup 2000000000 --time 0.1s --out $/out";
        Terminal terminal = Terminal.run(arguments(List.of((command + " --checkpoint $/run").split(" "))));
        assertThat(terminal.exitCode).isEqualTo(1);
        assertThat(terminal.err)
                .isEqualTo(
                        "lbp infer: must have more time: the first draw was not finished; try it with a longer --time\n"
                                + "To go on: the same command with a longer --time\n");
        assertThat(directory.resolve("run")).exists();
        assertThat(directory.resolve("out/summary.txt")).doesNotExist();
    }

    @Test
    void infer_exactAnswer_writesNoCheckpoint_andDrawsNothing() {
        assertThat(run("infer $/wide.uai --quiet --checkpoint $/run --out $/out").out)
                .contains("An exact answer saves nothing, so no file was written for --checkpoint.");
        assertThat(run("infer $/wide.uai --quiet --draws 9 --warmup 5 --out $/out").out)
                .contains("An exact answer has no chains, so there was no use for --draws and --warmup.");
        assertThat(directory.resolve("run")).doesNotExist();
        assertThat(directory.resolve("run.options")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"KILL, 137", "INT, 130"})
    void infer_killed_isResumedToTheSameBytes(String signal, int exitCode) throws IOException, InterruptedException {
        String command = SAMPLE + " --map --draws 800";
        run(command + " --out $/whole");
        List<String> words = new ArrayList<>();
        for (Object word :
                arguments(List.of((command + " --out $/out --checkpoint-every 0.05s --checkpoint $/run").split(" ")))) {
            words.add(word.toString());
        }
        Process process = Signals.process(words).start();
        try {
            Path saved = directory.resolve("run.previous"); // there from the second save on
            while (!Files.exists(saved)) {
                assertThat(process.isAlive()).isTrue();
                Thread.sleep(10);
            }
            Signals.send(signal, process);
            assertThat(process.waitFor()).isEqualTo(exitCode);
            assertThat(new String(process.getErrorStream().readAllBytes()))
                    .isEqualTo(
                            signal.equals("INT")
                                    ? "lbp: interrupted before all files were written. To go on: the same command\n"
                                    : "");
        } finally {
            process.destroyForcibly();
        }
        assertThat(directory.resolve("out/summary.txt")).doesNotExist();
        run(command + " --out $/out --checkpoint $/run --resume");
        assertSame("out", "whole");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --seed 4               | cannot resume from $/run: --seed must be 3, as in the checkpoint, and is 4
            --observe 0=1          | cannot resume from $/run: --observe must be left out, as in the checkpoint, and is 0=1
            --draws 50             | draws must be >= 100, as in the checkpoint, and is 50
            $/other.uai            | cannot resume from $/run: the content of the file of FILE must be
            --checkpoint $/none --resume | must be there to be resumed: --checkpoint=$/none
            --checkpoint $/g.txt   | cannot resume from $/g.txt: it is not a checkpoint of lbp
            --checkpoint $/wide.uai | must not be the file of FILE, or lie in it: --checkpoint=$/wide.uai
            --checkpoint-every 0s  | must be > 0: --checkpoint-every=0s
            """)
    void infer_badResume_isRefused(String options, String words) throws IOException {
        String command = SAMPLE + " --draws 100 --checkpoint $/run";
        run(command + " --out $/first");
        List<String> wanted = new ArrayList<>(List.of(command.split(" ")));
        List<String> changed = new ArrayList<>(List.of(options.split(" ")));
        int at = options.startsWith("$") ? 0 : wanted.indexOf(changed.get(0));
        if (at >= 0) {
            wanted.set(at + 1, changed.get(at == 0 ? 0 : 1));
            changed = changed.subList(at == 0 ? 1 : 2, changed.size());
        }
        wanted.addAll(changed);
        wanted.remove("--quiet");
        assertRefused(String.join(" ", wanted), words);
    }
}
