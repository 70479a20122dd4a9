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
 * The start of the chains of a run: their states, their generators and the sites that they may change.
 *
 * @param <S> the array of a state
 */
public class Start<S> {

    private final int dimension;
    final List<S> states;
    private final ChainStreams streams;
    private final FreeSites sites;
    private final RowNames names;

    /** The number of chains that a batched model evaluates at once; 0 for all. */
    private final int chainsPerBatch;

    private final int chainsOfRun;

    /**
     * Makes the start of some chains of a run.
     *
     * @param state returns the state of a chain, given its number in the run and its generator
     */
    Start(int dimension, StartPlan<S> plan, BiFunction<Integer, UniformRandomProvider, S> state) {
        this.dimension = dimension;
        this.states = new ArrayList<>();
        this.streams = plan.streams();
        this.sites = FreeSites.of(dimension, plan.frozen());
        this.names = new RowNames(plan.span(), 1);
        this.chainsPerBatch = plan.chainsPerBatch();
        this.chainsOfRun = plan.chainsOfRun();
        for (int c = 0; c < plan.span().count(); c++) {
            states.add(state.apply(plan.span().number(c), generator(c)));
        }
    }

    /**
     * The start of the replicas of all chains, see {@link #rows}. One batch evaluates them ({@code chainsPerBatch} is
     * 0), and they are not chains of the run themselves ({@code chainsOfRun} 0).
     */
    Start(Start<S> chains, List<S> states, List<UniformRandomProvider> generators) {
        this.dimension = chains.dimension;
        this.states = states;
        this.streams = chains.streams.ofRows(generators);
        this.sites = chains.sites;
        this.names = chains.names.ofReplicas(states.size() / chains.chains());
        this.chainsPerBatch = 0;
        this.chainsOfRun = 0;
    }

    /**
     * The start of some chains of a run.
     *
     * @param random draws a state, from a chain's own stream
     * @throws IllegalArgumentException if a given state is not in the space
     */
    public static <S> Start<S> of(Space<S> space, StartPlan<S> plan, Function<UniformRandomProvider, S> random) {
        S[] initial = plan.initial();
        return new Start<>(
                space.sites(),
                plan,
                (number, rng) -> initial == null
                        ? random.apply(rng)
                        : space.checked("initial[" + number + "]", initial[number]));
    }

    /**
     * The start of the replicas of all chains of a tempered run, as rows of one batch. The chains of this start are
     * slot K.
     *
     * @param rowStates a state for each row, not copied
     * @param generators a generator for each row
     */
    public Start<S> rows(List<S> rowStates, List<UniformRandomProvider> generators) {
        return new Start<>(this, rowStates, generators);
    }

    /** The division into batches for a model with one row for each chain. */
    public RowBlocks rowBlocks() {
        return rowBlocks(1);
    }

    /** The division into batches for a model with {@code rowsOfChain} rows for each chain. */
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

    /** The number of chains of the whole run; 0 for chains of no run. */
    public final int chainsOfRun() {
        return chainsOfRun;
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

    /** The generator of random values that belong to the whole run, not to one chain. */
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
