package dev.lbp.cli.cover;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.cli.instance.Decimal;
import dev.lbp.cli.instance.InstanceReader;
import dev.lbp.cli.instance.SetFile;
import dev.lbp.cli.option.ReplicaOptions;
import dev.lbp.cli.run.DividedCommand;
import dev.lbp.cli.run.Lengths;
import dev.lbp.cli.run.PartOptions;
import dev.lbp.cli.run.SamplingOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.cli.terminal.Interruption;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.internal.Check;
import dev.lbp.models.CoverModel;
import dev.lbp.models.Rate;
import dev.lbp.result.SampleResult;
import dev.lbp.target.Statistic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code lbp cover}: finds the sets that explain observed names. */
@Command(
        name = "cover",
        sortOptions = false,
        description = {
            "Find the sets that explain a list of observed names: gene sets of a list of genes, faults of a list of alarms.",
            "",
            "A name is on if a set that is on has it. A name that is on is missed with probability beta; one that is off is observed",
            "with probability alpha. The result is the probability of each set to be on, given what was observed.",
            ""
        },
        footer = {
            "",
            "Written to --out: summary.txt, sets.csv (all sets by probability), explanations.csv, traces.png; with --replicas, tempering.csv; with --report, a page.",
            "Ctrl-C ends the run early and writes what there is.",
            "",
            "Example, gene sets from MSigDB or another GMT file:",
            "  lbp cover --sets c5.go.bp.gmt --observed genes.txt",
            "Example, faults and alarms with known rates, faults with one alarm too:",
            "  lbp cover --sets faults.gmt --observed alarms.txt --min-size 1 --alpha 0.01 --beta 0.1 --prior 0.02"
        })
public final class CoverCommand implements DividedCommand {

    /** The number of explanations that are kept. */
    private static final int EXPLANATIONS = 1_000;

    /**
     * The probability of a step that exchanges a set for another set with some of the same names. Such a step costs as
     * much as several flips.
     */
    private static final double SWAPS = 0.1;

    /** The library's default rates, as options. The default of {@code --prior} depends on the sets. */
    private static final Map<String, String> DEFAULTS = Map.of("--alpha", "1,9", "--beta", "1,1");

    @Option(
            names = "--sets",
            paramLabel = "FILE",
            converter = FilePath.class,
            required = true,
            description =
                    "The sets in GMT form, gzip or not: lines of name, description and members, between tabs. - is standard input.")
    private Path sets = Path.of("");

    @Option(
            names = "--observed",
            paramLabel = "FILE",
            converter = FilePath.class,
            required = true,
            description = "The observed names, one a line; names that no set has are counted and left out.")
    private Path observed = Path.of("");

    @Option(
            names = "--population",
            paramLabel = "FILE",
            converter = FilePath.class,
            description =
                    "The names that could have been observed; others are left out. Default: all members of the sets.")
    private @Nullable Path population;

    @Option(
            names = "--min-size",
            paramLabel = "N",
            description = "Leave out sets with fewer members. Default: ${DEFAULT-VALUE}.")
    private int minSize = 5;

    @Option(
            names = "--max-size",
            paramLabel = "N",
            description = "Leave out sets with more members. Default: ${DEFAULT-VALUE}.")
    private int maxSize = 500;

    @Option(
            names = "--alpha",
            paramLabel = "A",
            converter = RateOf.class,
            description =
                    "Probability that a name is observed without a set that is on: a number in (0, 1), or A,B for an unknown one"
                            + " with the prior Beta(A, B). Default: 1,9.")
    private Rate alpha = Rate.beta(1.0, 9.0);

    @Option(
            names = "--beta",
            paramLabel = "B",
            converter = RateOf.class,
            description = "Probability that a name of a set that is on is missed, in the same forms. Default: 1,1.")
    private Rate beta = Rate.beta(1.0, 1.0);

    @Option(
            names = "--prior",
            paramLabel = "P",
            converter = RateOf.class,
            description = "Prior probability of a set to be on, in the same forms. Default for N sets: 1,N/10, at least"
                    + " 1,4: about 10 sets.")
    private @Nullable Rate prior;

    @Option(names = "--top", paramLabel = "N", description = "Sets that are printed. Default: ${DEFAULT-VALUE}.")
    private int top = 10;

    @Mixin
    private ReplicaOptions replicas = new ReplicaOptions();

    @Mixin
    private SamplingOptions sampling = new SamplingOptions(new Lengths(4, 5_000, 5_000, 10));

    @Override
    public Integer call() throws IOException {
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            Check.atLeast(1, "--min-size", minSize);
            Check.atLeast(minSize, "--max-size", maxSize);
            Check.atLeast(1, "--top", top);
            replicas.check();
            checkOneStandardInput();
            files.reads("--sets", sets).reads("--observed", observed);
            if (population != null) {
                files.reads("--population", population);
            }
            OutputDirectory directory = sampling.prepare(files, interruption, CoverReport.FILES, defaults());
            CoverProblem problem = sampling.doing("reading " + sets, this::problem);
            interruption.begin();
            return sampling.carryOut(
                    run(problem.model()),
                    1, // chains need not stay together
                    SampleResult.class,
                    directory,
                    result -> new CoverReport("Sets that explain " + observed.getFileName(), problem, result, top));
        }
    }

    @Override
    public PartOptions parts() {
        return sampling.parts();
    }

    private Map<String, String> defaults() {
        Map<String, String> defaults = new HashMap<>(DEFAULTS);
        defaults.putAll(replicas.defaults());
        return defaults;
    }

    private void checkOneStandardInput() {
        Path[] inputs = {sets, observed, population};
        long standard = Arrays.stream(inputs)
                .filter(file -> file != null && InstanceReader.isStandardInput(file))
                .count();
        Check.that(standard <= 1, "be standard input once", "--sets, --observed, --population", "-");
    }

    private CoverProblem problem() {
        SetFile file = SetFile.read(sets);
        Set<String> names = SetFile.readNames(observed);
        @Nullable Set<String> all = population == null ? null : SetFile.readNames(population);
        CoverProblem.Rates rates = new CoverProblem.Rates(alpha, beta, prior);
        return CoverProblem.of(file, names, all, minSize, maxSize, rates);
    }

    /** The run, by LBP-1: most flips have a low acceptance, and several at once are mostly rejected. */
    private SamplingRun run(CoverModel model) {
        double[] ones = new double[model.dimension()];
        Arrays.fill(ones, 1.0);
        SamplingRun run = Samplers.lbp()
                .scale(1)
                .swaps(SWAPS)
                .build()
                .sample(model)
                .conditionals()
                .keepBest(EXPLANATIONS)
                .track("on", Statistic.weightedSum(ones));
        if (replicas.isTempered()) {
            run.tempering(replicas.tempering().reference(priorLogits(model)));
        }
        if (!model.alpha().isFixed()) {
            run.track("alpha", state -> model.explain(state).alpha());
        }
        if (!model.beta().isFixed()) {
            run.track("beta", state -> model.explain(state).beta());
        }
        return run;
    }

    /**
     * The reference of tempering: each set is on with the prior probability if that is fixed, else with the mean of its
     * Beta prior.
     */
    private static double[] priorLogits(CoverModel model) {
        double[] logits = new double[model.dimension()];
        double mean = model.prior().mean(0, 0); // no successes and no failures observed
        Arrays.fill(logits, Math.log(mean) - Math.log1p(-mean));
        return logits;
    }

    /** Parses a rate: a number, or the two parameters of a Beta prior. */
    static final class RateOf implements ITypeConverter<Rate> {

        @Override
        public Rate convert(String text) {
            String[] parts = text.split(",", -1);
            try {
                return parts.length == 2
                        ? Rate.beta(Decimal.parse(parts[0]), Decimal.parse(parts[1]))
                        : Rate.of(Decimal.parse(text));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "must be a number in (0, 1), or two positive ones as in 1,9: " + text);
            }
        }
    }
}
