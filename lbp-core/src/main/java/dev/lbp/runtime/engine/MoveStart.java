package dev.lbp.runtime.engine;

import dev.lbp.internal.Check;
import dev.lbp.internal.Values;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.MoveModel;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The start of the chains of a run on a model with its own moves: their states and their generators, which are {@link
 * ChainStreams}.
 */
public final class MoveStart {

    private final int values;
    private final int moves;
    private final int[][] states;
    private final ChainStreams streams;

    /**
     * Makes the start of all chains of a run.
     *
     * @param chains the number of chains, at least 1
     * @param initial one state for each chain, or null for the model's random states, each from its chain's own stream
     * @throws dev.lbp.target.ModelException if the model fails, or returns a state that is out of range
     * @throws IllegalArgumentException if a given state is out of range
     */
    public MoveStart(MoveModel model, int chains, long seed, int @Nullable [][] initial) {
        int dimension = ModelCalls.dimensionOf(model);
        values = ModelCalls.valuesOf(model);
        moves = ModelCalls.movesOf(model);
        streams = ChainStreams.of(seed, 0, chains);
        states = new int[chains][];
        if (initial != null) {
            Check.length(chains, "initial", initial.length);
        }
        for (int c = 0; c < chains; c++) {
            states[c] = initial == null
                    ? ModelCalls.randomState(model, generator(c))
                    : Values.checked("initial[" + c + "]", initial[c], dimension, values);
        }
    }

    public int chains() {
        return states.length;
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
