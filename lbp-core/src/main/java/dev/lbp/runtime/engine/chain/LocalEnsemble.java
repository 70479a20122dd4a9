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
 * The chains of the local engine. Each chain is a task.
 *
 * @param <S> the array of a chain's state
 */
public final class LocalEnsemble<S> extends TaskEnsemble<S> {

    private final List<LocalChain<S>> localChains;

    private LocalEnsemble(List<LocalChain<S>> chains, WorkerPool pool, boolean inTurn) {
        super(chains, chains.size(), pool, inTurn); // a task for each chain
        this.localChains = chains;
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
        List<LocalChain<S>> chains = newChains(model, names, factory);
        checkTrackers(chains);
        return new LocalEnsemble<>(chains, pool, /* inTurn= */ false);
    }

    /**
     * An ensemble of chains that take their steps one after another, because each step uses all threads of the pool.
     */
    public static <M extends Target, S> LocalEnsemble<S> inTurn(
            M model, RowNames names, ChainFactory<M, S> factory, WorkerPool pool) {
        return new LocalEnsemble<>(newChains(model, names, factory), pool, /* inTurn= */ true);
    }

    /** Makes the chains. A failure names the chain that could not start. */
    private static <M extends Target, S> List<LocalChain<S>> newChains(
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

    /** Checks that no two chains have the same tracker. */
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

    /** Steps the chain of a task until it has taken {@code until} steps, or until {@code signal} is stopped. */
    @Override
    protected void runTask(int task, long until, Visitor<S> visitor, StopSignal signal) {
        LocalChain<S> chain = localChains.get(task);
        while (chain.steps() < until && !signal.stopped()) {
            try {
                chain.step();
            } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
                throw failure(chain, e);
            }
            visitor.visit(chain);
        }
    }

    /**
     * Refreshes all trackers. A chain resumes from its last refresh, with the scale it had there, so a refresh must
     * follow each change of the scale.
     */
    @Override
    void scalesChanged() {
        IntConsumer refresh = each(localChains, LocalChain::refreshIfDrifting);
        for (int c = 0; c < localChains.size(); c++) {
            refresh.accept(c);
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

    /** Starts each chain at its present state again, with a new tracker. */
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
        // each() names the chain in a failure
        each(localChains, ignored -> chain.restart(state)).accept(chain.index);
    }

    /** Writes or reads the chains. After reading, each chain resets its tracker, which is not stored. */
    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        if (transcript.isReading()) {
            pool.forEach(localChains.size(), each(localChains, LocalChain::resume));
        }
    }
}
