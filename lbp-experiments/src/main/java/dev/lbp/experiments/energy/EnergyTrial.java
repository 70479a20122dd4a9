package dev.lbp.experiments.energy;

import dev.lbp.cli.data.EnergyData;
import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.cli.data.LogLikelihood;
import dev.lbp.cli.instance.NetworkChoice;
import dev.lbp.cli.terminal.Text;
import dev.lbp.experiments.frame.RunInterrupted;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Row;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.nn.training.NetworkTrainingException;
import dev.lbp.nn.training.NetworkTrainingResult;
import dev.lbp.nn.training.PersistentTraining;
import dev.lbp.nn.training.TrainingProgress;
import dev.lbp.result.LogZEstimate;
import dev.lbp.result.SamplingListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Trains a network and measures the log-likelihood of the test images, in the calling thread. */
final class EnergyTrial {

    static final String LOG_LIKELIHOOD = "log_likelihood";
    static final String BASE = "log_likelihood_base";
    static final String LARGEST_GAP = "gap_largest";
    static final String DIVERGED = "diverged_at";

    /** The column of the effective sample size of the weights. */
    static final String WEIGHTS = "ess_weights";

    static final String FIGURES = String.join(
            " ",
            "updates",
            DIVERGED,
            LARGEST_GAP,
            "gap_last",
            "acceptance",
            "R",
            LOG_LIKELIHOOD,
            BASE,
            "log_z",
            WEIGHTS,
            "seconds",
            "cpu_seconds");

    /** Chains of annealed importance sampling. */
    static final int CHAINS = 100;

    /** The approximate number of updates in the moving average of the score gap. */
    static final int WINDOW = 100;

    /** The number of updates between checkpoints. */
    private static final int SAVE_EVERY = 50;

    /** The progress of a training before its first update. */
    private static final TrainingProgress NO_UPDATE =
            new TrainingProgress(0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0.0);

    /** The length of the progress bar. */
    private static final int PARTS = 1_000;
    /** The part of the progress bar for the training; the rest is for log Z. */
    private static final int TRAINING_PARTS = 900;

    private final EnergyData data;
    private final EnergyPlan plan;
    private final SamplingListener progress;

    private @Nullable Path checkpoint;

    private Action afterTraining = result -> {};

    /**
     * The largest gap in the second half of the updates. At the start the gap is large, because samples are from the
     * base measure.
     */
    private double largestGap;

    /** @param progress receives thousandths of the work */
    EnergyTrial(EnergyData data, EnergyPlan plan, SamplingListener progress) {
        this.data = data;
        this.plan = plan;
        this.progress = progress;
        progress.started("", 0, PARTS); // work without a name and a warm-up
    }

    /** Saves checkpoints of the training to a file. If the file exists, the training continues from it. */
    EnergyTrial saving(Path file) {
        checkpoint = file;
        return this;
    }

    /** Sets an action with the result of the training, executed before the log-likelihood is measured. */
    EnergyTrial then(Action done) {
        afterTraining = done;
        return this;
    }

    /** An action with the result of a training. */
    @FunctionalInterface
    interface Action {

        /**
         * Executes the action.
         *
         * @throws RunInterrupted if the thread is interrupted
         */
        void of(NetworkTrainingResult result) throws IOException;
    }

    /**
     * Trains the network and measures the log-likelihood.
     *
     * @throws RunInterrupted if the thread is interrupted
     */
    Row measure(Row key, EnergySampler sampler, int steps, long seed) throws IOException {
        Stopwatch watch = new Stopwatch();
        double cpu = Stopwatch.ofThread();
        try (OnnxNetwork network = new NetworkChoice("net", plan.net()).network(data.rows(), data.columns(), seed)) {
            Row row = train(key, network, sampler, steps, seed);
            return row.with("seconds", watch.seconds()).with("cpu_seconds", Stopwatch.ofThread() - cpu);
        } catch (CancellationException e) {
            throw new RunInterrupted("the log-likelihood of " + key);
        }
    }

    /** Trains the network, measures the log-likelihood, and returns the figures. */
    private Row train(Row key, OnnxNetwork network, EnergySampler sampler, int steps, long seed) throws IOException {
        TrainingProgress[] last = {NO_UPDATE}; // of one element, which the listener sets at each update
        PersistentTraining training = data.training(network)
                .sampler(sampler.sampler())
                .steps(steps)
                .updates(plan.updates())
                .batch(EnergyPlan.BATCH)
                .buffer(plan.buffer())
                .learningRate(plan.learningRate())
                .warmup(plan.warmUp())
                .averaging(plan.average())
                .seed(seed)
                .listener(1, (now, snapshot) -> {
                    last[0] = now;
                    if (2 * now.update() > now.updates()) { // in the second half of training
                        largestGap = Math.max(largestGap, Math.abs(now.averagedGap()));
                    }
                    progress.drawsProgress((long) TRAINING_PARTS * now.update() / now.updates(), PARTS);
                });
        int diverged = 0; // the update at which the training diverged; 0 if it did not
        LogLikelihood likelihood = LogLikelihood.NONE;
        try {
            NetworkTrainingResult result = runOrResume(training);
            if (result.stopped()) {
                throw new RunInterrupted("the training of " + key);
            }
            last[0] = result.progress();
            afterTraining.of(result);
            likelihood = likelihood(result, seed);
        } catch (NetworkTrainingException e) {
            if (!e.diverged()) {
                throw e;
            }
            diverged = e.update();
        }
        progress.drawsProgress(PARTS, PARTS);
        return key.with("updates", last[0].update())
                .with(DIVERGED, diverged)
                .with(LARGEST_GAP, largestGap)
                .with("gap_last", last[0].averagedGap())
                .with("acceptance", last[0].acceptance())
                .with("R", last[0].scale())
                .with(LOG_LIKELIHOOD, likelihood.model())
                .with(BASE, likelihood.base())
                .with("log_z", likelihood.logZ())
                .with(WEIGHTS, likelihood.weights());
    }

    /** The log-likelihood of the test images, with an estimate of log Z. */
    private LogLikelihood likelihood(NetworkTrainingResult result, long seed) {
        LogZEstimate z = LogLikelihood.logZ(
                result.model(),
                plan.temperatures(),
                CHAINS,
                seed,
                (done, total) ->
                        progress.drawsProgress(TRAINING_PARTS + (long) (PARTS - TRAINING_PARTS) * done / total, PARTS));
        return LogLikelihood.of(result.model(), data.judging(Part.TEST).orElseThrow(), z);
    }

    private NetworkTrainingResult runOrResume(PersistentTraining training) {
        if (checkpoint == null) {
            return training.run();
        }
        training.checkpoint(checkpoint, SAVE_EVERY);
        return Files.exists(checkpoint) ? training.resume(checkpoint) : training.run();
    }

    /**
     * The text of a cell for a table: the log-likelihood, or the update at which the training diverged. A star marks
     * an estimate of log Z by few chains: the effective sample size of their weights is below a fifth of their number.
     */
    static String outcome(Row row) {
        int diverged = (int) row.number(DIVERGED);
        if (diverged > 0) {
            return "diverged at update " + diverged;
        }
        boolean few = row.number(WEIGHTS) < CHAINS / 5.0;
        return Text.number(1, row.number(LOG_LIKELIHOOD)) + (few ? "*" : "");
    }
}
