package dev.lbp.cli.train;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.cli.plot.ImageGrid;
import dev.lbp.cli.run.DefaultOutput;
import dev.lbp.cli.run.Lengths;
import dev.lbp.cli.run.RunOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.cli.terminal.Interruption;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Progress;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.training.PseudoLikelihood;
import dev.lbp.models.training.RbmTraining;
import dev.lbp.models.training.TrainingException;
import dev.lbp.models.training.TrainingResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lbp train-rbm}: trains a restricted Boltzmann machine on images, and samples it. */
@Command(
        name = "train-rbm",
        sortOptions = false,
        description = {
            "Train a restricted Boltzmann machine by contrastive divergence, and draw samples of it by LBP.",
            "",
            "Without --data it learns bars and stripes, which are made up.",
            ""
        },
        footer = {
            "",
            "Written: FILE, with the arrays weights, visible_bias and hidden_bias, for lbp and NumPy; beside it FILE"
                    + " with .png for .npz, 100 samples.",
            "Ctrl-C ends the training early and writes the machine as it is. If the training fails, the machine so far"
                    + " is written",
            "to FILE, or where FILE is there already to one with a number, such as rbm-2.npz.",
            "",
            "On 50,000 images of 28 x 28 the defaults take 41 s of processor time. The bar shows elapsed "
                    + "time / time left.",
            "",
            "Example, the machine of the paper, with CD-100 (updates take ten times as long):",
            "  lbp train-rbm --data mnist --hidden 400 --steps 100 --out rbm400.npz"
        })
public final class TrainRbmCommand implements Callable<Integer> {

    private static final int SAMPLES = 100;
    private static final String NPZ = ".npz";
    private static final String PNG = ".png";

    @Mixin
    private ImageOptions images = new ImageOptions();

    @Option(names = "--hidden", paramLabel = "N", description = "Hidden units. Default: ${DEFAULT-VALUE}.")
    private int hidden = 400;

    @Option(
            names = "--steps",
            paramLabel = "K",
            description = "Sweeps of block Gibbs per update, the K of CD-K; the paper's machines have 100. "
                    + "Default: ${DEFAULT-VALUE}.")
    private int steps = 10;

    @Option(names = "--epochs", paramLabel = "N", description = "Passes over the data. Default: ${DEFAULT-VALUE}.")
    private int epochs = 1;

    @Option(names = "--batch", paramLabel = "N", description = "Images per update. Default: ${DEFAULT-VALUE}.")
    private int batch = 100;

    @Option(names = "--rate", paramLabel = "R", description = "Learning rate of Adam. Default: ${DEFAULT-VALUE}.")
    private double rate = 1e-3;

    @Option(
            names = "--sample-steps",
            paramLabel = "N",
            description = "Steps of LBP to each sample from the data's means, half of them warm-up. "
                    + "Default: ${DEFAULT-VALUE}.")
    private int sampleSteps = 2_000;

    @Mixin
    private RunOptions options = new RunOptions();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            converter = FilePath.class,
            description =
                    "File to write to, FILE.npz; it and its picture are replaced if both are there. Default: rbm.npz,"
                            + " or if that is there rbm-2.npz, and so on.")
    private @Nullable Path out;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Check.atLeast(2, "--sample-steps", sampleSteps);
        options.check();
        Path machine = out == null ? DefaultOutput.free(Path.of("rbm"), NPZ, PNG) : out;
        Check.that(machine.toString().endsWith(NPZ), "end in .npz", "--out", machine);
        Path picture = sibling(machine, PNG);
        Check.that(
                !Files.exists(picture) || Files.exists(machine),
                "leave alone " + picture + ", which is not of an earlier machine: --out=" + machine);
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            images.declare(files);
            files.writes("--out", machine).writesAlso("--out", machine, picture).prepare();
            return train(pictures(), machine, picture, interruption);
        }
    }

    /** Trains, judges and samples the machine, and writes the results. Returns the exit code. */
    private int train(TrainingData pictures, Path machine, Path picture, Interruption interruption) throws IOException {
        PrintWriter console = Objects.requireNonNull(spec).commandLine().getOut();
        RbmTraining training = RbmTraining.of(pictures.training())
                .hidden(hidden)
                .steps(steps)
                .epochs(epochs)
                .batch(batch)
                .learningRate(rate)
                .seed(options.seed);
        BernoulliRbm initial = training.initial();
        refuseTooLong(training, sampling(initial, pictures));
        double before = PseudoLikelihood.mean(initial, pictures.judging());
        console.println(pictures.name());
        console.println(training);
        console.flush();

        interruption.begin();
        long start = System.nanoTime();
        TrainingResult result = carryOut(training, machine);
        double seconds = (System.nanoTime() - start) * 1e-9;
        BernoulliRbm model = result.model();
        model.save(machine);
        console.printf(Locale.ROOT, "%,d updates in %.1f s%n", result.updates(), seconds);
        console.println("Machine: " + machine);
        console.flush(); // before steps that may fail
        if (result.interrupted()) { // the pseudo-likelihood of thousands of hidden units takes long
            console.println("Interrupted: that is the machine so far, not judged, and there are no samples.");
            console.flush();
            return ExitCodes.INTERRUPTED;
        }
        interruption.saved(() -> "Machine: " + machine);
        OutputDirectory directory = OutputDirectory.at(
                Objects.requireNonNull(machine.toAbsolutePath().getParent()));
        directory.guard(
                "the log-pseudo-likelihood",
                () -> console.printf(
                        Locale.ROOT,
                        "log-pseudo-likelihood of %,d %s: %.2f before, %.2f after%n",
                        pictures.judging().length,
                        pictures.judgingName(),
                        before,
                        PseudoLikelihood.mean(model, pictures.judging())));
        console.flush();
        interruption.begin();
        int exitCode = sample(model, pictures, picture, console);
        directory.check();
        return exitCode;
    }

    /** Refuses too many updates, and too long a run after them, before anything is printed. */
    private void refuseTooLong(RbmTraining training, SamplingRun run) {
        training.updates(); // refuses too many; the number itself is not needed
        options.apply(run, lengths());
        run.check();
    }

    /** The images of {@code --data}, or generated ones. */
    private TrainingData pictures() {
        Path data = images.path();
        return data == null ? TrainingData.generated(options.seed) : TrainingData.read(images, data);
    }

    /**
     * Trains. If the training fails, the last machine is written to {@code machine}, or beside it if that file exists.
     */
    TrainingResult carryOut(RbmTraining training, Path machine) {
        try {
            return carryOut(training);
        } catch (TrainingException e) {
            e.partialResult().ifPresent(partial -> keep(partial, machine));
            throw e;
        }
    }

    /** Writes the machine of a failed training, under the name {@code NAME-2} or so if there is a file of the name. */
    private void keep(TrainingResult partial, Path machine) {
        PrintWriter console = Objects.requireNonNull(spec).commandLine().getOut();
        Path file = DefaultOutput.free(sibling(machine, ""), NPZ, PNG);
        try {
            partial.model().save(file);
            console.printf(
                    Locale.ROOT, "Machine after %,d updates, where the training failed: %s%n", partial.updates(), file);
        } catch (IOException e) {
            console.println("The machine so far is lost: " + e.getMessage());
        }
        console.flush();
    }

    /**
     * Trains with a progress bar. An interruption ends the training; the result records it, and the flag is cleared.
     */
    private TrainingResult carryOut(RbmTraining training) {
        TrainingResult result;
        if (options.quiet) {
            result = training.run();
        } else {
            try (ProgressBar bar = Progress.bar("training", training.updates(), false)) {
                result = training.listener((update, updates, error) -> {
                            bar.stepTo(update);
                            bar.setExtraMessage(update == 0 ? "" : Text.format("error %.4f", error));
                        })
                        .run();
            }
        }
        Thread.interrupted(); // the next step writes files, which fails in an interrupted thread
        return result;
    }

    /** Draws samples of the trained model, and writes them as a picture. Returns the exit code. */
    private int sample(BernoulliRbm model, TrainingData pictures, Path picture, PrintWriter console)
            throws IOException {
        SampleResult result = options.carryOut(sampling(model, pictures), lengths(), "sampling");
        ImageGrid.write(picture, pictures.rows(), pictures.columns(), result.finalStates());
        console.printf(
                Locale.ROOT,
                "%d chains of %,d steps from the data's means: R %.1f, acceptance %.3f, %.1f s%n",
                SAMPLES,
                sampleSteps,
                result.scale(),
                result.acceptanceRate(),
                result.warmUpTime().plus(result.drawTime()).toMillis() * 1e-3);
        console.println("Samples: " + picture);
        boolean interrupted = result.stopReason() == StopReason.INTERRUPTED;
        console.print(interrupted ? "Interrupted: the samples are of fewer steps.\n" : "");
        console.flush();
        return interrupted ? ExitCodes.INTERRUPTED : 0;
    }

    private SamplingRun sampling(BernoulliRbm model, TrainingData pictures) {
        return Samplers.lbp().build().sample(model.withDataType(DataType.FLOAT)).initial(starts(pictures.means()));
    }

    private Lengths lengths() {
        return Lengths.halves(SAMPLES, sampleSteps);
    }

    /** Draws the states from which samples start: independent bits with the means of the data. */
    private byte[][] starts(double[] means) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(options.seed);
        byte[][] starts = new byte[SAMPLES][means.length];
        for (byte[] start : starts) {
            for (int i = 0; i < means.length; i++) {
                start[i] = (byte) (random.nextDouble() < means[i] ? 1 : 0);
            }
        }
        return starts;
    }

    /** The path of a machine, which ends in .npz, with another ending in its place. */
    private static Path sibling(Path machine, String ending) {
        String name = String.valueOf(machine.getFileName());
        return machine.resolveSibling(name.substring(0, name.length() - NPZ.length()) + ending);
    }
}
