package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.run.RunKind;
import dev.lbp.runtime.run.RunMemory;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.io.Serializable;

/**
 * A Markov chain Monte Carlo method with its settings. It is immutable and serves any number of runs on any models.
 * Made by {@link Samplers}.
 *
 * <p>The model decides the engine. On a {@link dev.lbp.target.LocalEnergyModel} every chain keeps its own state in
 * plain arrays. On any other {@link EnergyModel}, and on a {@link CategoricalEnergyModel}, all chains move in
 * lock-step, with one evaluation of the model per step.
 */
public sealed class Sampler implements Serializable permits PathAuxiliarySampler {

    private static final long serialVersionUID = 2L;

    private final Method method;

    Sampler(Method method) {
        this.method = method;
    }

    final Method method() {
        return method;
    }

    /**
     * Describes a run; {@link SamplingRun#run} starts it.
     *
     * @throws dev.lbp.target.ModelException if the model's {@code dimension()} fails
     */
    public final SamplingRun sample(EnergyModel model) {
        int dimension = dimension(model);
        return new SamplingRun(RunKind.settings(forCostOf(model), model, dimension));
    }

    /**
     * Describes a run on a model with its own moves; {@link ValueRun#run} starts it.
     *
     * @throws IllegalArgumentException if the sampler does not fit such models, or a size of the model is out of range
     * @throws dev.lbp.target.ModelException if the model's {@code dimension()}, {@code values()} or {@code moves()}
     *     fails
     */
    public final ValueRun sample(MoveModel model) {
        method.checkFits(Check.notNull("model", model));
        return new ValueRun(RunKind.settings(method, model));
    }

    /**
     * Describes a run on a batched model of categories; {@link ValueRun#run} starts it. A step weighs every value of
     * every site by one evaluation. It draws the sites as on bits, each by the sum over its other values, and then a
     * value for each.
     *
     * @throws IllegalArgumentException if the sampler does not fit such models, or a size of the model is out of range
     * @throws dev.lbp.target.ModelException if the model's {@code dimension()} or {@code values()} fails
     */
    public final ValueRun sample(CategoricalEnergyModel model) {
        method.checkFits(Check.notNull("model", model));
        boolean growsWithFlips = false; // a step costs an evaluation of the model at any R
        return new ValueRun(RunKind.settings(method.forCost(growsWithFlips), model));
    }

    /**
     * Starts one chain from a state of {@link EnergyModel#start}, for the caller's own loop.
     *
     * @throws dev.lbp.target.ModelException if the model fails, or scores the state as impossible
     */
    public final Chain start(EnergyModel model, long seed) {
        RunMemory.checkChains(method, model, dimension(model), 1);
        return new Chain(ensemble(model, new BitStart(model, 1, seed, null))); // one chain, without a given state
    }

    /**
     * Starts one chain on a model that defines its own moves, at a state of {@link MoveModel#randomState}. The caller
     * makes its steps in a loop.
     *
     * @throws IllegalArgumentException if the sampler does not fit such models; {@link Samplers#rwm} does
     * @throws dev.lbp.target.ModelException if the model fails, or scores the state as impossible
     */
    public final ValueChain start(MoveModel model, long seed) {
        method.checkFits(Check.notNull("model", model));
        RunMemory.checkChain(RunKind.settings(method, model));
        boolean growsWithFlips = true; // each of the R moves of a step has its cost
        StartPlan plan = StartPlan.of(1, seed, null); // one chain, without a given state
        return new ValueChain(
                method.forCost(growsWithFlips).ensemble(model, new ValueStart(model, plan), WorkerPool.inline()));
    }

    /**
     * Starts one chain on a batched model of categories from a state that the model draws, for the caller's own loop.
     *
     * @throws IllegalArgumentException if the sampler does not fit such models
     * @throws dev.lbp.target.ModelException if the model fails, or scores the state as impossible
     */
    public final ValueChain start(CategoricalEnergyModel model, long seed) {
        method.checkFits(Check.notNull("model", model));
        RunMemory.checkChain(RunKind.settings(method, model));
        boolean growsWithFlips = false; // a step costs an evaluation of the model at any R
        StartPlan plan = StartPlan.of(1, seed, null); // one chain, without a given state
        return new ValueChain(
                method.forCost(growsWithFlips).ensemble(model, new ValueStart(model, plan), WorkerPool.inline()));
    }

    /**
     * Starts several chains in lock-step from states of {@link EnergyModel#start}, for the caller's own loop.
     *
     * @param chains at least 1
     * @throws dev.lbp.target.ModelException if the model fails, or scores a state as impossible
     */
    public final ChainBatch start(EnergyModel model, long seed, int chains) {
        Check.atLeast(1, "chains", chains);
        RunMemory.checkChains(method, model, dimension(model), chains);
        return batch(model, new BitStart(model, chains, seed, null)); // without given states
    }

    /**
     * Starts several chains in lock-step from given states, for the caller's own loop.
     *
     * @param initial [chains][N] of zeros and ones, at least one row
     * @throws dev.lbp.target.ModelException if the model fails, or scores a state as impossible
     */
    public final ChainBatch start(EnergyModel model, long seed, byte[][] initial) {
        Check.atLeast(1, "initial.length", Check.notNull("initial", initial).length);
        RunMemory.checkChains(method, model, dimension(model), initial.length);
        return batch(model, new BitStart(model, initial.length, seed, initial));
    }

    private ChainBatch batch(EnergyModel model, BitStart start) {
        return new ChainBatch(model, method, ensemble(model, start));
    }

    private Ensemble<byte[]> ensemble(EnergyModel model, BitStart start) {
        return forCostOf(model).ensemble(model, start, WorkerPool.inline());
    }

    private Method forCostOf(EnergyModel model) {
        return method.forCost(model instanceof LocalEnergyModel local
                && ModelCalls.call(model, "costGrowsWithFlips()", local::costGrowsWithFlips));
    }

    /** Checks that the method fits a model, and returns the number of the model's sites. */
    private int dimension(EnergyModel model) {
        int dimension = ModelCalls.dimensionOf(model);
        method.checkFits(model);
        return dimension;
    }

    @Override
    public final String toString() {
        return method.describe();
    }
}
