package dev.lbp.runtime.engine;

import dev.lbp.internal.States;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.target.EnergyModel;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The start of the chains of a run of bits: their states, their generators, and the sites that they may flip. The generators are
 * {@link ChainStreams}.
 */
public final class Start {

    private final byte[][] states;
    private final ChainStreams streams;
    private final FreeSites sites;

    /** The number of ones of all states of all chains; 0 if it is not fixed. */
    private final int ones;

    private final int largestScale;
    private final RowNames names;

    /** The chains of a batch of a batched model; 0 for all. */
    private final int chainsPerBatch;

    /** Makes the start of all chains of a run on a model; see the next constructor. */
    public Start(
            EnergyModel model,
            int chains,
            long seed,
            byte @Nullable [][] initial,
            boolean @Nullable [] frozenMask,
            int ones) {
        this(model, ChainSpan.all(chains), seed, initial, frozenMask, ones);
    }

    /**
     * Makes the start of some chains of a run on a model, the same as in the whole run.
     *
     * @param initial one state for each chain of the run, or null for random states: those of {@link EnergyModel#start}, or
     *     uniform subsets if the number of ones is fixed
     * @param frozenMask the sites that never flip, or null for none
     * @param ones the number of ones of every state, in [1, N - 1]; 0 for any number
     * @throws dev.lbp.target.ModelException if the model's {@code start()} fails
     */
    public Start(
            EnergyModel model,
            ChainSpan span,
            long seed,
            byte @Nullable [][] initial,
            boolean @Nullable [] frozenMask,
            int ones) {
        this(
                ModelCalls.dimensionOf(model),
                span,
                seed,
                initial,
                frozenMask,
                ones,
                ones > 0 ? null : rng -> ModelCalls.start(model, rng));
    }

    /** Makes the start of all chains of a run; see the next constructor. */
    public Start(int dimension, int chains, long seed, byte @Nullable [][] initial, boolean @Nullable [] frozenMask) {
        this(dimension, chains, seed, initial, frozenMask, 0);
    }

    /**
     * Makes the start of all chains of a run that does not need the model for it.
     *
     * @param initial one state for each chain, or null for independent fair bits, or for uniform subsets
     * @param ones in [1, N - 1]; 0 for any number
     */
    Start(
            int dimension,
            int chains,
            long seed,
            byte @Nullable [][] initial,
            boolean @Nullable [] frozenMask,
            int ones) {
        this(dimension, ChainSpan.all(chains), seed, initial, frozenMask, ones, null);
    }

    /**
     * Makes the start of some chains of a run, with the same streams as in the whole run.
     *
     * @param initial one state for each chain of the run, or null
     * @param random draws a state; null for independent fair bits, or for uniform subsets if the number of ones is fixed
     */
    Start(
            int dimension,
            ChainSpan span,
            long seed,
            byte @Nullable [][] initial,
            boolean @Nullable [] frozenMask,
            int ones,
            @Nullable Function<UniformRandomProvider, byte[]> random) {
        this(dimension, span, ChainStreams.of(seed, span), initial, FreeSites.of(dimension, frozenMask), ones, random);
    }

    /**
     * Makes the start of one slot of some ladders of a tempered run.
     *
     * @param initial one state for each chain of the run, or null for the states of {@link EnergyModel#start}
     * @param slot the number of the slot's streams, see {@link ChainStreams#ofSlot}
     */
    static Start ofSlot(
            EnergyModel model,
            ChainSpan span,
            long seed,
            byte @Nullable [][] initial,
            boolean @Nullable [] frozenMask,
            int slot) {
        int dimension = ModelCalls.dimensionOf(model);
        return new Start(
                dimension,
                span,
                ChainStreams.ofSlot(seed, span, slot),
                initial,
                FreeSites.of(dimension, frozenMask),
                0,
                rng -> ModelCalls.start(model, rng));
    }

    private Start(
            int dimension,
            ChainSpan span,
            ChainStreams streams,
            byte @Nullable [][] initial,
            FreeSites sites,
            int ones,
            @Nullable Function<UniformRandomProvider, byte[]> random) {
        this.ones = ones;
        this.streams = streams;
        this.sites = sites;
        names = new RowNames(span, 1);
        chainsPerBatch = 0;
        states = new byte[span.count()][];
        for (int c = 0; c < states.length; c++) {
            int number = span.number(c);
            if (initial != null) {
                states[c] = States.checked("initial", number, initial[number], dimension);
            } else {
                UniformRandomProvider rng = generator(c);
                states[c] = random == null ? States.random(dimension, ones, rng) : random.apply(rng);
            }
        }
        largestScale = largestScale(initial == null ? states : initial);
    }

    private Start(
            byte[][] states,
            ChainStreams streams,
            FreeSites sites,
            int ones,
            int largestScale,
            RowNames names,
            int chainsPerBatch) {
        this.ones = ones;
        this.largestScale = largestScale;
        this.chainsPerBatch = chainsPerBatch;
        this.streams = streams;
        this.sites = sites;
        this.names = names;
        this.states = states;
    }

    /**
     * Makes a start of the replicas of all chains of a tempered run, as rows of one batch.
     *
     * @param chains the start of slot K
     * @param states a state for each row, not copied
     * @param generators a generator for each row
     */
    static Start ofRows(Start chains, List<byte[]> states, List<UniformRandomProvider> generators) {
        return new Start(
                states.toArray(byte[][]::new),
                new ChainStreams(chains.runGenerator(), generators.toArray(UniformRandomProvider[]::new)),
                chains.sites,
                0,
                chains.freeCount(),
                chains.names.ofReplicas(states.size() / chains.chains()),
                0);
    }

    /**
     * This start, for an ensemble whose batched model is evaluated in batches of some chains, in order.
     *
     * @param most the chains of a batch, at least 1; 0 for all
     */
    public Start inBatchesOf(int most) {
        return new Start(states, streams, sites, ones, largestScale, names, most);
    }

    /** The batches of a model that has one row for each chain. */
    RowBlocks rowBlocks() {
        return rowBlocks(1);
    }

    /** The batches of a model that has a number of rows for each chain. */
    RowBlocks rowBlocks(int rowsOfChain) {
        return RowBlocks.of(chains(), rowsOfChain, chainsPerBatch);
    }

    /** The names of the chains, which are the rows of a batch. */
    RowNames rowNames() {
        return names;
    }

    /** The number of ones of every state; 0 if it is not fixed. */
    public int ones() {
        return ones;
    }

    /** Whether all states have the same number of ones. */
    boolean fixesOnes() {
        return ones > 0;
    }

    /**
     * The largest R of a Metropolis-Hastings step: the number of free sites; if the number of ones is fixed, the number of
     * pairs of a free one and a free zero that every chain of the run has.
     */
    public int largestScale() {
        return largestScale;
    }

    private int largestScale(byte[][] starts) {
        if (ones == 0) {
            return freeCount();
        }
        int least = Integer.MAX_VALUE;
        for (byte[] state : starts) {
            int held = 0;
            for (int site : frozen()) {
                held += state[site];
            }
            least = Math.min(least, Math.min(ones - held, freeCount() - ones + held));
        }
        return least;
    }

    int chains() {
        return states.length;
    }

    public int dimension() {
        return states[0].length;
    }

    byte[] state(int chain) {
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

    /** The sites that may flip, ascending; null for all. */
    int @Nullable [] free() {
        return sites.free();
    }

    int[] frozen() {
        return sites.frozen();
    }

    public int freeCount() {
        return dimension() - frozen().length;
    }

    /** N values, true for sites that never flip. */
    public boolean[] frozenMask() {
        boolean[] mask = new boolean[dimension()];
        for (int site : frozen()) {
            mask[site] = true;
        }
        return mask;
    }

    /** The sites that may flip, ascending. */
    int[] freeSites() {
        int[] free = free();
        return free == null ? IntStream.range(0, dimension()).toArray() : free;
    }
}
