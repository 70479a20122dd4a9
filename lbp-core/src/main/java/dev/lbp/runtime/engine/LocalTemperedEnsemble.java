package dev.lbp.runtime.engine;

import dev.lbp.runtime.model.AnnealedLocalModel;
import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Ladders on the local engine. If there are at least as many ladders as threads, each ladder is a task for many scans;
 * else the slots of all ladders share the threads and wait for each other at the end of each scan. Both make the same
 * draws.
 */
final class LocalTemperedEnsemble extends TemperedEnsemble {

    private final TemperedStart start;
    private final LocalEnergyModel model;
    private final FactorisedBase base;

    private final List<LocalLadder> localLadders;
    private final WorkerPool pool;

    /** The steps of a round that takes about 50 ms, found by doubling and halving. */
    private long fitting = LocalEnsemble.SHORTEST_ROUND;

    private LocalTemperedEnsemble(
            TemperedStart start,
            LocalEnergyModel model,
            FactorisedBase base,
            List<LocalLadder> ladders,
            List<? extends ChainState<byte[]>> coldest,
            WorkerPool pool) {
        super(start.plan(), firstBetas(start.plan()), coldest, ladders);
        this.start = start;
        this.model = model;
        this.base = base;
        this.localLadders = ladders;
        this.pool = pool;
    }

    /** Makes ladders at their start, all slots of the first schedule. */
    static LocalTemperedEnsemble of(TemperedStart start, LocalEnergyModel model, FactorisedBase base, WorkerPool pool) {
        double[] betas = firstBetas(start.plan());
        BitStart cold = start.slot(0);
        BitStart reference = start.slot(1);
        LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> factory =
                start.method().localChains(model, cold);
        List<LocalBitChain> coldest = new ArrayList<>();
        List<LocalLadder> ladders = new ArrayList<>();
        for (int c = 0; c < cold.chains(); c++) {
            coldest.add(chain(model, base, factory, c, cold.rowNames().of(c), 1.0));
            try {
                ladders.add(new LocalLadder(
                        c,
                        reference,
                        base,
                        start.records(),
                        new AnnealedLocalModel(model, base, 1.0).newTracker(),
                        start.plan().every(),
                        betas));
            } catch (Throwable e) {
                throw ModelCalls.failure(model, cold.rowNames().of(c) + " at its start", e);
            }
            ladders.get(c).chains().add(coldest.get(c));
        }
        LocalTemperedEnsemble ensemble = new LocalTemperedEnsemble(start, model, base, ladders, coldest, pool);
        ensemble.addSlots(betas);
        ensemble.checkTrackers();
        return ensemble;
    }

    private static LocalBitChain chain(
            LocalEnergyModel model,
            FactorisedBase base,
            LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> factory,
            int index,
            String name,
            double beta) {
        try {
            return (LocalBitChain) factory.create(new AnnealedLocalModel(model, base, beta), index);
        } catch (Throwable e) {
            throw ModelCalls.failure(model, name + " at its start", e);
        }
    }

    /** Adds the slots that ladders lack below slot K. */
    private void addSlots(double[] betas) {
        for (int k = localLadders.get(0).chains().size(); k < betas.length - 1; k++) {
            LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> factory =
                    start.method().localChains(model, start.slot(1 + k));
            for (LocalLadder ladder : localLadders) {
                LocalBitChain added = chain(model, base, factory, ladder.index, ladder.name, betas[k]);
                added.keepLike(ladder.slot(k));
                ladder.chains().add(k - 1, added);
            }
        }
    }

    private void checkTrackers() {
        Map<Object, String> owners = new IdentityHashMap<>();
        for (LocalLadder ladder : localLadders) {
            for (Object tracker : ladder.targetTrackers()) {
                String other = owners.put(tracker, ladder.name);
                if (other != null) {
                    throw new ModelException(
                            ModelCalls.nameOf(model)
                                    + ": newTracker() must return a new tracker for each replica: replicas of "
                                    + other
                                    + " and " + ladder.name + " have the same",
                            null);
                }
            }
        }
    }

    @Override
    void reschedule(double[] before, double[] after) {
        if (before.length != after.length) {
            List<List<byte[]>> states = localLadders.stream()
                    .map(ladder -> ladder.chains().stream()
                            .map(chain -> chain.state.clone())
                            .toList())
                    .toList();
            for (LocalLadder ladder : localLadders) {
                int surplus = ladder.chains().size() - (after.length - 1);
                for (; surplus > 0; surplus--) {
                    ladder.chains().remove(ladder.chains().size() - 2);
                }
            }
            addSlots(after);
            for (LocalLadder ladder : localLadders) {
                for (int k = 1; k < after.length - 1; k++) {
                    ladder.slot(k).restart(states.get(ladder.index).get(nearest(before, after[k]) - 1));
                }
            }
            checkTrackers();
        }
        for (LocalLadder ladder : localLadders) {
            for (int k = 1; k < after.length; k++) {
                ladder.beta(k, after[k]);
            }
        }
    }

    @Override
    void adoptAll() {
        forEachChain(LocalChain::adopt);
    }

    @Override
    void resumeAll() {
        forEachChain(LocalChain::resume);
    }

    @Override
    public void end() {
        forEachChain(LocalChain::end);
    }

    private void forEachChain(Consumer<LocalBitChain> work) {
        List<LocalBitChain> all = new ArrayList<>();
        localLadders.forEach(ladder -> all.addAll(ladder.chains()));
        pool.forEach(all.size(), each(all, work));
    }

    @Override
    void advanceTo(long steps, Visitor<byte[]> visitor, StopSignal signal) {
        if (pool.isInline() || localLadders.size() >= pool.threads()) {
            advanceLadders(steps, visitor, signal);
        } else {
            advanceSlots(steps, visitor, signal);
        }
    }

    private void advanceLadders(long steps, Visitor<byte[]> visitor, StopSignal signal) {
        long done = fewestSteps();
        long most = LocalEnsemble.longestRound(steps - done);
        double[] schedule = betas();
        while (done < steps && !signal.stopped()) {
            long round = Math.min(pool.isInline() ? most : Math.min(most, fitting), steps - done);
            done += round;
            long until = done;
            if (pool.isInline()) {
                localLadders.forEach(ladder -> ladder.runTo(until, schedule, visitor, signal));
            } else {
                long began = System.nanoTime();
                pool.runAll(
                        localLadders.size(), c -> localLadders.get(c).runTo(until, schedule, visitor, signal), signal);
                fitting = LocalEnsemble.roundAfter(round, System.nanoTime() - began);
            }
            signal.atRest();
            pool.pollAndCheckInterrupt(signal);
        }
    }

    /** A scan of all ladders at a time. */
    private void advanceSlots(long steps, Visitor<byte[]> visitor, StopSignal signal) {
        while (fewestSteps() < steps && !signal.stopped()) {
            long end = Math.min(steps, LocalLadder.scanEnd(fewestSteps(), plan.every()));
            List<LocalLadder> behind = localLadders.stream()
                    .filter(ladder -> chains.get(ladder.index).steps() < end)
                    .toList();
            int slots = betas().length - 1;
            int[] order = dealt(slots * behind.size(), pool.threads());
            pool.forEach(
                    order.length,
                    task -> behind.get(order[task] / slots).advance(1 + order[task] % slots, end, visitor));
            for (LocalLadder ladder : behind) {
                ladder.endScan(end, betas(), visitor);
            }
            signal.atRest();
            pool.pollAndCheckInterrupt(signal);
        }
    }

    /**
     * Tasks dealt to threads like cards: a thread takes a stretch of the array, and neighbouring slots cost about the
     * same.
     */
    private static int[] dealt(int tasks, int threads) {
        int[] order = new int[tasks];
        int at = 0;
        for (int thread = 0; thread < threads; thread++) {
            for (int task = thread; task < tasks; task += threads) {
                order[at++] = task;
            }
        }
        return order;
    }

    @Override
    void markOutdated() {
        localLadders.forEach(ladder -> ladder.chains().forEach(LocalChain::invalidate));
    }

    @Override
    public void invalidate() {
        forEachChain(chain -> chain.restart(chain.state));
    }

    @Override
    public void reset(int chain, byte[] state) {
        localLadders.get(chain).chains().forEach(slot -> slot.restart(state));
    }
}
