package dev.lbp.internal.infer.sample;

import dev.lbp.Run;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorBits;
import dev.lbp.models.factor.FactorCategories;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.models.factor.FactorModel;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.ValueResult;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Draws of a factor graph by parallel tempering of Gibbs sweeps, with exchange of parts of states. Chains that change
 * one site at a time cannot cross impossible states, so zeros are raised: to {@link #FLOOR} nats below the largest
 * entry of their table. Draws that are impossible in the graph itself are left out, which is exact by conditioning; log
 * Z counts their share.
 */
public final class TemperedDraws {

    /** How far below the largest entry of its table a zero is raised. */
    private static final double FLOOR = 40.0;

    private static final Sampler SAMPLER = Samplers.gibbs().build();

    private static final int CHAINS = 4;

    /** Draws of each chain that are aimed at, and at most kept. */
    private static final int DRAWS = 4_000;

    private static final int MOST_DRAWS = 4 * DRAWS;

    /** Replicas of each chain. With fewer, the zeros that are raised leave a wide gap above the flattest one. */
    private static final int REPLICAS = 20;

    private static final double SHARE_OF_WARM_UP = 0.15;

    private static final int LEAST_WARM_UP = 200;

    private static final long TRIAL_NANOS = 50_000_000;

    private final RunResult result;
    private final int[][][] draws;
    private final double possible;

    private TemperedDraws(RunResult result, int[][][] draws, double possible) {
        this.result = result;
        this.draws = draws;
        this.possible = possible;
    }

    /**
     * Samples a graph for a time, of which warm-up takes a sixth.
     *
     * @param graph each variable has at least 2 values
     * @param seed of the draws, whose number depends on the time
     * @throws IllegalStateException if the time ends before the first draw, or no draw is possible
     */
    public static TemperedDraws of(FactorGraph graph, long seed, int threads, Duration time) {
        FactorModel model = FactorModel.of(raised(graph));
        double steps = time.toNanos() / (nanosOfStep(model) * 2 * REPLICAS * CHAINS / Math.min(threads, CHAINS));
        int warmUp = (int) Math.min(Integer.MAX_VALUE / 2, Math.max(LEAST_WARM_UP, SHARE_OF_WARM_UP * steps));
        int thin = (int) Math.max(1.0, Math.floor((1.0 - SHARE_OF_WARM_UP) * steps / DRAWS));
        return of(graph, run(model).budget(time), seed, threads, warmUp, MOST_DRAWS, thin);
    }

    /** Samples a graph for a number of steps. */
    static TemperedDraws of(FactorGraph graph, long seed, int warmUp, int draws) {
        return of(graph, run(FactorModel.of(raised(graph))), seed, 1, warmUp, draws, 1);
    }

    private static Run<?, ?, ?> run(FactorModel model) {
        Tempering tempering = Tempering.replicas(REPLICAS).every(1);
        return model instanceof FactorBits bits
                ? SAMPLER.sample(bits).tempering(tempering)
                : SAMPLER.sample((FactorCategories) model).tempering(tempering);
    }

    private static TemperedDraws of(
            FactorGraph graph, Run<?, ?, ?> run, long seed, int threads, int warmUp, int draws, int thin) {
        run.chains(CHAINS).threads(threads).seed(seed);
        run.warmup(warmUp).draws(draws).thin(thin).keepDraws();
        RunResult result = run.run();
        if (result.draws() == 0) {
            throw new IllegalStateException("must have more time: the first draw was not finished");
        }
        int[][][] possible = new int[CHAINS][][];
        long kept = 0;
        for (int c = 0; c < CHAINS; c++) {
            int chain = c;
            possible[c] = IntStream.range(0, result.draws())
                    .mapToObj(t -> state(result, chain, t))
                    .filter(x -> graph.logProb(x) != Double.NEGATIVE_INFINITY)
                    .toArray(int[][]::new);
            kept += possible[c].length;
        }
        if (kept == 0) {
            throw new IllegalStateException("must have more time: none of " + result.draws() + " draws is possible");
        }
        return new TemperedDraws(result, possible, kept / ((double) CHAINS * result.draws()));
    }

    /** The time of one sweep of one chain, from some that a trial makes. */
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

    private static int[] state(RunResult result, int chain, int draw) {
        if (result instanceof ValueResult values) {
            return values.draw(chain, draw);
        }
        byte[] bits = ((SampleResult) result).draw(chain, draw);
        int[] state = new int[bits.length];
        for (int i = 0; i < state.length; i++) {
            state[i] = bits[i];
        }
        return state;
    }

    /** The graph with zeros raised. */
    private static FactorGraph raised(FactorGraph graph) {
        int[] values = new int[graph.sites()];
        Arrays.setAll(values, graph::values);
        List<Factor> factors = graph.factors().stream()
                .map(factor -> {
                    double[] entries = factor.logValues();
                    double floor = Arrays.stream(entries).max().orElse(0.0) - FLOOR;
                    Arrays.setAll(entries, k -> entries[k] == Double.NEGATIVE_INFINITY ? floor : entries[k]);
                    return Factor.of(factor.sites(), entries);
                })
                .toList();
        return FactorGraph.of(values, factors);
    }

    /** The possible draws, [chains][draws][N]; not to be changed. */
    public int[][][] draws() {
        return draws;
    }

    /** The logarithm of the sum over all states. */
    public double logZ() {
        return tempering().logZ() + Math.log(possible);
    }

    /** Its standard error, of the share of possible draws too. */
    public double logZError() {
        double effective = Math.max(1.0, result.statistics("logProb").bulkSample());
        double ofShare = possible == 1.0 ? 0.0 : (1.0 - possible) / possible / effective;
        return Math.sqrt(tempering().logZError() * tempering().logZError() + ofShare);
    }

    private TemperingResult tempering() {
        return result.tempering().orElseThrow();
    }

    /** The share of draws that are possible in the graph itself. */
    public double possible() {
        return possible;
    }

    public int replicas() {
        return tempering().replicas();
    }

    /** What speaks against the draws, as a run tells it; the first line says whether they are mixed. */
    public List<String> verdict(IntFunction<String> siteName) {
        return result.verdict(siteName);
    }
}
