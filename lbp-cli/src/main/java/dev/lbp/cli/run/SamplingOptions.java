package dev.lbp.cli.run;

import dev.lbp.Run;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.cli.terminal.Interruption;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Waiting;
import dev.lbp.internal.Check;
import dev.lbp.internal.html.Page.Section;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.result.StopReason;
import dev.lbp.result.TemperingResult;
import dev.lbp.runtime.report.ReportTerms;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The options of a command that samples one target, and its run, up to the written results. */
public final class SamplingOptions {

    public static final String SUMMARY = "summary.txt";

    @Mixin
    private final Lengths lengths;

    @Mixin
    private final LongRunOptions longRun = new LongRunOptions();

    @Mixin
    private final RunOptions options = new RunOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final PartOptions parts = new PartOptions();

    @Option(
            names = "--report",
            paramLabel = "FILE",
            converter = FilePath.class,
            description = "Write a report of the run to FILE, a page for a browser, with plots and a verdict.")
    private @Nullable Path report;

    @Option(
            names = "--watch",
            description =
                    "With --report: write FILE every few seconds while draws are made. A browser loads it again by itself.")
    private boolean watch;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** The text and the files of a result. */
    public interface Findings {

        /** The title of the report. */
        String title();

        /** What the report calls sites and values. */
        default ReportTerms terms() {
            return ReportTerms.NUMBERS;
        }

        /** Sections of the report that this command alone has. */
        default List<Section> sections() {
            return List.of();
        }

        /** The text that the command prints after the run. */
        String text();

        /** Writes the files that this command alone has. */
        void write(OutputDirectory directory);

        /** The table of the temperatures of a tempered run, as comma-separated values. */
        String temperingCsv(TemperingResult ladder);

        /** Writes a picture of the log-probability. */
        default void picture(TraceDraws draws, Path file) throws IOException {
            draws.picture(file, title(), "log-probability", DoubleUnaryOperator.identity());
        }
    }

    /** @param lengths the defaults of the command */
    public SamplingOptions(Lengths lengths) {
        this.lengths = lengths;
    }

    /** Sets the values of options that were not given. Must be called before {@link #prepare}. */
    public void setDefaults(int chains, int warmup) {
        ParseResult parsed = Objects.requireNonNull(command).commandLine().getParseResult();
        lengths.chains = parsed.hasMatchedOption("--chains") ? lengths.chains : chains;
        lengths.warmup = parsed.hasMatchedOption("--warmup") ? lengths.warmup : warmup;
    }

    /**
     * Sets the number of draws of a run with {@code --time} and without {@code --draws}, before {@link #prepare}. The
     * time alone then ends the run, so the progress bar shows the time instead of draws.
     */
    public void usualWithTime(int draws) {
        ParseResult parsed = Objects.requireNonNull(command).commandLine().getParseResult();
        if (!parsed.hasMatchedOption("--draws") && longRun.time() != null) {
            lengths.draws = draws;
            options.end = longRun.time();
        }
    }

    /** The number of chains. */
    public int chains() {
        return lengths.chains;
    }

    public PartOptions parts() {
        return parts;
    }

    /** Sets that a training comes before the run. Must be called before {@link #prepare}. */
    public void trainFirst() {
        // true: --alignment was given, since nothing else makes a training come first
        parts.refuse(true, "--alignment", "because each part would train a model: train one, and give --model");
        checkpoints().trainFirst();
    }

    public CheckpointOptions checkpoints() {
        return longRun.checkpoints();
    }

    public RunOptions options() {
        return options;
    }

    /** Checks a run. A command calls it before long work that comes before the run. */
    public void check(Run<?, ?, ?> run) {
        checkpoints().checkWhole();
        longRun.applyTo(run);
        options.apply(run, lengths);
        run.check();
    }

    /** Prints and writes the text of a command that ends before its run, and how to go on if it was interrupted. */
    public void end(String text, StopReason reason, OutputDirectory directory) throws IOException {
        PrintWriter console = Objects.requireNonNull(command).commandLine().getOut();
        directory.printAndWrite(console, SUMMARY, () -> text);
        console.println(directory.listing());
        console.print(checkpoints().hint(reason));
        console.flush();
        directory.check();
    }

    /** See {@link RunOptions#doing}. */
    public <T> T doing(String what, RunOptions.Work<T> work) throws IOException {
        return options.doing(what, work);
    }

    /**
     * Checks the options that name files, declares and prepares the files that are written, and compares the options
     * with those of a saved run. A part of a run declares no results: {@code lbp merge} writes them.
     *
     * @param files has the files that are read
     * @param interruption ends the process once results are saved, if the command was interrupted
     * @param names the files of the output directory
     * @param defaults the values of options that are left out, beside those that picocli knows
     */
    public OutputDirectory prepare(
            CommandFiles files, Interruption interruption, List<String> names, Map<String, String> defaults)
            throws IOException {
        parts.checkCombination(output.given());
        Check.that(!watch || report != null, "be given with --report FILE: --watch");
        parts.refuse(watch, "--watch", "because a part has no results");
        longRun.check(parts);
        Path path = output.path(Objects.requireNonNull(command).name());
        if (!parts.isGiven()) {
            List<String> all = new ArrayList<>(List.of(SUMMARY));
            all.addAll(names);
            RunOutput.ALL.forEach(common -> all.add(common.name()));
            files.writesInto("--out", path, all);
        }
        if (report != null) {
            files.writes("--report", report);
        }
        parts.declare(files, path);
        longRun.declare(files, parts.isGiven() || parts.isMerging());
        parts.checkSameCommand(files);
        files.prepare();
        checkpoints().checkSame(files, defaults);
        return OutputDirectory.at(path, interruption);
    }

    /**
     * Refuses the options that name one file for one run.
     *
     * @throws IllegalArgumentException if one was given
     */
    public void refuseOneRun() {
        String several = "be left out with several instances: ";
        Check.that(!checkpoints().isGiven(), several + "those finished are not run again: --checkpoint");
        Check.that(longRun.sink() == null, several + "run one alone", "--sink", "" + longRun.sink());
        Check.that(report == null, several + "run one alone", "--report", "" + report);
        Check.that(!parts.isGiven(), several + "each of them is a run: --part");
    }

    /** Whether draws are streamed to files. */
    public boolean sinks() {
        return longRun.sink() != null;
    }

    /** The directory that results are written to. */
    public Path out() {
        return output.path(Objects.requireNonNull(command).name());
    }

    /** Replaces the seed and the directory that were given. */
    public void replace(long seed, Path directory) {
        options.seed = seed;
        output.replace(directory);
    }

    /**
     * Executes or resumes a run and writes its results, also those of a run that fails.
     * @param unit the number of successive chains that must stay together in one part of the run, such as a batch
     * @param type the type of the results
     * @param findings makes the text and the files of a result
     * @return the exit code
     */
    public <R extends RunResult> int carryOut(
            Run<?, R, ?> run, int unit, Class<R> type, OutputDirectory directory, Function<R, Findings> findings)
            throws IOException {
        longRun.applyTo(run);
        options.apply(run, lengths);
        if (parts.isGiven()) {
            run.check();
            return parts.carryOut(run::part, lengths.chains, unit, options, run::listener);
        }
        R result;
        try {
            result = parts.isMerging() ? run.merge(parts.drawn()) : sampled(run, type, findings);
        } catch (RunException e) {
            Optional<R> partial = e.partialResult(type);
            if (partial.isPresent()) {
                writeAfter(e, partial.get(), findings.apply(partial.get()), directory);
            }
            throw e;
        }
        write(result, findings.apply(result), directory);
        if (result.stopReason() == StopReason.BUDGET && result.draws() == 0) {
            sayOverBeforeDraws();
            return ExitCodes.FAILURE;
        }
        return result.stopReason() == StopReason.INTERRUPTED ? ExitCodes.INTERRUPTED : 0;
    }

    /** Executes or resumes a run, with a progress bar, and with {@code --watch} with a report while it runs. */
    private <R extends RunResult> R sampled(Run<?, R, ?> run, Class<R> type, Function<R, Findings> findings) {
        PrintWriter warnings = Objects.requireNonNull(command).commandLine().getErr();
        Consumer<Supplier<RunResult>> reports = !watch
                ? soFar -> {}
                : new LiveReport(
                        Objects.requireNonNull(report),
                        made -> findings.apply(type.cast(made)),
                        warnings,
                        LiveReport.EVERY);
        return options.watched(
                "sampling",
                checkpoints()::begun,
                reports,
                run::listener,
                () -> checkpoints().carryOut(run::run, run::resume));
    }

    /** Prints that the time was over before the first draw, and what to do. */
    private void sayOverBeforeDraws() {
        CommandLine line = Objects.requireNonNull(command).commandLine();
        String words = checkpoints().isGiven()
                ? ": --time was over before the first draw: the same command goes on with the warm-up"
                : ": must be longer, for it was over before the first draw: --time";
        line.getErr().println(command.qualifiedName() + words);
    }

    /** Writes the results of a failed run; on a full disk this may fail as well. */
    private void writeAfter(RunException failure, RunResult result, Findings findings, OutputDirectory directory) {
        try {
            write(result, findings, directory);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Writes the files and the report of a result, prints its text, and fails at the end if a file was not written. */
    private void write(RunResult result, Findings findings, OutputDirectory directory) throws IOException {
        PrintWriter console = Objects.requireNonNull(command).commandLine().getOut();
        try (Waiting waiting = Waiting.of(options.quiet ? "" : "writing the results")) {
            findings.write(directory); // before diagnostics, which need memory and time
            for (RunOutput output : RunOutput.ALL) {
                if (output.when().test(result)) {
                    directory.write(output.name(), file -> output.writer().write(result, findings, file));
                }
            }
            directory.saved();
            directory.printAndWrite(console, SUMMARY, findings::text);
            if (report != null) {
                directory.writeElsewhere("Report", report, LiveReport.page(result, findings)::write);
            }
        }
        console.println(directory.listing());
        if (longRun.sink() != null) {
            console.println("Draws: " + longRun.sink());
        }
        console.flush();
        directory.check();
        console.print(checkpoints().hint(result.stopReason()));
        console.flush();
    }
}
