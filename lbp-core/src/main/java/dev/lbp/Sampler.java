package dev.lbp;

import dev.lbp.internal.Check;
import java.io.Serializable;
import java.util.Locale;
import java.util.Map;

/**
 * A Markov chain Monte Carlo method with its settings: immutable, and good for any number of runs on any models. Made by
 * {@link Samplers}.
 *
 * <p>The model decides the engine. On a {@link LocalEnergyModel} every chain follows its own state in plain arrays; on any
 * other {@link EnergyModel} all chains move in lock-step, with one evaluation of the model per step.
 */
public abstract sealed class Sampler implements Serializable
        permits MetropolisSampler, GibbsSampler, BlockGibbsSampler {

    private static final long serialVersionUID = 1L;

    Sampler() {}

    /**
     * Describes a run, to be started by {@link SamplingRun#run}.
     *
     * @throws ModelException if the model's {@code dimension()} fails
     */
    public final SamplingRun sample(EnergyModel model) {
        return new SamplingRun(this, model, dimension(model));
    }

    /**
     * Starts one chain for a loop of the caller's own, from a random state.
     *
     * @throws ModelException if the model fails, or scores the state as impossible
     */
    public final Chain start(EnergyModel model, long seed) {
        int dimension = dimension(model);
        RunMemory.checkChains(this, dimension, 1);
        return new Chain(ensemble(model, new Start(dimension, 1, seed, null, null), WorkerPool.inline()));
    }

    /**
     * Starts several chains in lock-step for a loop of the caller's own, from random states.
     *
     * @param chains at least 1
     * @throws ModelException if the model fails, or scores a state as impossible
     */
    public final ChainBatch start(EnergyModel model, long seed, int chains) {
        Check.atLeast(1, "chains", chains);
        int dimension = dimension(model);
        RunMemory.checkChains(this, dimension, chains);
        return batch(model, new Start(dimension, chains, seed, null, null));
    }

    /**
     * Starts several chains in lock-step for a loop of the caller's own, from given states.
     *
     * @param initial [chains][N] of zeros and ones, at least one row
     * @throws ModelException if the model fails, or scores a state as impossible
     */
    public final ChainBatch start(EnergyModel model, long seed, byte[][] initial) {
        Check.atLeast(1, "initial.length", Check.notNull("initial", initial).length);
        int dimension = dimension(model);
        RunMemory.checkChains(this, dimension, initial.length);
        return batch(model, new Start(dimension, initial.length, seed, initial, null));
    }

    private ChainBatch batch(EnergyModel model, Start start) {
        return new ChainBatch(ensemble(model, start, WorkerPool.inline()));
    }

    /** The number of sites of a model that this method can sample. */
    private int dimension(EnergyModel model) {
        int dimension = ModelCalls.dimensionOf(model);
        checkFits(model);
        return dimension;
    }

    /** Refuses a model that this method cannot sample. */
    void checkFits(EnergyModel model) {
        // Most can sample any.
    }

    /** The chains of a run on the engine that fits the model. */
    abstract Ensemble ensemble(EnergyModel model, Start start, WorkerPool pool);

    /** The bytes that a chain takes for each site beside its state; models and their trackers have more. */
    abstract int bytesPerSite();

    /** The method and its settings, for summaries: "LBP, weight t/(t+1), acceptance 0.574". */
    abstract String describe();

    /** Adds what a run depends on and {@link #describe} does not say, by name. */
    void identify(Map<String, String> entries) {
        // Of most methods it says all.
    }

    /** How far a step of a run reached for and how often it was accepted, for summaries. */
    String pace(double scale, double acceptanceRate) {
        return String.format(Locale.ROOT, "scale R %.1f, acceptance %.3f", scale, acceptanceRate);
    }

    /** Whether a step can be rejected. */
    boolean rejects() {
        return true;
    }

    /** What a user should know of a run of this sampler at the given scale; empty if nothing. */
    String caveat(double scale, int freeSites, double acceptanceRate) {
        return "";
    }

    @Override
    public final String toString() {
        return describe();
    }
}
