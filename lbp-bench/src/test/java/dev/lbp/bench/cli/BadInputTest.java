package dev.lbp.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a user gets wrong: exit code 2, a message that says what, nothing on stdout, and no stack trace. */
class BadInputTest {

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(directory.resolve("g.txt"), "3 2\n1 2 1\n2 3 1\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --beta 0                          | must be finite and > 0: beta=0.0
            --beta NaN                        | must be finite and > 0: beta=NaN
            --beta warm                       | 'warm' is not a double
            --chains 0                        | must be >= 1: chains=0
            --warmup -1                       | must be >= 0: warmup=-1
            --draws 0                         | must be >= 1: draws=0
            --thin 0                          | must be >= 1: thin=0
            --threads 0                       | must be >= 1: threads=0
            --target 1                        | must be in (0, 1): targetAcceptance=1.0
            --scale 0                         | must be >= 1: scale=0
            --scale 4                         | must be in [1, 3]: scale=4
            --scale 1 --target 0.5            | mutually exclusive
            --sampler metropolis              | expected one of [LBP, GWG, RWM, GIBBS, BLOCKGIBBS]
            --weight tanh                     | expected one of [SQRT, BARKER, MIN, MAX]
            --sampler rwm --weight sqrt       | must be left out with --sampler rwm: --weight=sqrt
            --sampler gibbs --scale 1         | must be left out with --sampler gibbs: --scale and --target
            --qubo g.txt                      | mutually exclusive
            --until-ess 0                     | must be finite and > 0: least=0.0
            --until-ess many                  | 'many' is not a double
            --time 0s                         | must be > 0: time=PT0S
            --time -5s                        | must be > 0: time=PT-5S
            --time 10                         | must be a time like 90s, 10m or 1h30m: 10
            --time soon                       | must be a time like 90s, 10m or 1h30m: soon
            --resume                          | must be given with --checkpoint FILE: --resume
            --colour                          | Unknown option: '--colour'
            """)
    void sample_badOption_isRefused(String options, String message) {
        List<Object> arguments = new ArrayList<>(List.of("sample", "--ising", file, "--quiet", "--draws", 10));
        if (options.startsWith("--draws")) {
            arguments.remove("--draws");
            arguments.remove((Object) 10);
        }
        arguments.addAll(List.of("--out", directory.resolve("out")));
        arguments.addAll(List.of(options.split(" ")));
        assertRefused(message, arguments.toArray());
    }

    @Test
    void sample_noInstance_isRefused() {
        assertRefused("Missing required argument", "sample", "--quiet");
    }

    @Test
    void sample_badFile_namesFileAndLine() throws IOException {
        Files.writeString(file, "3 2\n1 2 1\n2 9 1\n");
        assertRefused(file + ":3: must be in [1, 3]: j=9", "sample", "--ising", file, "--quiet");
    }

    @Test
    void sample_reportNowhere_isRefusedBeforeSampling() {
        for (Path bad : new Path[] {file.resolve("r.html"), directory}) {
            assertRefused(
                    "--report=" + bad,
                    "sample",
                    "--ising",
                    file,
                    "--quiet",
                    "--out",
                    directory.resolve("out"),
                    "--report",
                    bad);
        }
    }

    @Test
    void sample_checkpointInUse_isRefusedBeforeSampling() {
        assertRefused(
                "must be a new file, or be given with --resume: --checkpoint=" + file,
                "sample",
                "--ising",
                file,
                "--quiet",
                "--out",
                directory.resolve("out"),
                "--checkpoint",
                file);
    }

    @Test
    void sample_sinkInUseOrNowhere_isRefusedBeforeSampling() {
        for (Path bad : new Path[] {directory, file, file.resolve("draws")}) {
            assertRefused(
                    "--sink=" + bad,
                    "sample",
                    "--ising",
                    file,
                    "--quiet",
                    "--out",
                    directory.resolve("out"),
                    "--sink",
                    bad);
        }
    }

    @Test
    void sample_outIsAFile_isRefusedBeforeSampling() {
        assertRefused(
                "must be a directory, or a path where one can be made: --out=" + file,
                "sample",
                "--ising",
                file,
                "--quiet",
                "--out",
                file);
    }

    @Test
    void quickstart_tooFewSteps_isRefused() {
        assertRefused("must be >= 4: --steps=3", "quickstart", "--steps", 3, "--out", directory.resolve("out"));
    }

    @Test
    void lbp_noCommand_isRefused() {
        assertRefused("Missing required subcommand");
    }

    private static void assertRefused(String message, Object... arguments) {
        Terminal terminal = Terminal.run(arguments);
        assertThat(terminal.err).contains(message).doesNotContain("\tat ");
        assertThat(terminal.out).isEmpty();
        assertThat(terminal.exitCode).isEqualTo(2);
    }
}
