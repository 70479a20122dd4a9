package dev.lbp.bench.cli;

import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs a command line in this process and keeps what it prints. */
final class Terminal {

    final int exitCode;
    final String out;
    final String err;

    private Terminal(int exitCode, String out, String err) {
        this.exitCode = exitCode;
        this.out = out;
        this.err = err;
    }

    static Terminal run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine = Lbp.commandLine()
                .setOut(new PrintWriter(new BufferedWriter(out))) // shows only what a command flushes
                .setErr(new PrintWriter(err))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        String[] strings = new String[arguments.length];
        for (int k = 0; k < strings.length; k++) {
            strings[k] = arguments[k].toString();
        }
        int exitCode = commandLine.execute(strings);
        return new Terminal(exitCode, out.toString(), err.toString());
    }

    /** The words that start a command line in a process of its own. */
    static List<String> process(List<String> arguments) {
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
    double number(String label) {
        return number(label, "");
    }

    /** The same, with words after the number. */
    double number(String label, String words) {
        String line =
                out.lines().filter(text -> text.startsWith(label)).findFirst().orElseThrow();
        int end = words.isEmpty() ? line.length() : line.indexOf(words);
        return Double.parseDouble(line.substring(label.length(), end).strip());
    }
}
