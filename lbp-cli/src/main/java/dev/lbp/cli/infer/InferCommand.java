package dev.lbp.cli.infer;

import dev.lbp.cli.run.CheckpointOptions;
import dev.lbp.cli.run.LongRunOptions;
import dev.lbp.cli.run.OutputOptions;
import dev.lbp.cli.run.RunOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.cli.terminal.Interruption;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.infer.ImpossibleEvidenceException;
import dev.lbp.infer.Inference;
import dev.lbp.infer.Posterior;
import dev.lbp.infer.TooWideException;
import dev.lbp.infer.io.GraphFile;
import dev.lbp.infer.io.UaiResult;
import dev.lbp.internal.Check;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lbp infer}: marginals of a Bayesian network or factor graph, given evidence. */
@Command(
        name = "infer",
        sortOptions = false,
        description = {
            "What a Bayesian network or factor graph says, given observations: the probability of each value of each"
                    + " variable, that of the observations, and the most probable explanation. Exact where the graph is"
                    + " narrow enough, else estimated, with errors and a verdict.",
            "",
            "FILE is gzip or not. Its first word tells its form:",
            "  network, variable   BIF, of Bayesian networks with names",
            "  BAYES, MARKOV       UAI, with numbers in the place of names",
            ""
        },
        footer = {
            "",
            "Written to --out, where NAME is that of FILE without .gz: summary.txt, marginals.csv, report.html, and in the"
                    + " form of UAI NAME.MAR, NAME.PR (base 10), with --map NAME.MPE.",
            "",
            "Example, what a doctor sees:",
            "  lbp infer alarm.bif --observe HRBP=HIGH --observe CVP=LOW --query HYPOVOLEMIA",
            "Example, a file of the UAI competitions:",
            "  lbp infer Grids_11.uai.gz --evidence Grids_11.uai.evid --map",
            "Example, an estimate that is saved, and goes on by the same command:",
            "  lbp infer linkage_14.uai.gz --time 5m --checkpoint linkage.run"
        })
public final class InferCommand implements Callable<Integer> {

    private static final String GZIP = ".gz";

    @Parameters(paramLabel = "FILE", converter = FilePath.class, description = "The network or graph.")
    private Path file = Path.of("");

    @Mixin
    private QuestionOptions question = new QuestionOptions();

    @Option(
            names = "--time",
            paramLabel = "DURATION",
            converter = LongRunOptions.Time.class,
            description =
                    "Estimate for this long, such as 1m; default: 20s, or no limit with --draws. Also the longest search for a"
                            + " good order of elimination; default: about as long as the exact answer takes.")
    private @Nullable Duration time;

    @Option(
            names = "--draws",
            paramLabel = "N",
            description =
                    "End the estimate after N draws of each of 4 chains, and not by time: the same seed gives the same digits.")
    private @Nullable Integer draws;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "With --draws: steps of each chain before the first one. Default: 2000.")
    private @Nullable Integer warmup;

    @Option(names = "--exact", description = "Refuse a graph that is too wide for an exact answer.")
    private boolean exact;

    @Option(names = "--sample", description = "Estimate even if the exact answer would fit into memory.")
    private boolean sample;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            converter = FilePath.class,
            description = "Write the page for a browser to FILE, in place of report.html in --out.")
    private @Nullable Path page;

    @Mixin
    private CheckpointOptions checkpoints = new CheckpointOptions();

    @Mixin
    private RunOptions options = new RunOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Spec
    private @Nullable CommandSpec command;

    /** Checks the options, declares the files, reads the graph, answers, and writes. Returns the exit code. */
    @Override
    public Integer call() throws IOException {
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            checkOptions();
            Path path = output.path("infer");
            declare(files, path);
            files.prepare();
            checkpoints.checkSame(files, Map.of());
            GraphFile read = options.doing("reading " + file, () -> GraphFile.read(file));
            SortedMap<Integer, Integer> observed = question.evidence().observed(read.graph());
            List<Integer> asked = question.asked(read.graph());
            InferReport report = options.doing("inference", () -> answer(read, observed, asked, interruption));
            interruption.begin();
            return writeResults(report, OutputDirectory.at(path, interruption));
        } catch (TooWideException | ArithmeticException e) { // by the file or an option, too
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (IllegalStateException e) { // no possible draw was made
            PrintWriter err = Objects.requireNonNull(command).commandLine().getErr();
            err.println("lbp infer: " + e.getMessage() + "; try it" + longer());
            err.print(checkpoints.hint(longer()));
            return ExitCodes.FAILURE;
        }
    }

    /** What differs in a command that goes on with an estimate, with a blank before it. */
    private String longer() {
        return draws == null || time != null ? " with a longer --time" : " with more --draws";
    }

    private void checkOptions() {
        options.check();
        Check.that(time == null || time.compareTo(Duration.ZERO) > 0, "be > 0", "time", "" + time);
        Check.that(!exact || !sample, "be left out with --exact: --sample");
        Check.that(!exact || draws == null, "be left out with --exact", "--draws", "" + draws);
        Check.that(!exact || !checkpoints.isGiven(), "be left out with --exact: --checkpoint");
        Check.that(draws == null || draws > 0, "be > 0", "--draws", "" + draws);
        Check.that(warmup == null || draws != null, "be given with --draws N", "--warmup", "" + warmup);
    }

    /** Declares the files that the command reads, and those that it writes into {@code path} and elsewhere. */
    private void declare(CommandFiles files, Path path) {
        files.reads("FILE", file);
        question.evidence().declare(files);
        files.writesInto("--out", path, page == null ? List.of("report.html") : List.of());
        files.writesInto("--out", path, InferReport.FILES).writesInto("--out", path, uaiFiles());
        if (page != null) {
            files.writes("--report", page);
        }
        checkpoints.declare(files);
    }

    /** The name of the input file without {@code .gz}. */
    private String name() {
        String name = "" + file.getFileName();
        return name.endsWith(GZIP) ? name.substring(0, name.length() - GZIP.length()) : name;
    }

    /** The files in the form of the UAI contests: marginals, the probability of the evidence, the best state. */
    private List<String> uaiFiles() {
        List<String> names = new ArrayList<>(List.of(name() + ".MAR", name() + ".PR"));
        if (question.map()) {
            names.add(name() + ".MPE");
        }
        return names;
    }

    /** Computes the answer, and for comparison the marginals without the observations if they are cheap. */
    private InferReport answer(
            GraphFile read, SortedMap<Integer, Integer> observed, List<Integer> asked, Interruption interruption) {
        FactorGraph graph = read.graph();
        Posterior posterior;
        try {
            posterior = posterior(inference(graph, observed), interruption);
        } catch (ImpossibleEvidenceException e) {
            throw impossible(e, graph, observed);
        }
        List<String> notes = posterior.isExact() ? unusedOptions() : new ArrayList<>();
        double @Nullable [][] before = observed.isEmpty() ? marginals(posterior) : exactMarginals(graph);
        if (before == null) {
            notes.add("Without the observations the graph is too wide for an exact answer, so no change is told.");
        }
        return new InferReport(
                name(), read, observed, asked, marginals(posterior), before, posterior, question.map(), notes);
    }

    /** Runs the inference: exactly, by sampling, or as it chooses. */
    private Posterior posterior(Inference inference, Interruption interruption) {
        checkpoints.applyTo(inference::checkpoint, inference::checkpoint);
        inference.listener(new SamplingListener() {
            /** Marks that from now on there is a run to save and a result to write, also after a signal. */
            @Override
            public void started(String run, long warmUpSteps, long drawSteps) {
                checkpoints.begun();
                interruption.begin();
            }

            @Override
            public void finished(RunResult result) { // after an interruption this ends the process
                interruption.saved(() -> checkpoints.hint("").strip());
            }
        });
        return exact ? inference.exact() : sample ? inference.sample() : inference.run();
    }

    /** The refusal of observations that contradict each other, or of a graph without a possible state. */
    private IllegalArgumentException impossible(
            ImpossibleEvidenceException e, FactorGraph graph, SortedMap<Integer, Integer> observed) {
        String observations = e.sites().stream()
                .map(i ->
                        "\"" + graph.name(i) + "=" + graph.valueName(i, Objects.requireNonNull(observed.get(i))) + "\"")
                .collect(Collectors.joining(" and "));
        return new IllegalArgumentException(
                observations.isEmpty()
                        ? "must have a state of probability above 0, whatever is observed: " + file
                        : "must be possible together: the observations " + observations,
                e);
    }

    /** Notes on options that an exact answer has no use for. */
    private List<String> unusedOptions() {
        List<String> notes = new ArrayList<>();
        if (sample) {
            notes.add("All variables are cheap to sum out, so that nothing was left to sample.");
        } else if (draws != null) {
            notes.add("An exact answer has no chains, so there was no use for --draws"
                    + (warmup == null ? "." : " and --warmup."));
        }
        if (checkpoints.isGiven()) {
            notes.add("An exact answer saves nothing, so no file was written for --checkpoint.");
        }
        return notes;
    }

    /** The marginals without observations; null if the graph is too wide to compute them exactly. */
    private double @Nullable [][] exactMarginals(FactorGraph graph) {
        try {
            return marginals(inference(graph, Map.of()).exact());
        } catch (TooWideException e) {
            return null;
        }
    }

    private static double[][] marginals(Posterior posterior) {
        return IntStream.range(0, posterior.graph().sites())
                .mapToObj(posterior::marginal)
                .toArray(double[][]::new);
    }

    /** An inference with the settings of the options. */
    private Inference inference(FactorGraph graph, Map<Integer, Integer> observed) {
        Inference inference = Inference.of(graph).seed(options.seed).threads(options.threads);
        if (time != null) {
            inference.time(time);
        }
        if (draws != null) {
            inference.draws(draws);
        }
        if (warmup != null) {
            inference.warmup(warmup);
        }
        if (!options.quiet) {
            inference.progress(this::printLine);
        }
        observed.forEach(inference::observe);
        return inference;
    }

    private void printLine(String line) {
        PrintWriter err = Objects.requireNonNull(command).commandLine().getErr();
        err.println("lbp: " + line);
        err.flush();
    }

    /** Writes the results. Returns the exit code. */
    private int writeResults(InferReport report, OutputDirectory directory) throws IOException {
        PrintWriter console = Objects.requireNonNull(command).commandLine().getOut();
        directory.printAndWrite(console, "summary.txt", report::text);
        directory.write("marginals.csv", report::csv);
        directory.write(name() + ".MAR", () -> UaiResult.marginals(report.graph(), report.posterior()));
        directory.write(name() + ".PR", () -> UaiResult.partition(report.posterior()));
        if (question.map()) {
            directory.write(name() + ".MPE", () -> UaiResult.best(report.posterior()));
        }
        directory.saved();
        if (page == null) {
            directory.write("report.html", () -> new InferPage(report).html());
        } else {
            directory.writeElsewhere("Report", page, file -> WholeFile.replace(file, new InferPage(report).html()));
        }
        console.println(directory.listing());
        if (!report.posterior().isExact()) {
            console.print(checkpoints.hint(longer()));
        }
        console.flush();
        directory.check();
        return 0;
    }
}
