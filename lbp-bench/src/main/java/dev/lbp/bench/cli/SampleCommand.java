package dev.lbp.bench.cli;

import dev.lbp.Report;
import dev.lbp.Run;
import dev.lbp.bench.cli.SamplerOptions.Form;
import dev.lbp.bench.instance.InstanceReader;
import dev.lbp.bench.instance.LinkList;
import dev.lbp.bench.instance.ModelFile;
import dev.lbp.bench.instance.WeightTable;
import dev.lbp.internal.Check;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.result.StopReason;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lbp sample}: draws from the Boltzmann distribution of an instance file. */
@Command(
        name = "sample",
        sortOptions = false,
        description = {
            "Sample an Ising or QUBO instance, a trained RBM or network, pi(x) proportional to exp(-beta E(x)), or assignments or matchings"
                    + " with weights, exp(beta weight(x)).",
            "",
            "An Ising or QUBO instance is a line \"n m\" and m lines \"i j weight\", sites from 1 to n, gzip or not (the form of rudy and Gset);",
            "a table of an assignment is n lines of n numbers between blanks or commas; candidate links of a matching are a line",
            "\"n1 n2 m\" and m lines \"i j weight\". What follows a # is a comment. FILE - is standard input.",
            ""
        },
        footer = {
            "",
            "Written to --out: summary.txt, best-state.txt, marginals.csv, traces.png; with --report, a page that shows it all;",
            "with --rbm or --net, if the sites make a square, samples.png: the last state of each chain.",
            "Ctrl-C ends the run early and writes what there is. The summary says what ended a run before its last draw.",
            "",
            "Example, a large cut of a Gset graph:",
            "  lbp sample --ising G14.txt.gz --beta 1.5 --warmup 20000 --draws 50000",
            "Example, a bisection of its 800 nodes with a large cut:",
            "  lbp sample --ising G14.txt.gz --beta 1.5 --ones 400 --warmup 20000 --draws 50000",
            "Example, record linkage with the log-likelihood ratios of candidate pairs:",
            "  lbp sample --matching pairs.txt --sampler pas --path 5",
            "Example, until there is enough or an hour is over, all draws kept:",
            "  lbp sample --qubo q.txt --draws 1000000 --until-ess 2000 --time 1h --sink d",
            "Example, a run that is saved, and goes on after Ctrl-C, a crash or a reboot:",
            "  lbp sample --qubo q.txt --draws 1000000 --checkpoint q.run",
            "  lbp sample --qubo q.txt --draws 1000000 --checkpoint q.run --resume",
            "and is extended:",
            "  lbp sample --qubo q.txt --draws 2000000 --checkpoint q.run --resume"
        })
final class SampleCommand implements Callable<Integer> {

    static final class Source {

        @Option(
                names = "--ising",
                paramLabel = "FILE",
                converter = FilePath.class,
                required = true,
                description = "E = sum w_ij s_i s_j over the pairs listed, s = -1 or 1; low E is a large cut.")
        @Nullable Path ising;

        @Option(
                names = "--qubo",
                paramLabel = "FILE",
                converter = FilePath.class,
                required = true,
                description = "E = sum w_ij x_i x_j over the entries listed, x = 0 or 1, i = j allowed.")
        @Nullable Path qubo;

        @Option(
                names = "--rbm",
                paramLabel = "FILE",
                converter = FilePath.class,
                required = true,
                description = "E = free energy of the visible units of an RBM, a .npz file that lbp train-rbm wrote.")
        @Nullable Path rbm;

        @Option(
                names = "--net",
                paramLabel = "FILE",
                converter = FilePath.class,
                required = true,
                description = "E = minus the score of a network, an ONNX file such as lbp train-energy writes.")
        @Nullable Path net;

        @Option(
                names = "--assignment",
                paramLabel = "FILE",
                converter = FilePath.class,
                required = true,
                description = "weight = sum of a table's weights over rows, each with a column of its own.")
        @Nullable Path assignment;

        @Option(
                names = "--matching",
                paramLabel = "FILE",
                converter = FilePath.class,
                required = true,
                description =
                        "weight = sum of the weights of links, at most one at each site; only links listed occur.")
        @Nullable Path matching;

        /** The option that was given, with its file. */
        private Map.Entry<String, Path> given() {
            Map<String, @Nullable Path> files = new LinkedHashMap<>();
            files.put("--ising", ising);
            files.put("--qubo", qubo);
            files.put("--rbm", rbm);
            files.put("--net", net);
            files.put("--assignment", assignment);
            files.put("--matching", matching);
            for (Map.Entry<String, @Nullable Path> entry : files.entrySet()) {
                Path file = entry.getValue();
                if (file != null) {
                    return Map.entry(entry.getKey(), file);
                }
            }
            throw new IllegalStateException("picocli requires one of " + files.keySet());
        }

        Path file() {
            return given().getValue();
        }

        String option() {
            return given().getKey();
        }

        Form form() {
            return switch (option()) {
                case "--rbm" -> Form.RBM;
                case "--net" -> Form.NETWORK;
                case "--assignment", "--matching" -> Form.MOVES;
                default -> Form.LOCAL;
            };
        }

        /** The name of the input in titles. */
        String name() {
            return InstanceReader.isStandardInput(file()) ? "standard input" : "" + file().getFileName();
        }

        Problem<?> problem() {
            return switch (option()) {
                case "--ising" -> new InstanceProblem(InstanceProblem.Kind.ISING, InstanceReader.readGraph(file()));
                case "--qubo" -> new InstanceProblem(InstanceProblem.Kind.QUBO, InstanceReader.readMatrix(file()));
                case "--rbm" -> RbmProblem.read(file());
                case "--net" -> new NetworkProblem(ModelFile.network("--net", file()));
                case "--assignment" -> new AssignmentProblem(WeightTable.read(file()));
                default -> new MatchingProblem(LinkList.read(file()));
            };
        }
    }

    /** The energy of an instance is below 2^42, and that of a practical RBM far below: times this bound it is finite. */
    private static final double MOST_BETA = 1e250;

    @ArgGroup(multiplicity = "1")
    private Source source = new Source();

    @Option(
            names = "--beta",
            paramLabel = "B",
            description = "Inverse temperature, > 0, at most 1e250. Default: ${DEFAULT-VALUE}.")
    private double beta = 1.0;

    @Option(
            names = "--ones",
            paramLabel = "K",
            description =
                    "Keep exactly K sites at 1 (Ising: s = 1), 1 to N - 1; with --sampler lbp, pas or rwm. Default: any number.")
    private @Nullable Integer ones;

    @Mixin
    private SamplerOptions sampler = new SamplerOptions(new SamplerName.Any());

    @Option(names = "--chains", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int chains = 8;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "Steps of each chain before the first draw; the scale adapts. Default: ${DEFAULT-VALUE}.")
    private int warmup = 1_000;

    @Option(names = "--draws", paramLabel = "N", description = "Draws of each chain. Default: ${DEFAULT-VALUE}.")
    private int draws = 5_000;

    @Option(names = "--thin", paramLabel = "N", description = "Steps from draw to draw. Default: ${DEFAULT-VALUE}.")
    private int thin = 1;

    @Mixin
    private LongRunOptions longRun = new LongRunOptions();

    @Mixin
    private RunOptions options = new RunOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory to write to; files of the same names are replaced. Default: lbp-sample, or if that"
                    + " is there lbp-sample-2, and so on.")
    private @Nullable Path out;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            converter = FilePath.class,
            description = "Write a report of the run to FILE, a page for a browser, with plots and a verdict.")
    private @Nullable Path report;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            Check.that(!(beta > MOST_BETA), "be at most 1e250", "beta", beta);
            Check.that(beta > 0.0, "be finite and > 0", "beta", beta);
            sampler.check(source.form(), beta);
            if (ones != null) {
                Check.that(source.form() != Form.MOVES, "be left out with " + source.option(), "--ones", "" + ones);
                sampler.checkKeepsOnes(ones);
            }
            Path path = out == null ? DefaultOutput.free(Path.of("lbp-sample"), "") : out;
            files.reads(source.option(), source.file()).writesInto("--out", path, SampleReport.FILES);
            if (report != null) {
                files.writes("--report", report);
            }
            longRun.declare(files);
            files.prepare();
            Problem<?> problem = source.problem();
            interruption.begin();
            return sample(problem, OutputDirectory.at(path));
        }
    }

    private <R extends RunResult> int sample(Problem<R> problem, OutputDirectory directory) throws IOException {
        Run<?, R, ?> run = problem.run(sampler.sampler(source.form()), beta, ones);
        longRun.applyTo(run);
        R result;
        try {
            RunOptions.Lengths lengths = new RunOptions.Lengths(chains, warmup, draws, thin);
            result = options.carryOut(run, lengths, "sampling", longRun::carryOut);
        } catch (RunException e) {
            Optional<R> partial = e.partialResult(problem.resultType());
            if (partial.isPresent()) {
                writeAfter(e, problem, partial.get(), directory);
            }
            throw e;
        }
        write(problem, result, directory);
        return result.stopReason() == StopReason.INTERRUPTED ? Lbp.INTERRUPTED : 0;
    }

    /** Writes the results of a failed run; on a full disk this may fail as well. */
    private <R extends RunResult> void writeAfter(
            RunException failure, Problem<R> problem, R result, OutputDirectory directory) {
        try {
            write(problem, result, directory);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @SuppressWarnings("try") // the report is written even if the other files cannot be
    private <R extends RunResult> void write(Problem<R> problem, R result, OutputDirectory directory)
            throws IOException {
        PrintWriter console = Objects.requireNonNull(spec).commandLine().getOut();
        String title = source.name() + ": " + problem.description() + "; beta " + Text.number(beta);
        SampleReport<R> texts = new SampleReport<>(title, problem, beta, ones, result);
        console.print(texts.text());
        console.flush(); // prints the results before a file that cannot be written fails
        try (Closeable last = () -> writeReport(result, title, console)) {
            texts.write(directory);
            console.println(directory.listing());
            if (longRun.sink() != null) {
                console.println("Draws: " + absolute(longRun.sink()));
            }
            console.flush();
            directory.check();
        }
        String hint = longRun.hint(result.stopReason());
        if (!hint.isEmpty()) {
            console.println(hint);
        }
        console.flush();
    }

    private void writeReport(RunResult result, String title, PrintWriter console) throws IOException {
        if (report != null) {
            Report.of(result).title(title).write(report);
            console.println("Report: " + absolute(report));
            console.flush();
        }
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
