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
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a Potts model's training on an alignment. */
final class FamilyOptions {

    /** The file in the output directory that the model is written to unless {@code --save-model} names another one. */
    static final String MODEL = "potts.txt.gz";

    @Option(
            names = "--unknown",
            paramLabel = "RULE",
            description =
                    "What to do with letters outside of the alphabet, such as B, X and N: refuse the file, read a gap, or drop the"
                            + " sequence: refuse, gap or drop. Default: refuse.")
    private Fasta.Unknown unknown = Fasta.Unknown.REFUSE;

    @Option(
            names = "--identity",
            paramLabel = "SHARE",
            description =
                    "Sequences that agree at this share of the sites or more share one weight. Default: ${DEFAULT-VALUE}.")
    private double identity = 0.8;

    @Option(
            names = "--correlation",
            paramLabel = "R",
            description =
                    "End the training at this correlation of pair covariances with the alignment's. Default: ${DEFAULT-VALUE}.")
    private double correlation = 0.95;

    @Option(
            names = "--updates",
            paramLabel = "N",
            description = "End it after N updates at most. Default: ${DEFAULT-VALUE}.")
    private int updates = 5_000;

    @Option(
            names = "--training-chains",
            paramLabel = "N",
            description = "Chains of the training; fewer are faster, and noisier. Default: ${DEFAULT-VALUE}.")
    private int chains = 10_000;

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = "The share of the gradient that an update adds, in (0, 1]. Default: ${DEFAULT-VALUE}.")
    private double rate = 0.2;

    @Option(
            names = "--l2",
            paramLabel = "S",
            description =
                    "Penalty S / 2 of each squared coupling, against couplings that grow without end; at most 1 / R of --rate."
                            + " Default: ${DEFAULT-VALUE}.")
    private double l2;

    @Option(
            names = "--save-model",
            paramLabel = "FILE",
            converter = FilePath.class,
            description =
                    "Write the model to FILE, adabmDCA's text, for --model; compressed if it ends in .gz. Default: potts.txt.gz in"
                            + " --out.")
    private @Nullable Path saveModel;

    /** Picocli's list of the options of this class, without those of the command that includes it. */
    @Spec
    private @Nullable CommandSpec own;

    /**
     * Checks the options before files are read.
     *
     * @param trains whether there is an alignment
     */
    void check(boolean trains) {
        for (OptionSpec option : Objects.requireNonNull(own).options()) {
            List<String> given = option.originalStringValues();
            Check.that(
                    trains || given.isEmpty(),
                    "be given with --alignment FILE",
                    option.longestName(),
                    String.join(",", given));
        }
        Check.that(identity > 0.0 && identity <= 1.0, "be in (0, 1]", "--identity", identity);
        Check.inOpenUnit("--correlation", correlation);
        Check.atLeast(1, "--updates", updates);
        Check.atLeast(1, "--training-chains", chains);
        Check.that(rate > 0.0 && rate <= 1.0, "be in (0, 1]", "--rate", rate);
        Check.notNegative("--l2", l2);
        // an update multiplies a coupling by 1 - rate l2 before it adds the data; below 0 the signs would alternate
        Check.that(rate * l2 <= 1.0, "be at most 1 / --rate=" + Text.number(1.0 / rate), "--l2", l2);
    }

    /** Declares the file of {@code --save-model}. */
    void declare(CommandFiles files) {
        if (saveModel != null) {
            files.writes("--save-model", saveModel);
        }
    }

    Family read(Path file, Alphabet alphabet) throws IOException {
        return Family.read(file, alphabet, unknown, identity);
    }

    BoltzmannTraining training(Family family) {
        return BoltzmannTraining.of(family.sequences(), family.alphabet().size())
                .weights(family.weights())
                .pearson(correlation)
                .updates(updates)
                .chains(chains)
                .learningRate(rate)
                .l2(l2);
    }

    /** The end of the training, in a line. */
    String text(BoltzmannResult result) {
        double[] history = result.history();
        if (history.length == 0) {
            return "training: no update\n";
        }
        return Text.format(
                "training: %,d updates, correlation of pair covariances %.4f, %s%n",
                history.length,
                history[history.length - 1],
                result.converged()
                        ? "target " + Text.number(correlation) + " reached"
                        : "below the target of " + Text.number(correlation));
    }

    /**
     * Writes the model to {@code --save-model}. Without the option, or if that fails, to the output directory, because
     * training may have taken hours.
     */
    void save(DenseCategories model, Alphabet alphabet, OutputDirectory directory) {
        OutputDirectory.Writing writing = file -> model.save(file, alphabet.letters());
        if (saveModel == null || !directory.writeElsewhere("Written", saveModel, writing)) {
            directory.write(MODEL, writing);
        }
    }
}
