package dev.lbp.runtime.engine;

import dev.lbp.internal.Values;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.function.Function;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The start of the chains of a run whose states are whole numbers: their states, their generators, which are {@link ChainStreams},
 * and on a batched model the sites that they may change.
 */
public final class MoveStart {

    private final int values;
    private final int moves;
    private final int[][] states;
    private final ChainSpan span;
    private final ChainStreams streams;
    private final FreeSites sites;

    /** The chains of a batch of a batched model; 0 for all. */
    private final int chainsPerBatch;

    /** Makes the start of all chains of a run; see the next constructor. */
    public MoveStart(MoveModel model, int chains, long seed, int @Nullable [][] initial) {
        this(model, ChainSpan.all(chains), seed, initial);
    }

    /**
     * Makes the start of some chains of a run, the same as in the whole run.
     *
     * @param initial one state for each chain of the run, or null for the model's random states, each from its chain's own stream
     * @throws dev.lbp.target.ModelException if the model fails, or returns a state that is out of range
     * @throws IllegalArgumentException if a given state is out of range
     */
    public MoveStart(MoveModel model, ChainSpan span, long seed, int @Nullable [][] initial) {
        this(
                ModelCalls.dimensionOf(model),
                ModelCalls.valuesOf(model),
                ModelCalls.movesOf(model),
                span,
                seed,
                initial,
                null,
                rng -> ModelCalls.randomState(model, rng));
    }

    /** Makes the start of all chains of a run on a batched model of categories; see the next constructor. */
    public MoveStart(
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
     * @param initial one state for each chain of the run, or null for independent uniform values, each from its chain's own stream
     * @param frozenMask the sites that never change, or null for none
     * @throws dev.lbp.target.ModelException if the model fails
     * @throws IllegalArgumentException if a given state is out of range
     */
    public MoveStart(
            CategoricalEnergyModel model,
            ChainSpan span,
            long seed,
            int @Nullable [][] initial,
            boolean @Nullable [] frozenMask) {
        this(
                ModelCalls.dimensionOf(model),
                ModelCalls.valuesOf(model),
                Math.multiplyExact(ModelCalls.dimensionOf(model), ModelCalls.valuesOf(model)),
                span,
                seed,
                initial,
                frozenMask,
                rng -> Values.random(ModelCalls.dimensionOf(model), ModelCalls.valuesOf(model), rng));
    }

    private MoveStart(
            int dimension,
            int values,
            int moves,
            ChainSpan span,
            long seed,
            int @Nullable [][] initial,
            boolean @Nullable [] frozenMask,
            Function<UniformRandomProvider, int[]> randomState) {
        this.values = values;
        this.moves = moves;
        chainsPerBatch = 0;
        sites = FreeSites.of(dimension, frozenMask);
        this.span = span;
        streams = ChainStreams.of(seed, span);
        states = new int[span.count()][];
        for (int c = 0; c < states.length; c++) {
            int number = span.number(c);
            states[c] = initial == null
                    ? randomState.apply(generator(c))
                    : Values.checked("initial[" + number + "]", initial[number], dimension, values);
        }
    }

    private MoveStart(
            int values,
            int moves,
            int[][] states,
            ChainSpan span,
            ChainStreams streams,
            FreeSites sites,
            int chainsPerBatch) {
        this.span = span;
        this.values = values;
        this.moves = moves;
        this.states = states;
        this.streams = streams;
        this.sites = sites;
        this.chainsPerBatch = chainsPerBatch;
    }

    /**
     * This start, for an ensemble whose batched model is evaluated in batches of some chains, in order.
     *
     * @param most the chains of a batch, at least 1; 0 for all
     */
    public MoveStart inBatchesOf(int most) {
        return new MoveStart(values, moves, states, span, streams, sites, most);
    }

    /** The batches of a model that has one row for each chain. */
    RowBlocks rowBlocks() {
        return RowBlocks.of(chains(), 1, chainsPerBatch);
    }

    public int chains() {
        return states.length;
    }

    /** The names of the chains. */
    RowNames rowNames() {
        return new RowNames(span, 1);
    }

    public int dimension() {
        return states[0].length;
    }

    /** The number of values of a site. */
    public int values() {
        return values;
    }

    /** The number of labels M. */
    public int moves() {
        return moves;
    }

    /** The sites that may change, ascending; null for all. */
    int @Nullable [] free() {
        return sites.free();
    }

    int[] frozen() {
        return sites.frozen();
    }

    int freeCount() {
        return dimension() - frozen().length;
    }

    int[] state(int chain) {
        return states[chain];
    }

    UniformRandomProvider generator(int chain) {
        return generators()[chain];
    }

    /** The generators of all chains; tests replace them before chains are made. */
    UniformRandomProvider[] generators() {
        return streams.chains();
    }

    /** The generator for random values that all chains share. */
    public UniformRandomProvider runGenerator() {
        return streams.run();
    }
}
