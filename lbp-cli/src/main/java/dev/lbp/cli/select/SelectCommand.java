package dev.lbp.cli.select;

import dev.lbp.RunSlice;
import dev.lbp.cli.run.CheckpointOptions;
import dev.lbp.cli.run.DividedCommand;
import dev.lbp.cli.run.OutputOptions;
import dev.lbp.cli.run.PartOptions;
import dev.lbp.cli.run.RunOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.cli.terminal.Interruption;
import dev.lbp.cli.terminal.OptionNames;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Waiting;
import dev.lbp.internal.Check;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.select.SelectionResult;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.data.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code lbp select}: which columns of a table belong in a regression. */
@Command(
        name = "select",
        sortOptions = false,
        description = {
            "Bayesian variable selection: the probability of each column of a table to belong in a regression, linear,"
                    + " logistic, probit, of counts or of survival times.",
            "",
            "The first row of FILE has the names of the columns. All columns but the response are candidates.",
            ""
        },
        footer = {
            "",
            "Up to 2^20 models (2^15 if not linear), those of 20 candidates, are enumerated, exactly; chains sample more.",
            "Written to --out: summary.txt, inclusion.csv, coefficients.csv, models.csv, sizes.csv, pairs.csv, sets.csv,"
                    + " report.html, selection.json (all tables, for R and Python); scores.csv with --holdout, predictions.csv with --predict, priors.csv with --priors, elpd.csv with --cross-validate.",
            "Ctrl-C ends the sampling early and writes what there is; with --checkpoint, the same command goes on.",
            "",
            "Example, all columns but one in logarithms:",
            "  lbp select crime.csv --response y --log all,-So --prior bic",
            "Example, a response of no and yes, a fifth of the rows held out, and others predicted:",
            "  lbp select patients.csv --response sick --family logistic --holdout 0.2 --predict new.csv",
            "Example, terms of a formula:",
            "  lbp select houses.csv --formula \"price ~ log(area)*factor(region) + poly(age,2)\"",
            "Example, z-scores of 20,000 rows and their correlations, without the rows:",
            "  lbp select --z scores.tsv --ld ld.txt --rows 20000",
            "Example, many columns, until probabilities are known to 0.01:",
            "  lbp select genes.csv --response y --inclusion size:10 --until-pip-error 0.01"
        })
public final class SelectCommand implements DividedCommand {

    private static final String SUMMARY = "summary.txt";
    private static final String REPORT = "report.html";
    private static final String JSON = "selection.json";

    /** An argument of the library in a message, which {@link OptionNames} replaces by the option. */
    private static final Pattern OF_ARGUMENT = Pattern.compile(": \\w+=");

    private static final List<String> TABLES =
            List.of("inclusion.csv", "coefficients.csv", "models.csv", "sizes.csv", "pairs.csv", "sets.csv");

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            converter = FilePath.class,
            description = "The table, perhaps packed by gzip.")
    private @Nullable Path file;

    @Option(names = "--response", paramLabel = "NAME", description = "The column to explain.")
    private String response = "";

    @Mixin
    private SelectionScores scores = new SelectionScores();

    @Mixin
    private SelectionColumns columns = new SelectionColumns();

    @Mixin
    private SelectionFamily family = new SelectionFamily();

    @Mixin
    private SelectionRows rows = new SelectionRows();

    @Mixin
    private SelectionPriors priors = new SelectionPriors();

    @Option(names = "--top", paramLabel = "N", description = "Models in the summary. Default: ${DEFAULT-VALUE}.")
    private int top = 10;

    @Mixin
    private SelectionChains chains = new SelectionChains();

    @Mixin
    private CheckpointOptions checkpoints = new CheckpointOptions();

    @Mixin
    private RunOptions options = new RunOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private PartOptions parts = new PartOptions();

    @Option(
            names = "--report",
            paramLabel = "FILE",
            converter = FilePath.class,
            description = "Write the page for a browser to FILE, in place of report.html in --out.")
    private @Nullable Path report;

    @Spec
    private @Nullable CommandSpec spec;

    /** A note on a response of zeros and ones; may be empty. */
    private String binaryNote = "";

    /** Whether a signal has ended the table of priors or the cross-validation. */
    private boolean cutShort;

    @Override
    public Integer call() throws IOException {
        Check.that(top >= 1 && top <= 1_000, "be in [1, 1000]", "top", top);
        options.check();
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            checkParts();
            Path path = output.path("select");
            declare(files, path);
            parts.checkSameCommand(files);
            files.prepare();
            checkpoints.checkSame(files, Map.of());
            return carryOut(path, interruption);
        } catch (IllegalArgumentException e) {
            throw inFile(e);
        }
    }

    /** Declares the files of the command. Sets the response, which they depend on, if only a formula names it. */
    private void declare(CommandFiles files, Path path) throws IOException {
        String left = columns.response(); // the left side of --formula
        if (!parsed().hasMatchedOption("--response")) {
            response = left;
        }
        scores.declare(files, parsed(), file, response);
        priors.check(parsed().hasMatchedOption("--formula"));
        if (file != null) {
            files.reads("FILE", file);
        }
        rows.declare(files, family);
        if (!parts.isGiven()) {
            files.writesInto("--out", path, tableFiles()).writesInto("--out", path, List.of(SUMMARY, JSON));
        }
        if (report != null) {
            files.writes("--report", report);
        } else if (!parts.isGiven()) {
            files.writesInto("--out", path, List.of(REPORT));
        }
        parts.declare(files, path);
        checkpoints.declare(files);
    }

    private int carryOut(Path path, Interruption interruption) throws IOException {
        VariableSelection selection =
                scores.isGiven() ? priors.applyTo(scores.read(options)) : options.doing("reading " + file, this::read);
        printNote(binaryNote);
        describe(selection);
        if (parts.isGiven()) {
            return carryOutPart(selection, interruption);
        }
        SelectionResult result = parts.isMerging() ? selection.merge(parts.drawn()) : select(selection, interruption);
        if (priors.compares() && !isInterrupted(result)) {
            SelectionResult own = result;
            result = own.with(options.doing("other priors", () -> priors.compared(selection, own)));
        }
        if (rows.isCrossValidated() && !isInterrupted(result)) {
            result = rows.crossValidated(selection, result, options.quiet);
        }
        result = rows.withLevel(result); // the level of the intervals
        cutShort = Thread.interrupted() || rows.wasInterrupted(); // cleared, since files are written next
        String note = cutShort ? "note: interrupted; tables of what had not been reached are missing\n" : "";
        if (result.isExact()) {
            printNote(SelectionChains.unused(parsed()));
        }
        interruption.begin();
        return write(result, note, OutputDirectory.at(path, interruption));
    }

    private void printNote(String note) {
        if (!note.isEmpty()) {
            Objects.requireNonNull(spec).commandLine().getErr().println("lbp select: note: " + note);
        }
    }

    private static boolean isInterrupted(SelectionResult result) {
        return result.run().stream().anyMatch(run -> run.stopReason() == StopReason.INTERRUPTED);
    }

    /** Reads the table, and makes the selection. */
    private VariableSelection read() throws IOException {
        Table read = columns.apply(Objects.requireNonNull(file), columnsOfTexts(), response, family.columns());
        Table table = family.binary(read, response);
        String held = rows.column();
        Check.that(
                held == null || family.predictors(table, response).contains(held),
                "be a column that the regression does not use: --holdout=" + held);
        if (rows.hasHeldOut()) {
            Table all = held == null ? table : table.without(held);
            columns.formula(family.of(all, response)); // names faults of rows that are held out, too
        }
        Table training = rows.training(table, family.isBinary() ? response : null, options.seed);
        VariableSelection selection = priors.applyTo(columns.formula(family.of(training, response)));
        binaryNote = family.note(training, response, parsed());
        rows.check(selection, columns, training, family.predictors(training, response));
        return selection;
    }

    /** The columns that may hold texts, each with the option that names it. */
    private Map<String, String> columnsOfTexts() {
        Map<String, String> texts = new TreeMap<>();
        if (family.isBinary()) {
            texts.put(response, "--response");
        }
        family.strata().forEach(name -> texts.put(name, "--strata"));
        String held = rows.column();
        if (held != null) {
            texts.put(held, "--holdout");
        }
        return texts;
    }

    private List<String> tableFiles() {
        List<String> names = new ArrayList<>(TABLES);
        names.addAll(rows.tables());
        if (priors.compares()) {
            names.add(SelectionPriors.SENSITIVITY);
        }
        return names;
    }

    /** Adds the file to a message about data, unless the message names it already or an option is at fault. */
    private IllegalArgumentException inFile(IllegalArgumentException e) {
        Path source = file == null ? scores.file() : file;
        if (source == null) {
            return e;
        }
        String message = String.valueOf(e.getMessage()).replaceFirst(": the response$", ": the response, " + response);
        boolean isOfData = message.startsWith("must ")
                && !message.contains(source.toString())
                && !scores.isOfScores(message)
                && !message.contains(", line ")
                && !message.contains("--")
                && !OF_ARGUMENT.matcher(message).find();
        return isOfData ? new IllegalArgumentException(message + " (" + source + ")", e) : e;
    }

    @Override
    public PartOptions parts() {
        return parts;
    }

    private void checkParts() {
        parts.checkCombination(output.given());
        parts.refuse(priors.compares(), "--priors", "because it is about runs of the whole selection");
        parts.refuse(rows.isCrossValidated(), "--cross-validate", "because it is about runs of the whole selection");
        Check.that(
                !checkpoints.isGiven() || !priors.compares() && !rows.isCrossValidated(),
                "be given without --checkpoint, which saves one run: "
                        + (priors.compares() ? "--priors" : "--cross-validate"));
        parts.refuse(
                chains.isEndedByError(), "--until-pip-error", "because it is about the draws of all chains together");
        checkpoints.check(parts);
    }

    /** Carries out a part of the run of {@code --part}. Returns the exit code. */
    private int carryOutPart(VariableSelection selection, Interruption interruption) throws IOException {
        try {
            return parts.carryOut(
                    (first, count) -> {
                        RunSlice slice = selection.part(first, count);
                        interruption.begin();
                        return slice;
                    },
                    chains.chains(),
                    1, // chains need not stay together
                    options,
                    selection::listener);
        } catch (RunException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof IllegalArgumentException bad) {
                    throw bad; // the data are at fault: a model fits them exactly, or has no fit
                }
            }
            throw e;
        }
    }

    /** Sets how models are found. */
    private void describe(VariableSelection selection) {
        chains.applyTo(selection, options, parsed());
        if (!savesNothing(selection)) { // else a checkpoint would be refused, as models are enumerated
            // two overloads: of the file alone, and of the file and the time from save to save
            selection.sampling(run -> checkpoints.applyTo(run::checkpoint, run::checkpoint));
        }
    }

    /** Whether --checkpoint has no use: models are enumerated, which cannot be saved half done. */
    private boolean savesNothing(VariableSelection selection) {
        return checkpoints.isGiven() && !checkpoints.goesOn() && selection.enumerates();
    }

    private ParseResult parsed() {
        return Objects.requireNonNull(spec).commandLine().getParseResult();
    }

    /**
     * Carries the selection out. A signal during the products of columns, or during an enumeration, ends the program
     * at once, because there is nothing to save.
     */
    private SelectionResult select(VariableSelection selection, Interruption interruption) {
        return options.watched(
                "sampling",
                () -> {
                    interruption.begin();
                    if (!savesNothing(selection)) {
                        checkpoints.begun();
                    }
                },
                selection::listener,
                () -> checkpoints.carryOut(selection::run, selection::resume));
    }

    /** Writes and prints the results; predictions of many rows, which take long, come last. Returns the exit code. */
    private int write(SelectionResult selected, String note, OutputDirectory directory) throws IOException {
        PrintWriter console = Objects.requireNonNull(spec).commandLine().getOut();
        Optional<SampleResult> run = selected.run();
        String hint = run.map(made -> checkpoints.hint(made.stopReason())).orElse("");
        if (run.isPresent() && run.get().draws() == 0) {
            console.println("Interrupted before the first draw: nothing is known yet, and nothing is written.");
            console.print(hint);
            console.flush();
            return ExitCodes.INTERRUPTED;
        }
        try (Waiting waiting = Waiting.of(options.quiet ? "" : "writing the results")) {
            TABLES.forEach(table -> directory.writeAll(List.of(table), to -> selected.exportCsv(to, table)));
            directory.saved();
            SelectionResult result = rows.scored(selected, directory); // with scores and few predictions
            if (result.priors().isPresent()) {
                directory.writeAll(
                        List.of(SelectionPriors.SENSITIVITY), to -> result.exportCsv(to, SelectionPriors.SENSITIVITY));
            }
            directory.printAndWrite(
                    console,
                    SUMMARY,
                    () -> run.map(made -> OptionNames.inSummary(result.summary(top), made.stopReason()))
                            .orElseGet(() -> result.summary(top)));
            console.print(note);
            console.flush();
            if (report == null) {
                directory.write(REPORT, result::report);
            } else {
                directory.writeElsewhere("Report", report, result::report);
            }
            directory.write(JSON, result::exportJson);
            rows.writeMany(result, directory);
        }
        console.print(rows.unused() + rows.beyond(selected));
        console.println(directory.listing());
        console.flush();
        directory.check();
        console.print(hint);
        console.flush();
        rows.checkScored();
        return cutShort || isInterrupted(selected) ? ExitCodes.INTERRUPTED : 0;
    }
}
