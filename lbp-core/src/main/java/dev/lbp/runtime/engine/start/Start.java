package dev.lbp.runtime.engine.start;

import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.runtime.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The start of the chains of a run: their states, their generators, which are {@link ChainStreams}, and the sites that
 * they may change.
 *
 * @param <S> the array of a state
 */
public class Start<S> {

    private final int dimension;
    final List<S> states;
    final ChainStreams streams;
    final FreeSites sites;
    private final RowNames names;

    /** The chains of a batch of a batched model; 0 for all. */
    private final int chainsPerBatch;

    /**
     * Makes the start of some chains of a run.
     *
     * @param state returns the state of a chain, given its number in the run and its generator
     */
    Start(
            int dimension,
            ChainSpan span,
            ChainStreams streams,
            FreeSites sites,
            BiFunction<Integer, UniformRandomProvider, S> state) {
        this(dimension, new ArrayList<>(), streams, sites, new RowNames(span, 1), 0);
        for (int c = 0; c < span.count(); c++) {
            states.add(state.apply(span.number(c), generator(c)));
        }
    }

    /** A copy for an ensemble whose batched model is evaluated for {@code chainsPerBatch} chains at once. */
    Start(Start<S> whole, int chainsPerBatch) {
        this(whole.dimension, whole.states, whole.streams, whole.sites, whole.names, chainsPerBatch);
    }

    Start(int dimension, List<S> states, ChainStreams streams, FreeSites sites, RowNames names, int chainsPerBatch) {
        this.dimension = dimension;
        this.states = states;
        this.streams = streams;
        this.sites = sites;
        this.names = names;
        this.chainsPerBatch = chainsPerBatch;
    }

    /**
     * The start of some chains of a run whose sites are all free, the same as in the whole run.
     *
     * @param initial one state for each chain of the run, or null for random states
     * @param random draws a state, from a chain's own stream
     * @throws IllegalArgumentException if a given state is not in the space
     */
    public static <S> Start<S> of(
            Space<S> space,
            ChainSpan span,
            long seed,
            S @Nullable [] initial,
            Function<UniformRandomProvider, S> random) {
        return of(space, span, ChainStreams.of(seed, span), initial, random);
    }

    /**
     * The start of one slot of some ladders of a tempered run whose sites are all free; as {@link #of} else.
     *
     * @param slot the number of the slot's streams: 0 for slot K, 1 for slot 0, 1 + k for slot k
     */
    public static <S> Start<S> ofSlot(
            Space<S> space,
            ChainSpan span,
            long seed,
            S @Nullable [] initial,
            Function<UniformRandomProvider, S> random,
            int slot) {
        return of(space, span, ChainStreams.ofSlot(seed, span, slot), initial, random);
    }

    private static <S> Start<S> of(
            Space<S> space,
            ChainSpan span,
            ChainStreams streams,
            S @Nullable [] initial,
            Function<UniformRandomProvider, S> random) {
        return new Start<>(
                space.sites(),
                span,
                streams,
                FreeSites.of(space.sites(), null),
                (number, rng) -> initial == null
                        ? random.apply(rng)
                        : space.checked("initial[" + number + "]", initial[number]));
    }

    /**
     * The start of the replicas of all chains of a tempered run, as rows of one batch.
     *
     * @param chains the start of slot K
     * @param states a state for each row, not copied
     * @param generators a generator for each row
     */
    public static <S> Start<S> ofRows(Start<S> chains, List<S> states, List<UniformRandomProvider> generators) {
        return new Start<>(
                chains.dimension,
                states,
                chains.streams.ofRows(generators),
                chains.sites,
                chains.names.ofReplicas(states.size() / chains.chains()),
                0);
    }

    /**
     * This start, for an ensemble whose batched model is evaluated in batches of some chains, in order.
     *
     * @param most the chains of a batch, at least 1; 0 for all
     */
    public Start<S> inBatchesOf(int most) {
        return new Start<>(this, most);
    }

    /** The batches of a model that has one row for each chain. */
    public RowBlocks rowBlocks() {
        return rowBlocks(1);
    }

    /** The batches of a model that has a number of rows for each chain. */
    public RowBlocks rowBlocks(int rowsOfChain) {
        return RowBlocks.of(chains(), rowsOfChain, chainsPerBatch);
    }

    /** The names of the chains, which are the rows of a batch. */
    public RowNames rowNames() {
        return names;
    }

    public final int chains() {
        return states.size();
    }

    public final int dimension() {
        return dimension;
    }

    public final S state(int chain) {
        return states.get(chain);
    }

    public final UniformRandomProvider generator(int chain) {
        return generators()[chain];
    }

    /** The generators of all chains; tests replace them before chains are made. */
    public final UniformRandomProvider[] generators() {
        return streams.chains();
    }

    /** The generator for random values that all chains share. */
    public final UniformRandomProvider runGenerator() {
        return streams.run();
    }

    /** The sites that may change, ascending; null for all. */
    public final int @Nullable [] free() {
        return sites.free();
    }

    /** The sites that may change, ascending. */
    public final int[] freeSites() {
        int[] free = free();
        return free == null ? IntStream.range(0, dimension).toArray() : free;
    }

    public final int[] frozen() {
        return sites.frozen();
    }

    public final int freeCount() {
        return dimension - frozen().length;
    }

    /** N values, true for sites that never change. */
    public final boolean[] frozenMask() {
        boolean[] mask = new boolean[dimension];
        for (int site : frozen()) {
            mask[site] = true;
        }
        return mask;
    }
}
