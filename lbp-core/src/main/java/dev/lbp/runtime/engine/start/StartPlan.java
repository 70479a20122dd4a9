package dev.lbp.runtime.engine.start;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link Start}. A part of a run's chains starts as in the whole run.
 *
 * @param span the chains that start
 * @param chainsOfRun the number of chains of the whole run; 0 for chains of no run, which take single steps
 * @param slot tells which random streams the chains use, in a tempered run one set for each replica slot: 0 for slot
 *     K, the coldest; 1 for slot 0; 1 + k for each slot k between them; -1 for a run that is not tempered
 * @param initial one state for each chain of the run; null for random states, each from its chain's own stream
 * @param frozen N values, true for sites that never change; null for none
 * @param chainsPerBatch the chains that a batched model evaluates at once; 0 for all
 * @param <S> the array of a state
 */
public record StartPlan<S>(
        ChainSpan span,
        int chainsOfRun,
        long seed,
        int slot,
        S @Nullable [] initial,
        boolean @Nullable [] frozen,
        int chainsPerBatch) {

    static final int NO_SLOT = -1;

    /** The plan of chains that are not tempered. */
    public StartPlan(
            ChainSpan span, long seed, S @Nullable [] initial, boolean @Nullable [] frozen, int chainsPerBatch) {
        this(span, /* chainsOfRun= */ 0, seed, NO_SLOT, initial, frozen, chainsPerBatch); // see inRunOf()
    }

    /** The plan of all chains of a run, with all sites free. */
    public static <S> StartPlan<S> of(int chains, long seed, S @Nullable [] initial) {
        return new StartPlan<>(ChainSpan.all(chains), seed, initial, null, 0);
    }

    /** A copy for chains that belong to a run of {@code chains} chains. */
    public StartPlan<S> inRunOf(int chains) {
        return new StartPlan<>(span, chains, seed, slot, initial, frozen, chainsPerBatch);
    }

    /** A copy for one slot of tempered ladders; {@code number} is its {@link #slot}, not the k of slot k. */
    public StartPlan<S> ofSlot(int number) {
        return new StartPlan<>(span, chainsOfRun, seed, number, initial, frozen, chainsPerBatch);
    }

    StartPlan<S> withoutFrozen() {
        return new StartPlan<>(span, chainsOfRun, seed, slot, initial, null, chainsPerBatch);
    }

    ChainStreams streams() {
        return ChainStreams.of(seed, span, slot);
    }
}
