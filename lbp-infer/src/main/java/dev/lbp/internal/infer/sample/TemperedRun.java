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
import java.time.Duration;

/** Runs parallel tempering of Gibbs sweeps on a factor graph. */
public final class TemperedRun {

    private static final Sampler SAMPLER = Samplers.gibbs().build();

    private static final int CHAINS = 4;

    /** The intended number of draws of each chain. */
    private static final int DRAWS = 4_000;

    /** The largest number of draws of each chain. */
    private static final int MOST_DRAWS = 4 * DRAWS;

    /**
     * The number of replicas of each chain. With fewer, raised zeros cause a low exchange rate with the hottest
     * replica.
     */
    private static final int REPLICAS = 20;

    private static final double SHARE_OF_WARM_UP = 0.15;

    private static final int LEAST_WARM_UP = 200;

    private static final long TRIAL_NANOS = 50_000_000;

    private TemperedRun() {}

    /**
     * Samples a graph for a given time, of which warm-up takes a sixth.
     *
     * @param graph each variable has at least 2 values; zeros are {@link GraphDraws#raised raised} here
     * @param seed the seed of the draws; their number depends on the time
     * @throws IllegalStateException if the time ends before the first draw
     */
    public static RunResult of(FactorGraph graph, long seed, int threads, Duration time) {
        FactorModel model = FactorModel.of(GraphDraws.raised(graph));
        double steps = time.toNanos() / (nanosOfStep(model) * 2 * REPLICAS * CHAINS / Math.min(threads, CHAINS));
        int warmUp = (int) Math.min(Integer.MAX_VALUE / 2, Math.max(LEAST_WARM_UP, SHARE_OF_WARM_UP * steps));
        int thin = (int) Math.max(1.0, Math.floor((1.0 - SHARE_OF_WARM_UP) * steps / DRAWS));
        return of(run(model).budget(time), seed, threads, warmUp, MOST_DRAWS, thin);
    }

    /** Samples a graph for a number of steps. */
    static RunResult of(FactorGraph graph, long seed, int warmUp, int draws) {
        return of(run(FactorModel.of(GraphDraws.raised(graph))), seed, 1, warmUp, draws, 1);
    }

    private static Run<?, ?, ?> run(FactorModel model) {
        Tempering tempering = Tempering.replicas(REPLICAS).every(1);
        return model instanceof FactorBits bits
                ? SAMPLER.sample(bits).tempering(tempering)
                : SAMPLER.sample((FactorCategories) model).tempering(tempering);
    }

    private static RunResult of(Run<?, ?, ?> run, long seed, int threads, int warmUp, int draws, int thin) {
        run.chains(CHAINS).threads(threads).seed(seed);
        run.warmup(warmUp).draws(draws).thin(thin).keepDraws();
        return run.run();
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
