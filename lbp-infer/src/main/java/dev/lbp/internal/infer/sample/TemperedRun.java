package dev.lbp.internal.infer.sample;

import dev.lbp.Run;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.models.factor.FactorBits;
import dev.lbp.models.factor.FactorCategories;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.models.factor.FactorModel;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.run.CheckpointFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run that samples a factor graph by parallel tempering of Gibbs sweeps.
 *
 * @param seed the seed of the draws
 * @param warmUp the number of steps before the first draw, if the time does not decide
 * @param draws the number of draws of each chain; 0 if the time decides
 * @param file the checkpoint; null for none
 * @param every the time from one save to the next; null for the usual one
 */
public record TemperedRun(
        long seed,
        int threads,
        int warmUp,
        int draws,
        @Nullable Path file,
        @Nullable Duration every,
        SamplingListener listener) {

    private static final Sampler SAMPLER = Samplers.gibbs().build();

    private static final int CHAINS = 4;

    /** The intended number of draws of each chain, if the time decides. */
    private static final int DRAWS = 4_000;

    /** The largest number of draws of each chain, if the time decides. */
    private static final int MOST_DRAWS = 4 * DRAWS;

    /**
     * The number of replicas of each chain. With fewer, raised zeros cause a low exchange rate with the hottest
     * replica.
     */
    private static final int REPLICAS = 20;

    private static final double SHARE_OF_WARM_UP = 0.15;
    private static final int LEAST_WARM_UP = 200;
    /** The time of the trial that measures the time of a sweep. */
    private static final long TRIAL_NANOS = 50_000_000;

    /**
     * Samples a graph, or goes on with the saved run if the checkpoint is there.
     *
     * @param graph each variable has at least 2 values; zeros are {@link GraphDraws#raised raised} here
     * @param time the time of warm-up and draws, including the time of a saved run. If {@link #draws} is 0, the time
     *     decides, and warm-up takes about a sixth of it. Null for no limit
     * @throws IllegalArgumentException if the checkpoint is damaged
     * @throws CancellationException if the thread is interrupted; its interrupt flag stays set
     */
    public RunResult sample(FactorGraph graph, @Nullable Duration time) {
        FactorModel model = FactorModel.of(GraphDraws.raised(graph));
        Tempering tempering = Tempering.replicas(REPLICAS).every(1); // an exchange after each sweep
        Run<?, ?, ?> run = model instanceof FactorBits bits
                ? SAMPLER.sample(bits).tempering(tempering)
                : SAMPLER.sample((FactorCategories) model).tempering(tempering);
        run.chains(CHAINS).threads(threads).seed(seed).keepDraws().listener(listener);
        run.draws(draws == 0 ? MOST_DRAWS : draws).warmup(warmUp);
        CheckpointFile.Saved.@Nullable Head saved = saved();
        if (draws == 0 && saved != null) { // a run that goes on keeps what the time has decided
            run.warmup(Integer.parseInt(saved.settings().getOrDefault("warmup", "0")));
            run.thin(Integer.parseInt(saved.settings().getOrDefault("thin", "1")));
        } else if (draws == 0 && time != null) {
            // steps that fit into the time, at twice the measured time of a sweep for each replica of each chain
            double steps = time.toNanos() / (nanosOfStep(model) * 2 * REPLICAS * CHAINS / Math.min(threads, CHAINS));
            run.warmup((int) Math.min(Integer.MAX_VALUE / 2, Math.max(LEAST_WARM_UP, SHARE_OF_WARM_UP * steps)));
            run.thin((int) Math.max(1.0, Math.floor((1.0 - SHARE_OF_WARM_UP) * steps / DRAWS)));
        }
        if (time != null) {
            Duration left = saved == null ? time : time.minus(saved.time());
            run.budget(left.isNegative() || left.isZero() ? Duration.ofNanos(1) : left); // a budget is above 0
        }
        RunResult result = runOrResume(run, saved != null);
        if (result.stopReason() == StopReason.INTERRUPTED) {
            throw new CancellationException("interrupted while sampling");
        }
        return result;
    }

    /** The settings and the time of the run in the checkpoint; null if there is none. */
    private CheckpointFile.Saved.@Nullable Head saved() {
        CheckpointFile checkpoint = file == null ? null : new CheckpointFile(file);
        if (checkpoint == null || !checkpoint.exists()) {
            return null;
        }
        try {
            return checkpoint.lastWhole().head();
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Begins or resumes a run, with a checkpoint if a file is given. */
    private RunResult runOrResume(Run<?, ?, ?> run, boolean resumed) {
        if (file == null) {
            return run.run();
        }
        if (every == null) {
            run.checkpoint(file);
        } else {
            run.checkpoint(file, every);
        }
        return resumed ? run.resume(file) : run.run();
    }

    /** The measured nanoseconds of one sweep of one chain. */
    private static double nanosOfStep(FactorModel model) {
        Runnable step = model instanceof FactorBits bits
                ? SAMPLER.start(bits, 1)::step
                : SAMPLER.start((FactorCategories) model, 1)::step;
        long begin = System.nanoTime();
        long now = begin;
        int steps = 0;
        while (now - begin < TRIAL_NANOS) {
            step.run();
            steps++;
            now = System.nanoTime();
        }
        return (now - begin) / (double) steps;
    }
}
