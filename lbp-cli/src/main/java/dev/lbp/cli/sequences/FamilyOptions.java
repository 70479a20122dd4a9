package dev.lbp.cli.sequences;

import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import dev.lbp.models.DenseCategories;
import dev.lbp.models.sequences.Alphabet;
import dev.lbp.models.sequences.Fasta;
import dev.lbp.models.training.BoltzmannResult;
import dev.lbp.models.training.BoltzmannTraining;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a Potts model's training on an alignment. */
final class FamilyOptions {

    /** The model in the output directory, if no other file is given. */
    static final String MODEL = "potts.txt.gz";

    private static final double IDENTITY = 0.8;
    private static final double CORRELATION = 0.95;
    private static final int UPDATES = 5_000;
    private static final int CHAINS = 10_000;
    private static final double RATE = 0.2;
    private static final double L2 = 0.0;

    @Option(
            names = "--unknown",
            paramLabel = "RULE",
            description =
                    "What to do with letters outside of the alphabet, such as B, X and N: refuse the file, read a gap, or drop the"
                            + " sequence: refuse, gap or drop. Default: refuse.")
    private Fasta.@Nullable Unknown unknown;

    @Option(
            names = "--identity",
            paramLabel = "SHARE",
            description = "Sequences that agree at this share of the sites or more share one weight. Default: "
                    + IDENTITY + ".")
    private @Nullable Double identity;

    @Option(
            names = "--correlation",
            paramLabel = "R",
            description = "End the training at this correlation of pair covariances with the alignment's. Default: "
                    + CORRELATION + ".")
    private @Nullable Double correlation;

    @Option(
            names = "--updates",
            paramLabel = "N",
            description = "End it after N updates at most. Default: " + UPDATES + ".")
    private @Nullable Integer updates;

    @Option(
            names = "--training-chains",
            paramLabel = "N",
            description = "Chains of the training; fewer are faster, and noisier. Default: " + CHAINS + ".")
    private @Nullable Integer chains;

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = "The share of the gradient that an update adds, in (0, 1]. Default: " + RATE + ".")
    private @Nullable Double rate;

    @Option(
            names = "--l2",
            paramLabel = "S",
            description =
                    "Penalty S / 2 of each squared coupling, against couplings that grow without end; at most 1 / R of --rate."
                            + " Default: " + L2 + ".")
    private @Nullable Double l2;

    @Option(
            names = "--save-model",
            paramLabel = "FILE",
            converter = FilePath.class,
            description =
                    "Write the model to FILE, adabmDCA's text, for --model; compressed if it ends in .gz. Default: potts.txt.gz in"
                            + " --out.")
    private @Nullable Path saveModel;

    /**
     * Checks the options before files are read.
     *
     * @param trains whether there is an alignment
     */
    void check(boolean trains) {
        Map<String, @Nullable Object> given = new LinkedHashMap<>();
        given.put("--unknown", unknown == null ? null : unknown.name().toLowerCase(Locale.ROOT));
        given.put("--identity", identity);
        given.put("--correlation", correlation);
        given.put("--updates", updates);
        given.put("--training-chains", chains);
        given.put("--rate", rate);
        given.put("--l2", l2);
        given.put("--save-model", saveModel);
        given.forEach((option, value) ->
                Check.that(trains || value == null, "be given with --alignment FILE", option, "" + value));
        Check.that(identity() > 0.0 && identity() <= 1.0, "be in (0, 1]", "--identity", identity());
        Check.inOpenUnit("--correlation", correlation());
        Check.atLeast(1, "--updates", updates());
        Check.atLeast(1, "--training-chains", chains());
        Check.that(rate() > 0.0 && rate() <= 1.0, "be in (0, 1]", "--rate", rate());
        Check.notNegative("--l2", l2());
        // an update multiplies a coupling by 1 - rate l2 before it adds the data: below 0 couplings change their signs
        Check.that(rate() * l2() <= 1.0, "be at most 1 / --rate=" + Text.number(1.0 / rate()), "--l2", l2());
    }

    private double identity() {
        return identity == null ? IDENTITY : identity;
    }

    double correlation() {
        return correlation == null ? CORRELATION : correlation;
    }

    private int updates() {
        return updates == null ? UPDATES : updates;
    }

    private int chains() {
        return chains == null ? CHAINS : chains;
    }

    private double rate() {
        return rate == null ? RATE : rate;
    }

    private double l2() {
        return l2 == null ? L2 : l2;
    }

    private Fasta.Unknown unknown() {
        return unknown == null ? Fasta.Unknown.REFUSE : unknown;
    }

    /** The values of options that are left out. */
    Map<String, String> defaults() {
        return Map.of(
                "--unknown", "refuse",
                "--identity", "" + IDENTITY,
                "--correlation", "" + CORRELATION,
                "--updates", "" + UPDATES,
                "--training-chains", "" + CHAINS,
                "--rate", "" + RATE,
                "--l2", "" + L2);
    }

    /** Declares the file of the model, if it is not in the output directory. */
    void declare(CommandFiles files) {
        if (saveModel != null) {
            files.writes("--save-model", saveModel);
        }
    }

    Family read(Path file, Alphabet alphabet) throws IOException {
        return Family.read(file, alphabet, unknown(), identity());
    }

    BoltzmannTraining training(Family family) {
        return BoltzmannTraining.of(family.sequences(), family.alphabet().size())
                .weights(family.weights())
                .pearson(correlation())
                .updates(updates())
                .chains(chains())
                .learningRate(rate())
                .l2(l2());
    }

    /** How the training ended, in a line. */
    String text(BoltzmannResult result) {
        double[] history = result.history();
        return String.format(
                Locale.ROOT,
                "training: %,d updates, correlation of pair covariances %.4f, %s%n",
                history.length,
                history.length == 0 ? Double.NaN : history[history.length - 1],
                result.converged()
                        ? "target " + Text.number(correlation()) + " reached"
                        : "below the target of " + Text.number(correlation()));
    }

    /** Writes the model where it belongs, or else to the output directory: training may have taken hours. */
    void save(DenseCategories model, Alphabet alphabet, OutputDirectory directory) {
        OutputDirectory.Writing writing = file -> model.save(file, alphabet.letters());
        if (saveModel == null || !directory.writeElsewhere("Written", saveModel, writing)) {
            directory.write(MODEL, writing);
        }
    }
}
