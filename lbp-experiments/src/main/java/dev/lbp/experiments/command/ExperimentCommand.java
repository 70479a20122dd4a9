package dev.lbp.experiments.command;

import dev.lbp.cli.run.RunOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.cli.terminal.Interruption;
import dev.lbp.experiments.Experiments;
import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Experiment.Data;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.RunInterrupted;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.internal.Check;
import dev.lbp.models.PaperConfiguration;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lbp experiment}: the paper's experiments. */
@Command(
        name = "experiment",
        sortOptions = false,
        description = {
            "Carry out an experiment of Sun et al. (2022), or one of the library's own.",
            "",
            "Without NAME, lists them. What is measured is kept in --out cell by cell: after Ctrl-C, or with more"
                    + " targets or configurations, the same command goes on where it was.",
            ""
        },
        footer = {"", "Written to --out: tables (.csv), figures (.png), and a text with both (.md)."})
final class ExperimentCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Which experiment.")
    private @Nullable String name;

    @Option(
            names = "--target",
            split = ",",
            paramLabel = "T",
            description =
                    "Any of ${COMPLETION-CANDIDATES}. Default: all that the experiment is about. Left out, as --config"
                            + " and --rbm, where it has its own targets.")
    private @Nullable List<TargetKind> targets;

    @Option(names = "--size", paramLabel = "S", description = "${COMPLETION-CANDIDATES}. Default: medium.")
    private Size size = Size.MEDIUM;

    @Option(
            names = "--config",
            split = ",",
            paramLabel = "C",
            description =
                    "Any of ${COMPLETION-CANDIDATES}, smooth to sharp; of an RBM 100, 400, 1000 hidden units. Default:"
                            + " C2.")
    private List<PaperConfiguration> configurations = List.of(PaperConfiguration.C2);

    @Option(
            names = "--budget",
            paramLabel = "B",
            description =
                    "quick, some minutes, longer for networks, or paper, the paper's steps and chains; energy networks"
                            + " are smaller than the paper's, and learn for fewer updates, in both. Default: quick.")
    private Budget budget = Budget.QUICK;

    @Option(
            names = "--chains",
            paramLabel = "N",
            description =
                    "At least 2. Default: 20 if quick, else 100 as in the paper. An experiment with its own targets"
                            + " has its own chains, whatever is given.")
    private @Nullable Integer chains;

    @Option(
            names = "--rbm",
            paramLabel = "FILE",
            converter = FilePath.class,
            description = "The RBM, a .npz file with weights, visible_bias and hidden_bias. Default: a random one.")
    private @Nullable Path rbm;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "Of the experiments on energies: a directory with the folders binarized_mnist and caltech28, and"
                            + " for the budget paper mnist and omniglot28. Of adversarial: one with mnist, labels"
                            + " included. Of sequences: one with sequences. Of proposals-images and tempering: one with"
                            + " binarized_mnist; default of tempering: generated images.")
    private @Nullable Path data;

    @Mixin
    private RunOptions options = new RunOptions();

    @Option(names = "--out", paramLabel = "DIR", description = "Default: lbp-results/NAME-B, B the budget.")
    private @Nullable Path out;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter console = Objects.requireNonNull(spec).commandLine().getOut();
        if (name == null) {
            checkNoOptions(spec);
            Experiments.all().forEach(each -> console.printf("%-16s  %s%n", each.name(), each.purpose()));
            console.flush();
            return 0;
        }
        Experiment experiment = Experiments.named(name);
        checkData(experiment);
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            Settings settings = new Settings(
                    targets(experiment),
                    size,
                    configurations,
                    budget,
                    chains == null ? budget.chains() : chains,
                    options.seed,
                    options.threads,
                    rbm,
                    data);
            experiment.check(settings);
            Path path = prepare(files, experiment);
            interruption.begin();
            return carryOut(experiment, settings, path, console);
        }
    }

    /** Checks that {@code --data} is given if and only if the experiment uses it. */
    private void checkData(Experiment experiment) {
        if (experiment.data() == Data.NONE) {
            Check.that(
                    data == null, "be left out with experiment " + experiment.name(), "--data", String.valueOf(data));
        } else if (data == null && experiment.data() == Data.NEEDED) {
            throw new IllegalArgumentException("must be given with experiment " + experiment.name()
                    + ", which has no data of its own: --data DIR");
        } else if (data != null) {
            checkAbsent(
                    List.of("--target", "--size", "--config", "--chains", "--rbm"),
                    "with experiment " + experiment.name()
                            + (experiment.data() == Data.NEEDED ? "" : " and --data")
                            + ", which has its own targets and chains: ");
        }
    }

    /** Checks and creates the output directory. */
    private Path prepare(CommandFiles files, Experiment experiment) throws IOException {
        Path path = out == null
                ? Path.of("lbp-results", experiment.name() + "-" + budget.quickOrPaper("quick", "paper"))
                : out;
        if (rbm != null) {
            files.reads("--rbm", rbm);
        }
        files.writesMatching("--out", path, "{settings.txt,*.csv,*.png,*.md,*.checkpoint*}")
                .prepare();
        return path;
    }

    /** Refuses the options of an experiment, which have no effect on the list of experiments. */
    private static void checkNoOptions(CommandSpec spec) {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            Check.that(
                    option.inherited(),
                    "be given with NAME",
                    option.longestName(),
                    String.join(",", option.originalStringValues()));
        }
    }

    /** The targets that were given, or all of the experiment. Refuses options that have no effect on them. */
    private List<TargetKind> targets(Experiment experiment) {
        if (experiment.kinds().isEmpty()) {
            checkAbsent(
                    List.of("--target", "--config", "--rbm"),
                    "with experiment " + experiment.name() + ", which has its own targets: ");
        }
        List<TargetKind> chosen = targets == null ? List.copyOf(experiment.kinds()) : targets;
        for (TargetKind kind : chosen) {
            Check.that(
                    experiment.kinds().contains(kind),
                    "be among " + experiment.kinds() + " for experiment " + experiment.name(),
                    "--target",
                    kind);
        }
        Check.that(
                rbm == null || chosen.contains(TargetKind.RBM),
                "be left out without the target rbm",
                "--rbm",
                "" + rbm);
        checkUsed(chosen);
        return chosen;
    }

    /**
     * Refuses options without effect: an RBM as the only target has no size, and an RBM from a file has no
     * configuration.
     */
    private void checkUsed(List<TargetKind> chosen) {
        if (!Settings.isRbmAlone(chosen)) {
            return;
        }
        checkAbsent(
                rbm == null ? List.of("--size") : List.of("--size", "--config"),
                "with --target rbm alone"
                        + (rbm == null ? ", whose --config is its size: " : " and --rbm, which gives the machine: "));
    }

    /**
     * Refuses options if they are given.
     *
     * @param reason the end of "must be left out ..."
     */
    private void checkAbsent(List<String> useless, String reason) {
        String given = Objects.requireNonNull(spec).commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> useless.contains(option.longestName()))
                .map(option -> option.longestName() + "=" + String.join(",", option.originalStringValues()))
                .collect(Collectors.joining(", "));
        Check.that(given.isEmpty(), "be left out " + reason + given);
    }

    /** Measures what is missing, and writes and prints the results. Returns the exit code. */
    private int carryOut(Experiment experiment, Settings settings, Path path, PrintWriter console) throws IOException {
        boolean interrupted;
        Lab lab;
        try (ExperimentProgress progress = new ExperimentProgress(experiment.name(), options.quiet)) {
            lab = new Lab(experiment, settings, path, progress);
            interrupted = measure(experiment, lab);
        }
        String text = lab.publish(experiment.name() + ".md");
        console.println();
        console.print(text);
        console.println(interrupted ? "Interrupted: only what is done is shown. The same command goes on." : "");
        console.println("Written to " + path + ": " + String.join(", ", lab.files()));
        console.flush();
        return interrupted ? ExitCodes.INTERRUPTED : 0;
    }

    /** Measures the missing cells. Returns whether it was interrupted. */
    private static boolean measure(Experiment experiment, Lab lab) throws IOException {
        try {
            experiment.measure(lab);
            return false;
        } catch (RunInterrupted e) {
            return true;
        } finally {
            Thread.interrupted(); // the next step writes files, which fails in an interrupted thread
        }
    }
}
