package dev.lbp.cli.sequences;

import dev.lbp.ValueRun;
import dev.lbp.cli.instance.ModelFile;
import dev.lbp.cli.option.BatchOptions;
import dev.lbp.cli.option.SamplerKind.Form;
import dev.lbp.cli.option.SamplerName;
import dev.lbp.cli.option.SamplerOptions;
import dev.lbp.cli.option.Source;
import dev.lbp.cli.option.TemperatureOptions;
import dev.lbp.cli.run.DividedCommand;
import dev.lbp.cli.run.Lengths;
import dev.lbp.cli.run.PartOptions;
import dev.lbp.cli.run.SamplingOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.cli.terminal.Interruption;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.models.DenseCategories;
import dev.lbp.models.sequences.Alphabet;
import dev.lbp.models.sequences.Fasta;
import dev.lbp.models.training.BoltzmannException;
import dev.lbp.models.training.BoltzmannResult;
import dev.lbp.nn.CategoricalNetworkModel.Layout;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.result.StopReason;
import dev.lbp.result.ValueResult;
import dev.lbp.target.SiteConstraints;
import dev.lbp.target.ValueStatistic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code lbp sequences}: samples sequences by a score, of a network or of a Potts model that an alignment trains. */
@Command(
        name = "sequences",
        sortOptions = false,
        description = {
            "Sample sequences by a score, near a wild type or not: log pi(x) = beta score(x) - price * mutations(x).",
            "",
            "The score is that of a network, or the log-probability of a Potts model, which --alignment trains on a family.",
            "",
            "All sequences have the length of the network's input, or of the alignment. A network's score is a predictor's opinion,"
                    + " which is wrong far from its data: give a --price, above log(V - 1) to stay near, and read the number of"
                    + " mutations beside each score.",
            "",
            "A Potts model is sampled by parallel tempering, --replicas auto, which also finds log Z and the entropy; --replicas 1"
                    + " does without.",
            ""
        },
        footer = {
            "",
            "Written to --out: summary.txt, sequences.fasta and sequences.csv (draws with score and mutations), letters.csv,",
            "letters.html (a logo of the letters per site), traces.png; with replicas, tempering.csv; with --alignment, the model,",
            "potts.txt.gz; with --report, a page.",
            "Ctrl-C ends the training or the run early and writes what there is.",
            "",
            "Example, designs near a protein whose residues 65 to 67 are kept:",
            "  lbp sequences --net net.onnx --wild-type wt.fasta --price 6 --preserve 65-67",
            "Example, more members of a family of RNA, and again without the training:",
            "  lbp sequences --alignment family.fasta --alphabet rna --out family",
            "  lbp sequences --model family/potts.txt.gz --alphabet rna"
        })
public final class SequencesCommand implements DividedCommand {

    private final Source<SequenceSource> source =
            new Source<>(List.of(SequenceSource.values()), kind -> kind.option, kind -> kind.description);

    @Mixin
    private CommandSpec inputs = source.spec;

    @Option(
            names = "--alphabet",
            paramLabel = "NAME",
            converter = Letters.Form.class,
            description =
                    "The letters in the order of the network or model: protein, rna, dna, one of them with -gap (the gap first), or"
                            + " the letters themselves, upper case; names in either. With --alignment and --model the names have the gap. Default:"
                            + " protein, ACDEFGHIKLMNPQRSTVWY.")
    private Letters letters = Letters.PROTEIN;

    @Option(
            names = "--layout",
            paramLabel = "NAME",
            converter = LayoutOf.class,
            description =
                    "The order of the network's input: sites-first, [rows, L, V], or values-first, [rows, V, L]. Needed if its file"
                            + " does not tell: a flat input, or L = V.")
    private @Nullable Layout layout;

    @Mixin
    private FamilyOptions training = new FamilyOptions();

    @Option(
            names = "--wild-type",
            paramLabel = "FILE",
            converter = FilePath.class,
            description =
                    "The wild type, the only sequence of a FASTA file, where chains start. Default: none, random starts.")
    private @Nullable Path wildTypeFile;

    @Option(
            names = "--beta",
            paramLabel = "B",
            description =
                    "Inverse temperature, the weight of the score, > 0, at most 1e250. Default: ${DEFAULT-VALUE}.")
    private double beta = 1.0;

    @Mixin
    private SiteOptions sites = new SiteOptions();

    @Option(
            names = "--keep",
            paramLabel = "N",
            description = "Draws of all chains together that are written, evenly spaced. Default: ${DEFAULT-VALUE}.")
    private int keep = 1_000;

    @Option(
            names = "--fasta",
            paramLabel = "FILE",
            converter = FilePath.class,
            description = "Write the draws to FILE. Default: sequences.fasta in --out.")
    private @Nullable Path fasta;

    @Mixin
    private SamplerOptions sampler = new SamplerOptions(SamplerName.ofSequences());

    @Mixin
    private SequenceReplicas replicas = new SequenceReplicas();

    @Mixin
    private BatchOptions batches = new BatchOptions();

    @Mixin
    private SamplingOptions sampling = new SamplingOptions(new Lengths(8, 1_000, 2_000, 1));

    @Override
    public Integer call() throws IOException {
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            check();
            files.reads(source.kind().option, source.file());
            if (wildTypeFile != null) {
                files.reads("--wild-type", wildTypeFile);
            }
            if (fasta != null) {
                files.writes("--fasta", fasta);
            }
            training.declare(files);
            OutputDirectory directory = sampling.prepare(files, interruption, names(), defaults());
            return switch (source.kind()) {
                case NETWORK -> ofNetwork(directory, interruption);
                case ALIGNMENT -> ofAlignment(directory, interruption);
                case MODEL -> ofModel(directory, interruption);
            };
        }
    }

    /** Checks the options before files are read. */
    private void check() {
        boolean trains = source.kind() == SequenceSource.ALIGNMENT;
        Form form = form();
        TemperatureOptions.checkBeta("--beta", beta);
        Check.atLeast(1, "--keep", keep);
        Check.that(
                layout == null || source.kind() == SequenceSource.NETWORK,
                "be left out with " + source.kind().option,
                "--layout",
                layout == Layout.SITES_FIRST ? "sites-first" : "values-first");
        training.check(trains);
        if (trains) {
            sampling.trainFirst();
        }
        sites.check(wildTypeFile != null);
        replicas.temperByDefault(form == Form.POTTS);
        boolean bySweeps = false; // gibbs is the default of a Potts model in any case
        sampler.temper(replicas.isTempered(), bySweeps);
        sampler.check(form, beta);
        replicas.check();
        batches.check(form, form.options);
    }

    private Form form() {
        return source.kind().form;
    }

    private Alphabet alphabet() {
        return source.kind().isAligned() ? letters.aligned() : letters.plain();
    }

    /** The names of the files of the output directory. */
    private List<String> names() {
        List<String> names = new ArrayList<>(SequencesReport.FILES);
        if (source.kind() == SequenceSource.ALIGNMENT) {
            names.add(FamilyOptions.MODEL);
        }
        return names;
    }

    /** The values of options that are left out and whose default depends on other options. */
    private Map<String, String> defaults() {
        Map<String, String> defaults = new HashMap<>(sampler.defaults(form()));
        defaults.putAll(replicas.defaults());
        return defaults;
    }

    @Override
    public PartOptions parts() {
        return sampling.parts();
    }

    /** Samples the score of a network. Returns the exit code, as do the methods for other sources. */
    private int ofNetwork(OutputDirectory directory, Interruption interruption) throws IOException {
        Path file = source.file();
        try (OnnxNetwork network = sampling.doing("reading " + file, () -> ModelFile.network("--net", file))) {
            SequenceProblem problem =
                    problem(NetworkScore.of(network, file, alphabet().size(), layout));
            ValueRun run = run(problem);
            String advice = problem.advice();
            interruption.begin();
            return draw(run, problem, advice, null, directory);
        }
    }

    /** Draws from the Potts model of a file. Returns the exit code. */
    private int ofModel(OutputDirectory directory, Interruption interruption) throws IOException {
        Path file = source.file();
        SequenceProblem problem = problem(sampling.doing("reading " + file, () -> PottsScore.read(file, alphabet())));
        ValueRun run = run(problem);
        interruption.begin();
        return draw(run, problem, "", null, directory);
    }

    /**
     * Trains a model of an alignment, and draws from it. What the training has found is written even if it ends early.
     */
    private int ofAlignment(OutputDirectory directory, Interruption interruption) throws IOException {
        Path file = source.file();
        Family family = sampling.doing("reading " + file, () -> training.read(file, alphabet()));
        sampling.check(run(problem(untrained(family)))); // a run that will be refused is refused before the training
        interruption.begin();
        FamilyTraining work = new FamilyTraining(training.training(family), sampling.checkpoints(), sampling.options());
        BoltzmannResult trained = train(work, family, directory);
        if (work.isInterrupted()) {
            endEarly(family, trained, StopReason.INTERRUPTED, directory);
            return ExitCodes.INTERRUPTED;
        }
        SequenceProblem problem = problem(new PottsScore(trained.model()));
        ValueRun run;
        try {
            run = run(problem);
        } catch (IllegalArgumentException e) { // --beta is too large for the trained couplings
            endEarly(family, trained, StopReason.FAILED, directory);
            throw new IOException(e.getMessage(), e);
        }
        training.save(trained.model(), alphabet(), directory);
        return draw(run, problem, family.text() + training.text(trained), family, directory);
    }

    /** Trains. If that fails, the model so far is written; on a full disk this may fail as well. */
    private BoltzmannResult train(FamilyTraining work, Family family, OutputDirectory directory) {
        try {
            return work.carryOut();
        } catch (BoltzmannException e) {
            try {
                endEarly(family, e.partialResult(), StopReason.FAILED, directory);
            } catch (IOException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    /** Writes the model of a training that was interrupted or failed, unless there was no update. */
    private void endEarly(Family family, BoltzmannResult trained, StopReason reason, OutputDirectory directory)
            throws IOException {
        boolean hasModel = trained.history().length > 0;
        if (hasModel) {
            training.save(trained.model(), alphabet(), directory);
        }
        String title = title(problem(new PottsScore(trained.model())));
        String text = family.text() + training.text(trained)
                + (hasModel ? "That is the model so far" : "There is no model yet") + ", and there are no draws.\n";
        sampling.end(title + "\n" + text, reason, directory);
    }

    /** A model of the size of the trained one, all fields and couplings 0, to check options before the training. */
    private static PottsScore untrained(Family family) {
        // normal numbers of standard deviation 0; the seed does not matter
        return new PottsScore(
                DenseCategories.random(family.sites(), family.alphabet().size(), 0.0, 0.0, 1L));
    }

    /**
     * Samples a problem and writes the results.
     *
     * @param family the family that the model was trained on; null if none
     * @return the exit code
     */
    private int draw(
            ValueRun run, SequenceProblem problem, String advice, @Nullable Family family, OutputDirectory directory)
            throws IOException {
        return sampling.carryOut(
                run,
                batches.unit(),
                ValueResult.class,
                directory,
                result -> new SequencesReport(title(problem), advice, problem, result, keep, fasta, family));
    }

    private String title(SequenceProblem problem) {
        return ForeignText.onOneLine(Text.format(
                "%s: %d sites of %d letters; beta %s, price %s",
                source.name(), problem.sites(), alphabet().size(), Text.number(beta), Text.number(sites.price())));
    }

    private SequenceProblem problem(SequenceScore score) throws IOException {
        return new SequenceProblem(score, alphabet(), wildType(score.sites()), beta, sites.price());
    }

    /** Reads the wild type, which must have the given length; null if there is none. */
    private int @Nullable [] wildType(int length) throws IOException {
        Path file = wildTypeFile;
        if (file == null) {
            return null;
        }
        Check.regularFile("--wild-type", file);
        Fasta sequence = Fasta.read(file, alphabet());
        Check.that(sequence.sequences().size() == 1, "hold one sequence", "--wild-type", file);
        int[] values = sequence.sequences().get(0).values();
        Check.that(
                values.length == length,
                "have " + length + " letters, as " + source.kind().option + " has sites, and has " + values.length,
                "--wild-type",
                file);
        return values;
    }

    /** The run on a problem, with its constraints, starts and tempering. */
    private ValueRun run(SequenceProblem problem) {
        int[] wildType = problem.wildType();
        SiteConstraints constraints = sites.constraints(problem.sites(), alphabet(), wildType);
        ValueRun run =
                problem.score().run(sampler.sampler(form()), constraints, beta).keepDraws();
        batches.applyTo(run);
        if (wildType != null) {
            run.track("mutations", new Mutations(wildType));
            int[] start = constraints.nearest(wildType);
            int[][] starts = new int[sampling.chains()][];
            Arrays.setAll(starts, chain -> start.clone());
            run.initial(starts);
            if (sites.preservesAny()) {
                run.frozen(sites.preserved(problem.sites()));
            }
        }
        if (replicas.isTempered()) {
            run.tempering(replicas.tempering()
                    .reference(sites.reference(problem.score().reference(beta), alphabet(), wildType)));
        }
        return run;
    }

    /** The number of sites that differ from the wild type. */
    private record Mutations(int[] wildType) implements ValueStatistic {

        @Override
        public double of(int[] state) {
            return SequenceProblem.distance(wildType, state);
        }
    }

    /** Parses the name of a layout. */
    static final class LayoutOf implements ITypeConverter<Layout> {

        @Override
        public Layout convert(String text) {
            return switch (text) {
                case "sites-first" -> Layout.SITES_FIRST;
                case "values-first" -> Layout.VALUES_FIRST;
                default -> throw new TypeConversionException("must be sites-first or values-first: " + text);
            };
        }
    }
}
