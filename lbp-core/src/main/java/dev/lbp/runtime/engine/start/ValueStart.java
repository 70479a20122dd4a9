package dev.lbp.runtime.engine.start;

import dev.lbp.internal.Values;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** The start of the chains of a run whose states are whole numbers. */
public final class ValueStart extends Start<int[]> {

    private final int values;
    private final int moves;

    /** Makes the start of all chains of a run; see the next constructor. */
    public ValueStart(MoveModel model, int chains, long seed, int @Nullable [][] initial) {
        this(model, ChainSpan.all(chains), seed, initial);
    }

    /**
     * Makes the start of some chains of a run, the same as in the whole run.
     *
     * @param initial one state for each chain of the run, or null for the model's random states, each from its chain's
     *     own stream
     * @throws dev.lbp.target.ModelException if the model fails, or returns a state that is out of range
     * @throws IllegalArgumentException if a given state is out of range
     */
    public ValueStart(MoveModel model, ChainSpan span, long seed, int @Nullable [][] initial) {
        this(
                ModelCalls.dimensionOf(model),
                ModelCalls.valuesOf(model),
                ModelCalls.movesOf(model),
                span,
                ChainStreams.of(seed, span),
                initial,
                null,
                rng -> ModelCalls.randomState(model, rng));
    }

    /**
     * Makes the start of one slot of some ladders of a tempered run.
     *
     * @param initial one state for each chain of the run, or null for the model's random states
     * @param slot the number of the slot's streams, see {@link ChainStreams#ofSlot}
     */
    public static ValueStart ofSlot(MoveModel model, ChainSpan span, long seed, int @Nullable [][] initial, int slot) {
        return new ValueStart(
                ModelCalls.dimensionOf(model),
                ModelCalls.valuesOf(model),
                ModelCalls.movesOf(model),
                span,
                ChainStreams.ofSlot(seed, span, slot),
                initial,
                null,
                rng -> ModelCalls.randomState(model, rng));
    }

    /** Makes the start of all chains of a run on a batched model of categories; see the next constructor. */
    public ValueStart(
            CategoricalEnergyModel model,
            int chains,
            long seed,
            int @Nullable [][] initial,
            boolean @Nullable [] frozenMask) {
        this(model, ChainSpan.all(chains), seed, initial, frozenMask);
    }

    /**
     * Makes the start of some chains of a run on a batched model of categories, the same as in the whole run.
     *
     * @param initial one state for each chain of the run, or null for the model's random states, each from its chain's
     *     own stream
     * @param frozenMask the sites that never change, or null for none
     * @throws dev.lbp.target.ModelException if the model fails
     * @throws IllegalArgumentException if a given state is out of range
     */
    public ValueStart(
            CategoricalEnergyModel model,
            ChainSpan span,
            long seed,
            int @Nullable [][] initial,
            boolean @Nullable [] frozenMask) {
        this(model, span, ChainStreams.of(seed, span), initial, frozenMask);
    }

    private ValueStart(
            CategoricalEnergyModel model,
            ChainSpan span,
            ChainStreams streams,
            int @Nullable [][] initial,
            boolean @Nullable [] frozenMask) {
        this(
                ModelCalls.dimensionOf(model),
                ModelCalls.valuesOf(model),
                Math.multiplyExact(ModelCalls.dimensionOf(model), ModelCalls.valuesOf(model)),
                span,
                streams,
                initial,
                frozenMask,
                rng -> ModelCalls.randomState(model, rng));
    }

    private ValueStart(
            int dimension,
            int values,
            int moves,
            ChainSpan span,
            ChainStreams streams,
            int @Nullable [][] initial,
            boolean @Nullable [] frozenMask,
            Function<UniformRandomProvider, int[]> random) {
        super(
                dimension,
                span,
                streams,
                FreeSites.of(dimension, frozenMask),
                (number, rng) -> initial == null
                        ? random.apply(rng)
                        : Values.checked("initial[" + number + "]", initial[number], dimension, values));
        this.values = values;
        this.moves = moves;
    }

    /** Makes the start of one slot of some ladders of a tempered run on a batched model of categories. */
    public static ValueStart ofSlot(
            CategoricalEnergyModel model,
            ChainSpan span,
            long seed,
            int @Nullable [][] initial,
            boolean @Nullable [] frozenMask,
            int slot) {
        return new ValueStart(model, span, ChainStreams.ofSlot(seed, span, slot), initial, frozenMask);
    }

    /** The start of rows; see {@link Start#ofRows}. */
    public ValueStart rows(List<int[]> rowStates, List<UniformRandomProvider> generators) {
        return new ValueStart(Start.ofRows(this, rowStates, generators), values, moves);
    }

    private ValueStart(Start<int[]> rows, int values, int moves) {
        super(rows, 0);
        this.values = values;
        this.moves = moves;
    }

    private ValueStart(ValueStart whole, int chainsPerBatch) {
        super(whole, chainsPerBatch);
        this.values = whole.values;
        this.moves = whole.moves;
    }

    @Override
    public ValueStart inBatchesOf(int most) {
        return new ValueStart(this, most);
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
