package dev.lbp.runtime.run;

import dev.lbp.continuous.ContinuousResult;
import dev.lbp.continuous.DensityModel;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.result.ValueResult;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.reals.RealMethod;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.runtime.space.RealSpace;
import dev.lbp.runtime.space.ValueSpace;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.MoveModel;
import java.util.function.BiFunction;

/**
 * The kinds of runs, one for each state space: the settings of a run on a user's model, and the type of its result.
 * Settings read the sizes of the model; they throw a {@link dev.lbp.target.ModelException} if it fails.
 *
 * @param <S> the array of a state
 * @param <R> the result
 */
public final class RunKind<S, R extends RunResult> {

    public static final RunKind<byte[], SampleResult> BITS = new RunKind<>(FinishedBits::new);
    public static final RunKind<int[], ValueResult> VALUES = new RunKind<>(FinishedValues::new);
    public static final RunKind<double[], ContinuousResult> REALS = new RunKind<>(FinishedReals::new);

    private final BiFunction<RunState<S>, StopReason, R> resultOf;

    private RunKind(BiFunction<RunState<S>, StopReason, R> resultOf) {
        this.resultOf = resultOf;
    }

    /** The result of a run, from its state and the reason for its end. */
    R result(RunState<S> state, StopReason reason) {
        return resultOf.apply(state, reason);
    }

    /**
     * The settings of a run of bits.
     *
     * @param dimension the number N that the model has returned
     */
    public static RunSettings<byte[]> settings(Method method, EnergyModel model, int dimension) {
        // 0: the number of ones is not fixed
        return new RunSettings<>(method, new BitTarget(model, new BitSpace(dimension, 0)));
    }

    /**
     * The settings of a run on a model with its own moves.
     *
     * @throws IllegalArgumentException if a size is out of range
     */
    public static RunSettings<int[]> settings(Method method, MoveModel model) {
        ValueSpace space =
                new ValueSpace(ModelCalls.dimensionOf(model), ModelCalls.valuesOf(model), ModelCalls.movesOf(model));
        return new RunSettings<>(method, new MoveValues(model, space));
    }

    /**
     * The settings of a run on a batched model of categories.
     *
     * @throws IllegalArgumentException if a size is out of range
     */
    public static RunSettings<int[]> settings(Method method, CategoricalEnergyModel model) {
        int sites = ModelCalls.dimensionOf(model);
        int values = ModelCalls.valuesOf(model);
        ValueSpace space = new ValueSpace(sites, values, Math.multiplyExact(sites, values));
        return new RunSettings<>(method, new OneHotValues(model, space));
    }

    /**
     * The settings of a run of real coordinates.
     *
     * @throws IllegalArgumentException if the dimension is out of range
     */
    public static RunSettings<double[]> settings(RealMethod method, DensityModel model) {
        return new RunSettings<>(method, new Density(model, method, new RealSpace(ModelCalls.dimensionOf(model))));
    }
}
