package dev.lbp.cli.train;

import dev.lbp.Sampler;
import dev.lbp.SamplingRun;
import dev.lbp.cli.data.EnergyData;
import dev.lbp.cli.data.ImageSet;
import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.cli.data.LogLikelihood;
import dev.lbp.cli.instance.NetworkChoice;
import dev.lbp.cli.option.SamplerKind.Form;
import dev.lbp.cli.option.SamplerName;
import dev.lbp.cli.option.SamplerOptions;
import dev.lbp.cli.run.DefaultOutput;
import dev.lbp.cli.run.Lengths;
import dev.lbp.cli.run.RunOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.cli.terminal.Interruption;
import dev.lbp.cli.terminal.Progress;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import dev.lbp.nn.NetworkModel;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.nn.training.NetworkTrainingException;
import dev.lbp.nn.training.NetworkTrainingResult;
import dev.lbp.nn.training.PersistentTraining;
import dev.lbp.nn.training.TrainingProgress;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.LogZEstimate;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lbp train-energy}: trains an energy-based network on images, samples it and estimates its log-likelihood. */
@Command(
        name = "train-energy",
        sortOptions = false,
        description = {
            "Train an energy-based network by persistent contrastive divergence, draw samples of it, and estimate the"
                    + " log-likelihood of the images that judge it.",
            "",
            "The model is exp(score(x)) times a base measure: independent pixels with the means of the data.",
            ""
        },
        footer = {
            "",
            "Written to --out: net.onnx, the network with averaged parameters and its base measure, for lbp sample"
                    + " --net and any ONNX runtime; samples.png, 100 chains after many steps; buffer.png, the chains of"
                    + " the training; traces.csv and traces.png; summary.txt; training.checkpoint. If the training"
                    + " diverges: last-good.onnx.",
            "Ctrl-C ends the training after its present update and writes what there is; --resume goes on, also after"
                    + " a crash.",
            "",
            "Example, some minutes on static MNIST:",
            "  lbp train-energy --data binarized_mnist --net mlp --steps 10 --updates 3000 --out mnist",
            "  lbp sample --net mnist/net.onnx --chains 100"
        })
public final class TrainEnergyCommand implements Callable<Integer> {

    private static final int CHAINS = 100;

    @Mixin
    private ImageOptions images = new ImageOptions();

    @Option(
            names = "--dynamic",
            description = "Draw the pixels of grey images again at each use, with the grey values as probabilities.")
    private boolean dynamic;

    @Option(
            names = "--net",
            paramLabel = "NET",
            description =
                    "mlp (two layers of 256 units), mlp-U-U with U units in each layer, resnet-C-M with C channels and"
                            + " M blocks behind those that halve the image, or an ONNX file to start from. At most 2^28"
                            + " parameters. Default: ${DEFAULT-VALUE}.")
    private String net = "mlp";

    @Mixin
    private SamplerOptions sampler = new SamplerOptions(SamplerName.ofNetwork());

    @Option(
            names = "--steps",
            paramLabel = "K",
            description = "Steps of the sampler per update. Default: ${DEFAULT-VALUE}.")
    private int steps = 20;

    @Option(names = "--updates", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int updates = 3_000;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Images, and chains, per update. Default: ${DEFAULT-VALUE}.")
    private int batch = 100;

    @Option(
            names = "--buffer",
            paramLabel = "N",
            description = "Chains of the training, at least --batch. Default: ${DEFAULT-VALUE}.")
    private int buffer = 1_000;

    @Option(
            names = "--reinitialise",
            paramLabel = "P",
            description =
                    "Probability that a chain starts again from the base before an update. Default: ${DEFAULT-VALUE}.")
    private double reinitialise;

    @Option(
            names = "--largest-gap",
            paramLabel = "NATS",
            description = "Averaged score gap from which the training has diverged. Default: log 2 for each pixel.")
    private @Nullable Double largestGap;

    @Option(names = "--rate", paramLabel = "R", description = "Learning rate of Adam. Default: ${DEFAULT-VALUE}.")
    private double rate = 5e-4;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "Updates in which the learning rate rises from 0. Default: ${DEFAULT-VALUE}.")
    private int warmup = 50;

    @Option(
            names = "--averaging",
            paramLabel = "D",
            description = "Decay of the moving average of the parameters. Default: ${DEFAULT-VALUE}.")
    private double averaging = 0.999;

    @Option(
            names = "--no-base",
            description = "Without a base measure, for an ONNX file that has one in its scores, as net.onnx does.")
    private boolean noBase;

    @Option(
            names = "--temperatures",
            paramLabel = "T",
            description = "Temperatures of annealed importance sampling for the log-likelihood; 0 leaves it out. "
                    + "Default: ${DEFAULT-VALUE}.")
    private int temperatures = 2_000;

    @Option(
            names = "--sample-steps",
            paramLabel = "N",
            description =
                    "Steps to each sample from the training's chains, half of them warm-up. Default: ${DEFAULT-VALUE}.")
    private int sampleSteps = 2_000;

    @Mixin
    private RunOptions options = new RunOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory to write to. Default: lbp-energy, or if that is there lbp-energy-2, and so on.")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            description = "Go on with the training in --out, with the same options, or with more --updates.")
    private boolean resume;

    @Spec
    private @Nullable CommandSpec spec;

    /** Checks the options, declares the files, reads the images, and trains. Returns the exit code. */
    @Override
    public Integer call() throws IOException {
        options.check();
        Check.atLeast(2, "--sample-steps", sampleSteps);
        Check.atLeast(0, "--temperatures", temperatures);
        Check.atLeast(1, "--batch", batch);
        Check.that(buffer >= batch, "be >= --batch=" + batch, "--buffer", buffer);
        double beta = 1.0;
        sampler.check(Form.NETWORK, beta);
        Path data = images.path();
        if (data == null) {
            throw new IllegalArgumentException("must be given: --data PATH");
        }
        Path path = out == null ? DefaultOutput.free(Path.of("lbp-energy"), "") : out;
        NetworkChoice choice = new NetworkChoice("--net", net);
        EnergyFiles written = new EnergyFiles(path);
        written.check(resume);
        try (CommandFiles files = new CommandFiles();
                Interruption interruption = new Interruption(files)) {
            images.declare(files);
            choice.file().ifPresent(file -> files.reads("--net", file));
            files.writesInto("--out", path, EnergyFiles.NAMES).prepare();
            ImageSet set = images.read(data);
            checkValues(set);
            EnergyData energy = new EnergyData(set, images.threshold(), dynamic);
            try (OnnxNetwork network = choice.network(energy.rows(), energy.columns(), options.seed)) {
                PersistentTraining training = training(energy, network);
                interruption.begin();
                written.say(images.description(set, dynamic));
                written.say(description(network));
                network.parameterNotes().forEach(note -> written.say("note: " + note));
                written.flush(console());
                return carryOut(energy, network, training, written);
            }
        }
    }

    /** The network and the settings of its training, in a line. */
    private String description(OnnxNetwork network) {
        return Text.format(
                "%s, %,d parameters; %s, %d steps per update; %,d updates of %d images, learning rate %s,"
                        + " buffer %,d%s, seed %d",
                net,
                network.parameters().capacity(),
                sampler.sampler(Form.NETWORK),
                steps,
                updates,
                batch,
                Text.number(rate),
                buffer,
                reinitialise == 0.0 ? "" : ", chains start again with probability " + Text.number(reinitialise),
                options.seed);
    }

    private PrintWriter console() {
        return Objects.requireNonNull(spec).commandLine().getOut();
    }

    /** Checks that pixels can be 0 and 1, or, with {@code --dynamic}, that some are grey. */
    private void checkValues(ImageSet set) {
        if (!dynamic) {
            images.checkBothValues(set);
            return;
        }
        images.checkNoThreshold("--dynamic");
        boolean grey = !set.training().isBinary();
        Check.that(grey, "be left out for images of 0 and 1 alone, which have nothing to draw: --dynamic");
    }

    private PersistentTraining training(EnergyData data, OnnxNetwork network) {
        PersistentTraining training = data.training(network)
                .sampler(sampler.sampler(Form.NETWORK))
                .steps(steps)
                .updates(updates)
                .batch(batch)
                .buffer(buffer)
                .reinitialise(reinitialise)
                .learningRate(rate)
                .warmup(warmup)
                .averaging(averaging)
                .seed(options.seed);
        if (largestGap != null) {
            training.largestGap(largestGap);
        }
        if (noBase) {
            double[] half = new double[network.dimension()];
            Arrays.fill(half, 0.5); // a base of probabilities 1/2 is uniform: it adds a constant to all scores
            training.base(half);
        }
        return training;
    }

    /** Trains, samples and judges the network, and writes the results. Returns the exit code. */
    private int carryOut(EnergyData data, OnnxNetwork network, PersistentTraining training, EnergyFiles written)
            throws IOException {
        NetworkTrainingResult result;
        try {
            result = train(data, training, written);
        } catch (NetworkTrainingException e) {
            written.saveLastGood(network, e);
            written.flush(console());
            throw e;
        } finally {
            Thread.interrupted(); // the next step writes files, which fails in an interrupted thread
        }
        written.saveResult(network, result, noBase, data.rows(), data.columns());
        written.flush(console());
        boolean[] whole = {!result.stopped()}; // false if anything was interrupted; an array, for the lambdas
        if (whole[0]) {
            written.guard("samples", () -> whole[0] = sample(data, result, written));
            written.guard("log-likelihoods", () -> whole[0] &= judge(data, result.model(), written));
        }
        if (!whole[0]) {
            written.say("Interrupted."
                    + (Files.exists(written.checkpoint()) ? " To go on: the same command with --resume" : ""));
        }
        written.finish(console());
        return whole[0] ? 0 : ExitCodes.INTERRUPTED;
    }

    private NetworkTrainingResult train(EnergyData data, PersistentTraining training, EnergyFiles written) {
        training.checkpoint(written.checkpoint(), EnergyFiles.SAVE_EVERY);
        try (ProgressBar bar = Progress.bar("training", updates, options.quiet)) {
            return start(
                    training.listener(
                            1, // at each update
                            written.listener(data.rows(), data.columns(), progress -> show(bar, progress))),
                    written);
        }
    }

    /** Begins or resumes the training. A checkpoint that cannot be used is reported as a bad argument. */
    private NetworkTrainingResult start(PersistentTraining training, EnergyFiles written) {
        try {
            return resume ? training.resume(written.checkpoint()) : training.run();
        } catch (CheckpointException e) {
            if (written.hasUpdates()) {
                throw e;
            }
            throw new IllegalArgumentException(
                    e.getMessage(), e); // another training is in --out, or another process uses it
        }
    }

    /** Updates the progress bar. */
    private static void show(ProgressBar bar, TrainingProgress progress) {
        bar.stepTo(progress.update());
        bar.setExtraMessage(Text.format(
                "gap %.2f, acc %.2f, R %.4g", progress.averagedGap(), progress.acceptance(), progress.scale()));
    }

    /** Samples the network, from chains of the training. Returns false if interrupted. */
    private boolean sample(EnergyData data, NetworkTrainingResult result, EnergyFiles written) {
        byte[][] starts = new byte[CHAINS][];
        Arrays.setAll(starts, c -> result.buffer()[c % result.buffer().length]);
        Sampler method = sampler.sampler(Form.NETWORK);
        SamplingRun run = method.sample(result.model()).initial(starts);
        SampleResult samples = options.carryOut(run, Lengths.halves(CHAINS, sampleSteps), "sampling");
        written.saveSamples(samples, data.rows(), data.columns());
        written.say(Text.format(
                "%d chains of %,d steps from the training's: R %.1f, acceptance %.3f, %.1f s",
                CHAINS,
                sampleSteps,
                samples.scale(),
                samples.acceptanceRate(),
                samples.warmUpTime().plus(samples.drawTime()).toMillis() * 1e-3));
        written.flush(console());
        return samples.stopReason() != StopReason.INTERRUPTED;
    }

    /** Estimates log-likelihoods. Returns false if interrupted. */
    private boolean judge(EnergyData data, NetworkModel model, EnergyFiles written) {
        if (temperatures == 0) {
            return true;
        }
        LogZEstimate z;
        try (ProgressBar bar = Progress.bar("log Z", temperatures, options.quiet)) {
            z = LogLikelihood.logZ(
                    model,
                    temperatures,
                    CHAINS,
                    options.seed,
                    (done, total) -> bar.maxHint(total).stepTo(done));
        } catch (CancellationException e) {
            Thread.interrupted(); // the next step writes files, which fails in an interrupted thread
            return false;
        }
        written.say(z.summary().stripTrailing());
        for (Part part : List.of(Part.VALIDATION, Part.TEST)) {
            data.judging(part)
                    .ifPresent(states -> written.say(LogLikelihood.of(model, states, z)
                            .sentence(Text.format(
                                    "%,d %s images", states.length, part.name().toLowerCase(Locale.ROOT)))));
        }
        return true;
    }
}
