package dev.lbp.cli;

import dev.lbp.ValueRun;
import dev.lbp.cli.SamplerKind.Form;
import dev.lbp.cli.instance.ModelFile;
import dev.lbp.internal.Check;
import dev.lbp.models.sequences.Alphabet;
import dev.lbp.models.sequences.Fasta;
import dev.lbp.nn.CategoricalNetworkModel;
import dev.lbp.nn.CategoricalNetworkModel.Layout;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.result.ValueResult;
import dev.lbp.target.Expert;
import dev.lbp.target.Experts;
import dev.lbp.target.SiteConstraints;
import dev.lbp.target.ValueStatistic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code lbp sequences}: sequences by a network that scores them. */
@Command(
        name = "sequences",
        sortOptions = false,
        description = {
            "Sample sequences by a network that scores them, near a wild type or not:",
            "log pi(x) = beta score(x) - price * mutations(x).",
            "",
            "All sequences have the length of the network's input. A score is a predictor's opinion, which is wrong far from its data:",
            "give a --price, above log(V - 1) to stay near, and read the number of mutations beside each score.",
            ""
        },
        footer = {
            "",
            "Written to --out: summary.txt, sequences.fasta and sequences.csv (draws with score and mutations), letters.csv,",
            "letters.html (a logo of the letters per site), traces.png; with --replicas, tempering.csv; with --report, a page.",
            "Ctrl-C ends the run early and writes what there is.",
            "",
            "Example, designs near a protein whose residues 65 to 67 are kept:",
            "  lbp sequences --net net.onnx --wild-type wt.fasta --price 6 --preserve 65-67"
        })
final class SequencesCommand implements DividedCommand {

    @Option(
            names = "--net",
            paramLabel = "FILE",
            converter = FilePath.class,
            required = true,
            description = "The network, an ONNX file: one-hot sequences, [rows, L, V] or [rows, V, L], to a score.")
    private Path net = Path.of("");

    @Option(
            names = "--alphabet",
            paramLabel = "NAME",
            converter = Letters.class,
            description =
                    "The letters in the network's order: protein, rna, dna, one of them with -gap (the gap first), or the letters"
                            + " themselves, upper case. Default: protein, ACDEFGHIKLMNPQRSTVWY.")
    private Alphabet alphabet = Alphabet.PROTEIN;

    @Option(
            names = "--layout",
            paramLabel = "NAME",
            converter = LayoutOf.class,
            description =
                    "The order of the network's input: sites-first, [rows, L, V], or values-first, [rows, V, L]. Needed if its file"
                            + " does not tell: a flat input, or L = V.")
    private @Nullable Layout layout;

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
            description = "Inverse temperature, the weight of the score, > 0. Default: ${DEFAULT-VALUE}.")
    private double beta = 1.0;

    @Mixin
    private SiteOptions sites = new SiteOptions();

    @Option(
            names = "--keep",
            paramLabel = "N",
            description = "Draws of all chains together that are written, evenly spaced. Default: ${DEFAULT-VALUE}.")
    private int keep = 1_000;

    @Mixin
    private SamplerOptions sampler = new SamplerOptions(new SamplerName.OfSequences());

    @Mixin
    private ReplicaOptions replicas = new ReplicaOptions();

    @Mixin
    private BatchOptions batches = new BatchOptions();

    @Mixin
    private SamplingOptions sampling = new SamplingOptions(new Lengths(8, 1_000, 2_000, 1));

    @Override
    public Integer call() throws IOException {
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            Check.positive("--beta", beta);
            Check.atLeast(1, "--keep", keep);
            sites.check(wildTypeFile != null);
            sampler.temper(replicas.isTempered());
            sampler.check(Form.SEQUENCES, beta);
            replicas.check();
            batches.check();
            files.reads("--net", net);
            if (wildTypeFile != null) {
                files.reads("--wild-type", wildTypeFile);
            }
            Map<String, String> defaults = new HashMap<>(sampler.defaults(Form.SEQUENCES));
            defaults.putAll(replicas.defaults());
            OutputDirectory directory = sampling.prepare(files, SequencesReport.FILES, defaults);
            try (OnnxNetwork network = sampling.doing("reading " + net, () -> ModelFile.network("--net", net))) {
                SequenceProblem problem = problem(network);
                SiteConstraints constraints = sites.constraints(problem.sites(), alphabet, problem.wildType());
                ValueRun run = run(problem, constraints);
                String advice = problem.advice();
                interruption.begin();
                return sampling.carryOut(
                        run,
                        batches.unit(),
                        ValueResult.class,
                        directory,
                        result -> new SequencesReport(title(problem), advice, problem, result, keep));
            }
        }
    }

    @Override
    public PartOptions parts() {
        return sampling.parts();
    }

    private String title(SequenceProblem problem) {
        return String.format(
                Locale.ROOT,
                "%s: %d sites of %d letters; beta %s, price %s",
                net.getFileName(),
                problem.sites(),
                alphabet.size(),
                Text.number(beta),
                Text.number(sites.price()));
    }

    private SequenceProblem problem(OnnxNetwork network) throws IOException {
        CategoricalNetworkModel model = model(network);
        return new SequenceProblem(model, alphabet, wildType(model.dimension()), beta, sites.price());
    }

    /** The network as a model of sequences. The order of its input is asked for, never guessed. */
    private CategoricalNetworkModel model(OnnxNetwork network) {
        int letters = alphabet.size();
        Check.that(
                network.dimension() % letters == 0,
                "have a multiple of the " + letters + " letters of --alphabet as inputs, and has "
                        + network.dimension(),
                "--net",
                net);
        long[] axes = LongStream.of(network.shape()).filter(size -> size != 1).toArray();
        Check.that(
                axes.length != 2 || axes[0] == letters || axes[1] == letters,
                "have an axis of the " + letters + " letters of --alphabet, and has the input "
                        + Arrays.toString(network.shape()),
                "--net",
                net);
        boolean one = network.dimension() == letters; // both orders are the same
        boolean tells = one || (axes.length == 2 && axes[0] != axes[1]);
        Check.that(
                layout != null || tells,
                "be given with --layout sites-first or values-first, for its input " + Arrays.toString(network.shape())
                        + " does not tell which axis is that of the letters",
                "--net",
                net);
        try {
            return layout == null
                    ? CategoricalNetworkModel.of(network, letters)
                    : CategoricalNetworkModel.of(network, letters, layout);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "must fit --alphabet, of " + letters + " letters, and --layout: --net=" + net + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private int @Nullable [] wildType(int length) throws IOException {
        Path file = wildTypeFile;
        if (file == null) {
            return null;
        }
        Check.that(Files.isRegularFile(file), "be a file that exists", "--wild-type", file);
        Fasta fasta = Fasta.read(file, alphabet);
        Check.that(fasta.sequences().size() == 1, "hold one sequence", "--wild-type", file);
        int[] values = fasta.sequences().get(0).values();
        Check.that(
                values.length == length,
                "have " + length + " letters, as --net has sites, and has " + values.length,
                "--wild-type",
                file);
        return values;
    }

    private ValueRun run(SequenceProblem problem, SiteConstraints constraints) {
        Experts score = Experts.of(
                problem.sites(), alphabet.size(), Expert.of(problem.network()).weight(beta));
        ValueRun run =
                sampler.sampler(Form.SEQUENCES).sample(constraints.on(score)).keepDraws();
        batches.applyTo(run);
        int[] wildType = problem.wildType();
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
            run.tempering(replicas.tempering().reference(sites.reference(problem.sites(), alphabet, wildType)));
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

    /** An alphabet by its name or its letters. */
    static final class Letters implements ITypeConverter<Alphabet> {

        @Override
        public Alphabet convert(String text) {
            return switch (text) {
                case "protein" -> Alphabet.PROTEIN;
                case "protein-gap" -> Alphabet.PROTEIN_GAP;
                case "rna" -> Alphabet.RNA;
                case "rna-gap" -> Alphabet.RNA_GAP;
                case "dna" -> Alphabet.DNA;
                case "dna-gap" -> Alphabet.DNA_GAP;
                default -> own(text);
            };
        }

        private static Alphabet own(String text) {
            try {
                return new Alphabet(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "must be protein, rna or dna, perhaps with -gap, or 2 or more different letters in upper case: "
                                + text);
            }
        }
    }

    /** A layout by its name. */
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
