package dev.lbp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lbp.cli.option.SamplerKind;
import dev.lbp.internal.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LbpTest {

    @Test
    void help_ofEveryCommand_fitsTheTerminal() {
        Terminal.assertHelpFits();
    }

    @Test
    void version_isPrinted() {
        Terminal terminal = Terminal.run("--version");
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).startsWith("lbp ");
    }

    /** Of two commands with one place in the help, one would be lost. */
    @Test
    void provided_placeTakenTwice_isRefused() {
        CommandProvider one = () -> Map.of(10, String.class);
        CommandProvider other = () -> Map.of(10, Integer.class);
        assertThat(Lbp.provided(List.of(one))).containsOnlyKeys(10);
        assertThatIllegalStateException()
                .isThrownBy(() -> Lbp.provided(List.of(one, other)))
                .withMessage(
                        "must have a place of its own in the help: java.lang.Integer has that of java.lang.String, 10");
    }

    @Test
    void stacktrace_isShownOnRequest(@TempDir Path directory) {
        Terminal terminal = Terminal.run("sample", "--ising", directory.resolve("none"), "--stacktrace");
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err).contains("must be a file that exists", "\tat ");
    }

    @Test
    void help_ofACommand_isItsHelp() {
        Terminal terminal = Terminal.run("help", "sample");
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).isEqualTo(Terminal.run("sample", "--help").out).contains("--until-ess");
    }

    @Test
    void help_ofACommand_hasExamplesFirst_thenTheOptionsThatMostNeed_thenGroups() {
        String help = Terminal.run("sample", "--help").out;
        assertThat(help)
                .containsSubsequence(
                        "Usage: lbp sample [OPTIONS]",
                        "Example, a large cut",
                        "Needed most:",
                        "--ising=FILE",
                        "--out=DIR",
                        "Input and target:",
                        "--qubo=FILE",
                        "Length:",
                        "--chains=N",
                        "Sampler:",
                        "--sampler=NAME",
                        "Temperatures:",
                        "--replicas=N|auto",
                        "Output:",
                        "Long runs and many machines:",
                        "--part=K/M",
                        "Exit codes:");
        assertThat(help.split(" --ising=FILE ", -1)).hasSize(2);
        assertThat(Terminal.run("cover", "--help").out).containsSubsequence("Priors:", "--beta=", "Length:");
    }

    @Test
    void groups_ofTheHelp_nameOptionsThatAreThere() {
        Set<String> there = new HashSet<>();
        for (String command : Lbp.commandLine().getSubcommands().keySet()) {
            Lbp.commandLine(command)
                    .getSubcommands()
                    .get(command)
                    .getCommandSpec()
                    .options()
                    .forEach(option -> there.addAll(List.of(option.names())));
        }
        assertThat(there).containsAll(HelpPage.names());
    }

    @Test
    void help_ofSamplers_hasALineOfEach() {
        Terminal terminal = Terminal.run("help", "sampler");
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).isEqualTo(Terminal.run("sampler").out);
        assertThat(Terminal.run("help", "sampler", "Pas").out)
                .isEqualTo("  pas            the same, weighed again after each flip or move\n");
        for (SamplerKind kind : SamplerKind.values()) {
            assertThat(terminal.out.lines()).anyMatch(line -> line.startsWith("  " + kind + " "));
        }
    }

    @Test
    void help_ofNoCommand_isRefused() {
        Terminal terminal = Terminal.run("part", "--help");
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err).startsWith("lbp: must be a command (of ");
        assertThat(terminal.out).isEmpty();
    }

    @Test
    void sample_pairsListedTwice_isSaid(@TempDir Path directory) throws IOException {
        Path graph = Files.writeString(directory.resolve("g"), "2 2\n1 2 1\n2 1 1\n");
        Terminal terminal =
                Terminal.run("sample", "--ising", graph, "--draws", 10, "--quiet", "--out", directory.resolve("out"));
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).contains("note: pairs listed more than once: 1; their weights add up.");
    }

    /** What is thrown where neither the home directory nor the temporary folder can be written to. */
    @Test
    void text_libraryThatCannotBeLoaded_saysWhyAndWhatHelps() {
        Throwable link = new UnsatisfiedLinkError("java.io.IOException: Could not create the cache");
        link.initCause(new IOException(
                "Could not create the cache: Set the \"org.bytedeco.javacpp.cachedir\" system property."));
        Throwable failure =
                new ExceptionInInitializerError(new IllegalStateException("is probably missing dependencies", link));
        assertThat(Lbp.text(new IllegalStateException("the run failed: " + Failures.words(failure), failure)))
                .isEqualTo(Lbp.text(failure))
                .startsWith("cannot load a library: Could not create the cache: ")
                .contains("home directory", "temporary folder", "java -Dorg.bytedeco.javacpp.cachedir=DIR");
        assertThat(Lbp.text(new IllegalArgumentException("must have native code for this machine", link)))
                .isEqualTo("must have native code for this machine");
        assertThat(Lbp.text(new UnsatisfiedLinkError("x.so")))
                .isEqualTo("cannot load a library: java.lang.UnsatisfiedLinkError: x.so");
    }
}
