package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.start.RowNames;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.ModelException;
import dev.lbp.target.Target;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * The chains of the local engine, as independent tasks. A run has rounds, and every chain takes its share of the steps
 * in each round. So a run that ends early has draws of all chains.
 *
 * @param <S> the array of a chain's state
 */
public final class LocalEnsemble<S> extends Ensemble<S> {

    /** Limits of one round, so that chains stopped early differ little: 1/50 of the run, 10,000 steps, 50 ms. */
    private static final int ROUNDS = 50;

    private static final int LONGEST_ROUND = 10_000;

    private static final long LONGEST_NANOS = 50_000_000;

    /**
     * A round is no shorter than 10 steps, unless they take 1 s: chains of large models would otherwise load their data
     * into the processor's cache for every step.
     */
    public static final int SHORTEST_ROUND = 10;

    private static final long SLOW_NANOS = 1_000_000_000;

    private final List<LocalChain<S>> localChains;
    private final WorkerPool pool;

    /** Whether the chains take their steps in turn, on the caller's thread, because each step has all threads. */
    private final boolean inTurn;

    /** The steps of a round that takes about {@link #LONGEST_NANOS}, found by doubling and halving. */
    private long fitting = SHORTEST_ROUND;

    private LocalEnsemble(List<LocalChain<S>> chains, WorkerPool pool, boolean inTurn) {
        super(chains);
        this.localChains = chains;
        this.pool = pool;
        this.inTurn = inTurn;
    }

    /**
     * Makes one chain of an ensemble.
     *
     * @param <M> the type of the chain's model
     * @param <S> the array of its state
     */
    public interface ChainFactory<M extends Target, S> {

        /**
         * Returns a chain at its start.
         *
         * @param index the chain's position in the ensemble
         */
        LocalChain<S> create(M model, int index);
    }

    /** An ensemble of chains that all sample one model. */
    static <M extends Target, S> LocalEnsemble<S> of(
            M model, RowNames names, ChainFactory<M, S> factory, WorkerPool pool) {
        List<LocalChain<S>> chains = chains(model, names, factory);
        checkTrackers(chains);
        return new LocalEnsemble<>(chains, pool, false);
    }

    /** An ensemble of chains that take their steps in turn: each step uses all threads of the pool by itself. */
    public static <M extends Target, S> LocalEnsemble<S> inTurn(
            M model, RowNames names, ChainFactory<M, S> factory, WorkerPool pool) {
        return new LocalEnsemble<>(chains(model, names, factory), pool, true);
    }

    private static <M extends Target, S> List<LocalChain<S>> chains(
            M model, RowNames names, ChainFactory<M, S> factory) {
        List<LocalChain<S>> chains = new ArrayList<>();
        for (int c = 0; c < names.chains(); c++) {
            try {
                chains.add(factory.create(model, c));
            } catch (Throwable e) {
                throw ModelCalls.failure(model, names.of(c) + " at its start", e);
            }
        }
        return chains;
    }

    private static <S> void checkTrackers(List<LocalChain<S>> chains) {
        Map<Object, String> owners = new IdentityHashMap<>();
        for (LocalChain<S> chain : chains) {
            String other = owners.put(chain.tracker(), chain.name());
            if (other != null) {
                throw new ModelException(
                        ModelCalls.nameOf(chain.model)
                                + ": newTracker() must return a new tracker for each chain: " + other + " and "
                                + chain.name() + " have the same",
                        null);
            }
        }
    }

    @Override
    public void runTo(long steps, Visitor<S> visitor, StopSignal signal) {
        long done = fewestSteps();
        long most = longestRound(steps - done);
        while (done < steps && !signal.stopped()) {
            long round = inTurn ? 1 : Math.min(pool.isInline() ? most : Math.min(most, fitting), steps - done);
            done += round;
            if (inTurn || pool.isInline()) { // creates no task objects: a user's loop may call this for single steps
                for (int c = 0; c < localChains.size(); c++) {
                    runChain(localChains.get(c), done, visitor, signal);
                }
            } else {
                runRound(round, done, visitor, signal);
            }
            rest(signal);
            // runAll() notices an interrupt only while it waits, and it does not wait for tasks that are already done.
            pool.pollAndCheckInterrupt(signal);
        }
    }

    /** The steps of the chain with the fewest: after a stop, a chain may be up to a round behind another. */
    private long fewestSteps() {
        long fewest = Long.MAX_VALUE;
        for (int c = 0; c < localChains.size(); c++) {
            fewest = Math.min(fewest, localChains.get(c).steps());
        }
        return fewest;
    }

    private void runRound(long round, long until, Visitor<S> visitor, StopSignal signal) {
        long began = System.nanoTime();
        pool.runAll(localChains.size(), c -> runChain(localChains.get(c), until, visitor, signal), signal);
        fitting = roundAfter(round, System.nanoTime() - began);
    }

    /** The most steps of a round of a run that has {@code left} steps to go. */
    public static long longestRound(long left) {
        return Math.min(Math.max((left + ROUNDS - 1) / ROUNDS, SHORTEST_ROUND), LONGEST_ROUND);
    }

    /** The steps of the round after one of {@code round} steps that took {@code nanos}. */
    public static long roundAfter(long round, long nanos) {
        long steps = nanos > LONGEST_NANOS ? round / 2 : 2 * round;
        boolean slow = round <= SHORTEST_ROUND && nanos > SLOW_NANOS;
        return Math.max(steps, slow ? 1 : SHORTEST_ROUND);
    }

    private void runChain(LocalChain<S> chain, long until, Visitor<S> visitor, StopSignal signal) {
        while (chain.steps() < until && !signal.stopped()) {
            try {
                chain.step();
            } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
                throw failure(chain, e);
            }
            visitor.visit(chain);
        }
    }

    /** Chains are resumed from their last refresh, so it must come after the last change from outside. */
    @Override
    void scalesChanged() {
        IntConsumer renew = each(localChains, LocalChain::renew);
        for (int c = 0; c < localChains.size(); c++) {
            renew.accept(c);
        }
    }

    @Override
    public void end() {
        pool.forEach(localChains.size(), each(localChains, LocalChain::end));
        super.end();
    }

    @Override
    public double[] scoreAgain(int first, List<S> states) {
        return scoreAgain(first, states, localChains);
    }

    @Override
    public void markOutdated() {
        localChains.forEach(LocalChain::invalidate);
    }

    @Override
    public void invalidate() {
        markOutdated();
        for (LocalChain<S> chain : localChains) {
            restart(chain, chain.state);
        }
    }

    @Override
    public void reset(int chain, S state) {
        restart(localChains.get(chain), state);
    }

    private void restart(LocalChain<S> chain, S state) {
        each(localChains, any -> chain.restart(state)).accept(chain.index);
    }

    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        if (transcript.isReading()) {
            pool.forEach(localChains.size(), each(localChains, LocalChain::resume));
        }
    }
}
