package dev.lbp.select;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.StopReason;
import dev.lbp.target.Statistic;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How models are sampled: single informed flips with the weight t/(t+1), exchanges of one variable for another, and averages of
 * conditional probabilities in place of counts. The scale is fixed at 1, since flips of several variables are mostly refused.
 */
final class ModelSampling {

    /** The part of steps that exchange one variable for another. */
    private static final double SWAPS = 0.25;

    private static final int MOST_DRAWS = 1_000_000;

    /** The next run is at most this many times longer. */
    private static final double MOST_GROWTH = 10.0;

    /** A next run is longer than the errors ask for, since they are estimates. */
    private static final double MARGIN = 1.3;

    int chains = 4;
    int warmup = 2_000;
    int draws = 10_000;
    int thin = 1;
    long seed = 1L;
    int threads = Runtime.getRuntime().availableProcessors();

    @Nullable SamplingListener listener;

    /** The largest error of an inclusion probability; 1 for no bound. */
    double mostError = 1.0;

    SampleResult run(SelectionModel model) {
        int length = draws;
        SampleResult result = run(model, length);
        while (result.stopReason() == StopReason.DRAWS && largestError(result) > mostError) {
            double ratio = largestError(result) / mostError;
            double growth = Math.min(MARGIN * ratio * ratio, MOST_GROWTH);
            double next = Math.min(Math.ceil(length * growth), Math.min(MOST_DRAWS, mostDraws(model)));
            if (next <= length) {
                return result;
            }
            length = (int) next;
            result = run(model, length);
        }
        return result;
    }

    /** The number of draws of each chain that fit into a quarter of the heap, a bit for each variable. */
    private double mostDraws(SelectionModel model) {
        double bytes = 0.25 * Runtime.getRuntime().maxMemory();
        return bytes / chains / (model.dimension() / 8.0 + 3.0 * Double.BYTES);
    }

    /** The largest standard error of an inclusion probability; one that never changed has none. */
    static double largestError(SampleResult result) {
        return Arrays.stream(result.conditionals().orElseThrow().errors())
                .filter(error -> !Double.isNaN(error))
                .max()
                .orElse(0.0);
    }

    private SampleResult run(SelectionModel model, int length) {
        double[] ones = new double[model.dimension()];
        Arrays.fill(ones, 1.0);
        SamplingRun run = Samplers.lbp()
                .scale(1)
                .swaps(SWAPS)
                .build()
                .sample(model)
                .chains(chains)
                .warmup(warmup)
                .draws(length)
                .thin(thin)
                .seed(seed)
                .track("size", Statistic.weightedSum(ones))
                .threads(threads)
                .conditionals()
                .keepDraws();
        if (listener != null) {
            run.listener(listener);
        }
        try {
            return run.run();
        } catch (RunException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof PerfectFitException perfect) {
                    throw perfect; // the data are at fault, not the run
                }
            }
            throw e;
        }
    }
}
