package dev.lbp.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts commands and sends signals to them. A build in the background of a shell ignores INT, one that nohup starts
 * ignores HUP, and their processes inherit that: no Java program changes it, but GNU's env does.
 */
public final class Signals {

    /** The words that give a process the default for all signals below; empty where env has no such option. */
    private static final List<String> RESET = reset();

    private Signals() {}

    private static List<String> reset() {
        List<String> env = List.of("env", "--default-signal=INT,TERM,HUP");
        try {
            return exitCode(with(env, List.of("true"))) == 0 ? env : List.of();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> with(List<String> first, List<String> more) {
        List<String> words = new ArrayList<>(first);
        words.addAll(more);
        return words;
    }

    private static int exitCode(List<String> words) throws IOException, InterruptedException {
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** A process of a command line, to start. */
    public static ProcessBuilder process(List<String> arguments) {
        return new ProcessBuilder(with(RESET, Terminal.process(arguments)));
    }

    /** Sends a signal, or TERM if the process ignores that signal from its start; both end it in the same way. */
    public static void send(String signal, Process process) throws IOException, InterruptedException {
        boolean ignored = exitCode(with(RESET, List.of("sh", "-c", "kill -" + signal + " $$"))) == 0;
        exitCode(List.of("sh", "-c", "kill -" + (ignored ? "TERM" : signal) + " " + process.pid()));
    }
}
