package dev.lbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/** Runs a command line in this process and keeps what it prints. */
public final class Terminal {

    public final int exitCode;
    public final String out;
    public final String err;

    private Terminal(int exitCode, String out, String err) {
        this.exitCode = exitCode;
        this.out = out;
        this.err = err;
    }

    public static Terminal run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] strings = new String[arguments.length];
        for (int k = 0; k < strings.length; k++) {
            strings[k] = arguments[k].toString();
        }
        CommandLine commandLine = Lbp.commandLine(strings)
                .setOut(new PrintWriter(new BufferedWriter(out))) // shows only what a command flushes
                .setErr(new PrintWriter(err))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        int exitCode = commandLine.execute(strings);
        return new Terminal(exitCode, out.toString(), err.toString());
    }

    /** Checks the help of {@code lbp} and of each of its commands, and returns their names. */
    public static Set<String> assertHelpFits() {
        Set<String> commands = Lbp.commandLine().getSubcommands().keySet();
        for (String command : commands) {
            Terminal terminal = run("help", command);
            assertThat(terminal.exitCode).isZero();
            assertThat(terminal.out).contains("Usage: lbp", "130").doesNotContain("null");
            assertThat(terminal.out.lines()).allMatch(line -> line.length() <= 80);
        }
        assertThat(run("--help").out.lines()).allMatch(line -> line.length() <= 80);
        return commands;
    }

    /** The words that start a command line in a process of its own. */
    public static List<String> process(List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Lbp.class.getName()));
        words.addAll(arguments);
        return words;
    }

    /** The number after a label at the start of a line of the output. */
    public double number(String label) {
        return number(label, "");
    }

    /** The same, with words after the number. */
    public double number(String label, String words) {
        String line =
                out.lines().filter(text -> text.startsWith(label)).findFirst().orElseThrow();
        int end = words.isEmpty() ? line.length() : line.indexOf(words);
        return Double.parseDouble(line.substring(label.length(), end).strip().split(" ")[0]);
    }
}
