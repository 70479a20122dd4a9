package dev.lbp.runtime.engine.start;

import dev.lbp.internal.Values;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.rng.UniformRandomProvider;

/** The start of the chains of a run whose states are whole numbers. */
public final class ValueStart extends Start<int[]> {

    private final int values;
    private final int moves;

    /**
     * Makes the start of some chains of a run. Random states come from the model. Sites that the plan freezes count as
     * free here, because the model itself does not move them.
     *
     * @throws dev.lbp.target.ModelException if the model fails, or returns a state that is out of range
     * @throws IllegalArgumentException if a given state is out of range
     */
    public ValueStart(MoveModel model, StartPlan<int[]> plan) {
        this(
                ModelCalls.dimensionOf(model),
                ModelCalls.valuesOf(model),
                ModelCalls.movesOf(model),
                plan.withoutFrozen(),
                rng -> ModelCalls.randomState(model, rng));
    }

    /**
     * Makes the start of some chains of a run on a batched model of categories. Random states come from the model.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     * @throws IllegalArgumentException if a given state is out of range
     */
    public ValueStart(CategoricalEnergyModel model, StartPlan<int[]> plan) {
        this(
                ModelCalls.dimensionOf(model),
                ModelCalls.valuesOf(model),
                Math.multiplyExact(ModelCalls.dimensionOf(model), ModelCalls.valuesOf(model)),
                plan,
                rng -> ModelCalls.randomState(model, rng));
    }

    private ValueStart(
            int dimension,
            int values,
            int moves,
            StartPlan<int[]> plan,
            Function<UniformRandomProvider, int[]> random) {
        super(
                dimension,
                plan,
                (number, rng) -> plan.initial() == null
                        ? random.apply(rng)
                        : Values.checked("initial[" + number + "]", plan.initial()[number], dimension, values));
        this.values = values;
        this.moves = moves;
    }

    private ValueStart(ValueStart chains, List<int[]> rowStates, List<UniformRandomProvider> generators) {
        super(chains, rowStates, generators);
        this.values = chains.values;
        this.moves = chains.moves;
    }

    @Override
    public ValueStart rows(List<int[]> rowStates, List<UniformRandomProvider> generators) {
        return new ValueStart(this, rowStates, generators);
    }

    /** The number of values of a site. */
    public int values() {
        return values;
    }

    /** The number of labels M. */
    public int moves() {
        return moves;
    }
}
