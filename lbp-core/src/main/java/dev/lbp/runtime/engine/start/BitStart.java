package dev.lbp.runtime.engine.start;

import dev.lbp.internal.States;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** The start of the chains of a run of bits. */
public final class BitStart extends Start<byte[]> {

    /** The number of ones of all states of all chains; 0 if it is not fixed. */
    private final int ones;

    private final int largestScale;

    /**
     * Makes the start of some chains of a run on a model, the same as in the whole run.
     *
     * @param initial one state for each chain of the run, or null for random states: those of
     *     {@link EnergyModel#start}, or uniform subsets if the number of ones is fixed
     * @param frozenMask the sites that never flip, or null for none
     * @param ones the number of ones of every state, in [1, N - 1]; 0 for any number
     * @throws dev.lbp.target.ModelException if the model's {@code start()} fails
     */
    public BitStart(
            EnergyModel model,
            ChainSpan span,
            long seed,
            byte @Nullable [][] initial,
            boolean @Nullable [] frozenMask,
            int ones) {
        this(
                ModelCalls.dimensionOf(model),
                span,
                ChainStreams.of(seed, span),
                initial,
                frozenMask,
                ones,
                ones > 0 ? null : rng -> ModelCalls.start(model, rng));
    }

    /** Makes the start of all chains of a run on a model; see the constructor with all parameters. */
    public BitStart(EnergyModel model, int chains, long seed, byte @Nullable [][] initial) {
        this(model, ChainSpan.all(chains), seed, initial, null, 0);
    }

    /** Makes the start of all chains of a run that does not need the model for it; see the next constructor. */
    public BitStart(
            int dimension, int chains, long seed, byte @Nullable [][] initial, boolean @Nullable [] frozenMask) {
        this(dimension, ChainSpan.all(chains), seed, initial, frozenMask, 0);
    }

    /**
     * Makes the start of some chains of a run that does not need the model for it.
     *
     * @param initial one state for each chain, or null for independent fair bits, or for uniform subsets
     * @param ones in [1, N - 1]; 0 for any number
     */
    public BitStart(
            int dimension,
            ChainSpan span,
            long seed,
            byte @Nullable [][] initial,
            boolean @Nullable [] frozenMask,
            int ones) {
        this(dimension, span, ChainStreams.of(seed, span), initial, frozenMask, ones, null);
    }

    /**
     * @param random draws a state; null for independent fair bits, or for uniform subsets if the number of ones is
     *     fixed
     */
    private BitStart(
            int dimension,
            ChainSpan span,
            ChainStreams streams,
            byte @Nullable [][] initial,
            boolean @Nullable [] frozenMask,
            int ones,
            @Nullable Function<UniformRandomProvider, byte[]> random) {
        super(
                dimension,
                span,
                streams,
                FreeSites.of(dimension, frozenMask),
                (number, rng) -> initial != null
                        ? States.checked("initial", number, initial[number], dimension)
                        : random == null ? States.random(dimension, ones, rng) : random.apply(rng));
        this.ones = ones;
        this.largestScale = ones == 0 ? freeCount() : largestScale(initial);
    }

    /** The start of rows; see {@link #ofRows}. */
    private BitStart(BitStart chains, List<byte[]> states, ChainStreams streams) {
        super(
                chains.dimension(),
                states,
                streams,
                chains.sites,
                chains.rowNames().ofReplicas(states.size() / chains.chains()),
                0);
        this.ones = chains.ones;
        this.largestScale = chains.largestScale;
    }

    private BitStart(BitStart whole, int chainsPerBatch) {
        super(whole, chainsPerBatch);
        this.ones = whole.ones;
        this.largestScale = whole.largestScale;
    }

    /**
     * Makes the start of one slot of some ladders of a tempered run.
     *
     * @param initial one state for each chain of the run, or null for the states of {@link EnergyModel#start}
     * @param ones in [1, N - 1]; 0 for any number
     * @param slot the number of the slot's streams, see {@link ChainStreams#ofSlot}
     */
    public static BitStart ofSlot(
            EnergyModel model,
            ChainSpan span,
            long seed,
            byte @Nullable [][] initial,
            boolean @Nullable [] frozenMask,
            int ones,
            int slot) {
        return new BitStart(
                ModelCalls.dimensionOf(model),
                span,
                ChainStreams.ofSlot(seed, span, slot),
                initial,
                frozenMask,
                ones,
                ones > 0 ? null : rng -> ModelCalls.start(model, rng));
    }

    /**
     * Makes a start of the replicas of all chains of a tempered run, as rows of one batch.
     *
     * @param chains the start of slot K
     * @param states a state for each row, not copied
     * @param generators a generator for each row
     */
    public static BitStart ofRows(BitStart chains, List<byte[]> states, List<UniformRandomProvider> generators) {
        return new BitStart(chains, states, chains.streams.ofRows(generators));
    }

    @Override
    public BitStart inBatchesOf(int most) {
        return new BitStart(this, most);
    }

    /** The number of ones of every state; 0 if it is not fixed. */
    public int ones() {
        return ones;
    }

    /** Whether all states have the same number of ones. */
    public boolean fixesOnes() {
        return ones > 0;
    }

    /**
     * The largest R of a Metropolis-Hastings step: the number of free sites; if the number of ones is fixed, the number
     * of pairs of a free one and a free zero that every chain of the run has.
     */
    public int largestScale() {
        return largestScale;
    }

    private int largestScale(byte @Nullable [][] initial) {
        int least = Integer.MAX_VALUE;
        for (byte[] state : initial == null ? states : Arrays.asList(initial)) {
            int held = 0;
            for (int site : frozen()) {
                held += state[site];
            }
            least = Math.min(least, Math.min(ones - held, freeCount() - ones + held));
        }
        return least;
    }
}
