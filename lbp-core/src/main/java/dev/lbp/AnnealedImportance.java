package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.files.Nd4jPresence;
import dev.lbp.result.AnnealingListener;
import dev.lbp.result.LogZEstimate;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.tempered.AnnealedPath;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.run.RunMemory;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Annealed importance sampling (Neal 2001, <a href="https://arxiv.org/abs/physics/9803008">arXiv:physics/9803008</a>)
 * of the normaliser of a model, {@code Z = sum_x exp(log p(x))}.
 *
 * <pre>{@code
 * LogZEstimate z = AnnealedImportance.of(model, means).temperatures(10_000).seed(1).run();
 * System.out.println(z.summary());
 * double logLikelihood = meanLogProb - z.logZ();
 * }</pre>
 *
 * <p>Chains start at draws of a base of independent bits, whose normaliser is 1, and take one step of any sampler at
 * each temperature of the path {@code log f_beta(x) = (1 - beta) log base(x) + beta log p(x)}, {@code beta = t / T}.
 * The mean of their weights has the expectation Z, whatever the number of temperatures; its logarithm is too low on
 * average, often by many of its standard errors: see {@link LogZEstimate}. The nearer the base is to the model, the
 * better.
 *
 * <p>The scale of an adaptive sampler is found by a pilot run with other chains, as a function of beta, and then
 * frozen: a scale that adapts to the weighted chains would make the weights inexact. The log-probability of the model
 * is kept apart from the base's, so a temperature costs one evaluation of all chains. The model is called as a batched
 * one, in the calling thread; the tracker of a {@link dev.lbp.target.LocalEnergyModel} is used through its batched
 * methods, which cost O(N) per state.
 *
 * <p>This is a description like {@link SamplingRun}: every setting has a default, and it may be run again, with the
 * same result. Not thread-safe.
 */
public final class AnnealedImportance {

    /** The pilot run has a fifth of the temperatures, at least 100 of them, and never more than there are. */
    private static final int PILOT_SHARE = 5;

    private static final int LEAST_PILOT = 100;

    /**
     * Memory for each chain and site: two states with their log-ratios, and the states, inputs and answers of the model
     * and of the path.
     */
    private static final double BYTES_PER_SITE = 64.0;

    private final EnergyModel model;
    private final int dimension;
    private final FactorisedBase base;
    private Sampler sampler = Samplers.lbp().build();
    private int temperatures = 1_000;
    private int chains = 100;
    private long seed = 1L;
    private AnnealingListener listener = (done, total) -> {};

    private AnnealedImportance(EnergyModel model, int dimension, FactorisedBase base) {
        this.model = model;
        this.dimension = dimension;
        this.base = base;
    }

    /**
     * The path from a base to a model.
     *
     * @param means the base's P(x_i = 1) of each site, N values in (0, 1): for a model fitted to data, the means of the
     *     data held away from 0 and 1; copied
     * @throws dev.lbp.target.ModelException if the model's {@code dimension()} fails
     * @throws IllegalStateException if ND4J is not on the class path, for a local model too
     */
    public static AnnealedImportance of(EnergyModel model, double[] means) {
        Nd4jPresence.check("Annealed importance sampling, even of a local model,");
        int dimension = ModelCalls.dimensionOf(model);
        Check.length(dimension, "means", Check.notNull("means", means).length);
        Check.inOpenUnit("means", means);
        return new AnnealedImportance(model, dimension, new FactorisedBase(means.clone()));
    }

    /** The path from fair bits to a model. */
    public static AnnealedImportance of(EnergyModel model) {
        double[] half = new double[ModelCalls.dimensionOf(model)];
        Arrays.fill(half, 0.5);
        return of(model, half);
    }

    /**
     * The sampler of the steps; default {@code Samplers.lbp().build()}.
     *
     * @throws IllegalArgumentException if it does not sample batched models: {@code pas()} and {@code blockGibbs()}
     */
    public AnnealedImportance sampler(Sampler newSampler) {
        // the path of one chain stands for the batched model that the sampler gets
        Check.notNull("sampler", newSampler).method().checkFits(new AnnealedModel(model, base, dimension, 1));
        sampler = newSampler;
        return this;
    }

    /** T, the number of temperatures, at least 1; default 1,000. With 1 there is no step: plain importance sampling. */
    public AnnealedImportance temperatures(int count) {
        temperatures = Check.atLeast(1, "temperatures", count);
        return this;
    }

    /** The number of chains, each with its weight, at least 2; default 100. */
    public AnnealedImportance chains(int count) {
        chains = Check.atLeast(2, "chains", count);
        return this;
    }

    /** The seed, default 1. */
    public AnnealedImportance seed(long value) {
        seed = value;
        return this;
    }

    /** Sets the listener that is called after each temperature. */
    public AnnealedImportance listener(AnnealingListener newListener) {
        listener = Check.notNull("listener", newListener);
        return this;
    }

    /**
     * Runs all temperatures.
     *
     * @throws IllegalArgumentException if the chains would not fit into memory
     * @throws java.util.concurrent.CancellationException if the thread is interrupted; its interrupt flag stays set.
     *     There is no estimate of Z before the last temperature
     * @throws dev.lbp.target.ModelException if the model fails, or scores a draw of the base as impossible
     */
    public LogZEstimate run() {
        boolean growsWithFlips = false; // a step costs an evaluation of the model for any number of flips
        Method method = sampler.method().forCost(growsWithFlips);
        RunMemory.checkChains(method, model, dimension, chains);
        Memory.check(
                BYTES_PER_SITE * chains * dimension,
                "chains=" + chains + ", model.dimension()=" + dimension,
                "run fewer chains");
        AnnealedPath path = path(method, temperatures, seed);
        int pilot = path.adapts() ? Math.min(temperatures, Math.max(LEAST_PILOT, temperatures / PILOT_SHARE)) : 0;
        int total = Math.addExact(pilot, temperatures);
        AnnealedPath.@Nullable Schedule schedule =
                pilot == 0 ? null : adapted(method, pilot, done -> listener.annealed(done, total));
        path.run(schedule, done -> listener.annealed(pilot + done, total));
        return new LogZEstimate(path.logWeights());
    }

    /** The scales at fewer temperatures, which a run with its own random numbers finds as it adapts. */
    private AnnealedPath.Schedule adapted(Method method, int steps, IntConsumer done) {
        long pilotSeed = ~seed; // other streams than those of the weighted chains
        AnnealedPath.@Nullable Schedule none = null; // without a schedule the scale adapts
        return path(method, steps, pilotSeed).run(none, done);
    }

    private AnnealedPath path(Method method, int steps, long pathSeed) {
        byte[][] draws = base.draws(chains, RandomSource.XO_SHI_RO_256_PP.create(pathSeed));
        return new AnnealedPath(method, model, base, draws, steps, pathSeed);
    }
}
