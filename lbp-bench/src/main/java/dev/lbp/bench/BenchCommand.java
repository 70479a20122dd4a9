package dev.lbp.bench;

import dev.lbp.cli.run.DefaultOutput;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.internal.Check;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lbp bench}: the benchmarks behind docs/results/performance.md, and its tables. */
@Command(
        name = "bench",
        sortOptions = false,
        description = {
            "Run the JMH benchmarks and write what they found as tables.",
            "",
            "What is compared is run in turn, round after round; figures are medians over rounds, with the least and the"
                    + " largest. Times need an otherwise idle machine.",
            ""
        },
        footer = {
            "",
            "Written to --out: tables.md, jmh.log, and jmh.json, which is JMH's -rf json with the forks of a"
                    + " benchmark for its rounds.",
            "Ctrl-C ends it with the tables printed so far.",
            "",
            "A benchmark of one's own choice: java -jar benchmarks.jar NAME, beside lbp.jar."
        })
final class BenchCommand implements Callable<Integer> {

    private static final List<String> FILES = List.of("tables.md", "jmh.json", "jmh.log");

    @Option(
            names = "--preset",
            paramLabel = "P",
            description = "short, at most twelve minutes, or full, at most half an hour. Default: short.")
    private Preset preset = Preset.SHORT;

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            description =
                    "Only the tables with this in their title: weights, steps, networks, selection, tempering, threads."
                            + " Default: all.")
    private @Nullable String only;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory to write to; files of the same names are replaced. Default: lbp-bench-results, or"
                    + " if that is there lbp-bench-results-2, and so on.")
    private @Nullable Path out;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, RunnerException {
        List<Section> chosen = chosen(preset.sections());
        Path path = out == null ? DefaultOutput.free(Path.of("lbp-bench-results"), "") : out;
        try (CommandFiles files = new CommandFiles()) {
            files.writesInto("--out", path, FILES).prepare();
            measure(
                    chosen,
                    OutputDirectory.at(path),
                    Objects.requireNonNull(spec).commandLine().getOut());
        }
        return 0;
    }

    /** The sections whose title contains the text of {@code --only}; all sections without it. */
    private List<Section> chosen(List<Section> sections) {
        if (only == null) {
            return sections;
        }
        String part = only.toLowerCase(Locale.ROOT);
        Check.that(!part.isEmpty(), "not be empty", "--only", only);
        List<Section> chosen = sections.stream()
                .filter(section -> section.title().toLowerCase(Locale.ROOT).contains(part))
                .toList();
        Check.that(
                !chosen.isEmpty(),
                "be part of one of " + sections.stream().map(Section::title).toList(),
                "--only",
                only);
        return chosen;
    }

    /** Runs the sections, prints each table when it is ready, and writes all files. */
    static void measure(List<Section> sections, OutputDirectory directory, PrintWriter console)
            throws IOException, RunnerException {
        StringBuilder tables = new StringBuilder();
        List<RunResult> all = new ArrayList<>();
        try (PrintStream log = stream(directory.path("jmh.log"))) {
            OutputFormat format = OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL);
            for (Section section : sections) {
                List<RunResult> results = section.run(format, round -> {
                    console.printf("%s: round %d of %d%n", section.title(), round, section.rounds());
                    console.flush();
                });
                all.addAll(results);
                String text = section.text(results);
                tables.append(text);
                console.printf("%n%s", text);
            }
            directory.write("jmh.log", file -> checkWritten(log, file)); // the sections have written it
        }
        directory.write("jmh.json", file -> writeJson(all, file));
        directory.write("tables.md", () -> tables);
        console.println(directory.listing());
        console.flush();
        directory.check();
    }

    private static void writeJson(List<RunResult> results, Path file) throws IOException {
        try (PrintStream json = stream(file)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, json).writeOut(results);
            checkWritten(json, file);
        }
    }

    /** Throws if a write to the stream failed: JMH's streams do not report a full disk. */
    private static void checkWritten(PrintStream stream, Path file) throws IOException {
        if (stream.checkError()) {
            throw new IOException("cannot write " + file);
        }
    }

    private static PrintStream stream(Path file) throws IOException {
        WholeFile.renew(file);
        return new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
    }
}
