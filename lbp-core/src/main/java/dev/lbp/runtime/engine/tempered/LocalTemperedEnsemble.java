package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.LocalChain;
import dev.lbp.runtime.engine.chain.LocalEnsemble;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.ModelException;
import dev.lbp.target.SiteGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Steps the ladders of the local engine. With at least as many ladders as threads, each ladder is a task of many
 * scans. With fewer ladders, each slot of each ladder is a task, and all slots wait for each other at the end of each
 * scan. Draws are the same either way.
 *
 * @param <S> the array of a state
 */
final class LocalTemperedEnsemble<S> extends TemperedEnsemble<S> {

    private final LocalTemperedStart<S> start;
    private final List<LocalLadder<S>> localLadders;

    /** All ladders, each followed by its twin (the ladder of second replicas) if it has one. */
    private final List<LocalLadder<S>> columns;

    private final WorkerPool pool;

    /** The number of steps that tasks take in about 50 ms. It is doubled or halved after each round of tasks. */
    private long fitting = LocalEnsemble.SHORTEST_ROUND;

    private LocalTemperedEnsemble(
            LocalTemperedStart<S> start, List<LocalLadder<S>> columns, List<LocalLadder<S>> ladders, WorkerPool pool) {
        super(
                start.plan(),
                firstBetas(start.plan()),
                ladders.stream().map(LocalLadder::coldest).toList(),
                ladders);
        this.start = start;
        this.columns = columns;
        this.localLadders = ladders;
        this.pool = pool;
    }

    /**
     * Makes all ladders and their twins (ladders of second replicas), with all slots of the first schedule, at their
     * starting states.
     */
    static <S> LocalTemperedEnsemble<S> of(LocalTemperedStart<S> start, WorkerPool pool) {
        double[] betas = firstBetas(start.plan());
        Optional<SiteGraph> graph = start.graph();
        List<LocalLadder<S>> twins = start.plan().beginsWithTwins() && graph.isPresent()
                // the twins' streams follow those of all slots of the ladders
                ? makeLadders(start, graph, start.plan().mostReplicas() + 1, List.of(), betas)
                : List.of();
        List<LocalLadder<S>> ladders = makeLadders(start, graph, 0, twins, betas);
        List<LocalLadder<S>> columns = new ArrayList<>(ladders);
        for (int c = 0; c < twins.size(); c++) {
            columns.add(2 * c + 1, twins.get(c)); // each twin follows its ladder
        }
        LocalTemperedEnsemble<S> ensemble = new LocalTemperedEnsemble<>(start, columns, ladders, pool);
        ensemble.addSlots(betas);
        ensemble.checkTrackers();
        return ensemble;
    }

    /**
     * Makes a ladder for each chain, with slots 0 and K.
     *
     * @param streams the number that selects the random streams of slot K
     * @param twins the twin of each ladder; empty without twins
     */
    private static <S> List<LocalLadder<S>> makeLadders(
            LocalTemperedStart<S> start,
            Optional<SiteGraph> graph,
            int streams,
            List<LocalLadder<S>> twins,
            double[] betas) {
        Start<S> cold = start.slot(streams);
        Start<S> reference = start.slot(streams + 1);
        LocalTemperedStart.SlotChains<S> factory = start.chains(cold);
        List<LocalLadder<S>> ladders = new ArrayList<>();
        for (int c = 0; c < cold.chains(); c++) {
            try {
                LocalChain<S> coldest = factory.create(c, 1.0);
                LocalLadder<S> twin = twins.isEmpty() ? null : twins.get(c);
                PartExchange<S> parts = twin != null
                        ? twin.parts
                        : graph.map(sites -> new PartExchange<>(sites, start.space(), start.touched()))
                                .orElse(null);
                ladders.add(new LocalLadder<>(c, reference, start, streams, parts, twin, betas));
                boolean free = start.settings().start().frozen() == null; // no site is frozen
                ladders.get(c).begin(coldest, free);
            } catch (Throwable e) {
                throw ModelCalls.failure(start.model(), cold.rowNames().of(c) + " at its start", e);
            }
        }
        return ladders;
    }

    /** Adds the missing slots below slot K to all ladders and twins. */
    private void addSlots(double[] betas) {
        for (int k = columns.get(0).chains().size(); k < betas.length - 1; k++) {
            Map<Integer, LocalTemperedStart.SlotChains<S>> factories = new HashMap<>();
            for (LocalLadder<S> ladder : columns) {
                LocalChain<S> added;
                try {
                    added = factories
                            .computeIfAbsent(ladder.streams(k), number -> start.chains(start.slot(number)))
                            .create(ladder.index, betas[k]);
                } catch (Throwable e) {
                    throw ModelCalls.failure(start.model(), ladder.name + " at its start", e);
                }
                added.joinCheckpoints(ladder.slot(k));
                ladder.chains().add(k - 1, added); // slot k is at k - 1; the chain of slot K stays the last
            }
        }
    }

    /** Checks that no two replicas have the same tracker of the user's model. */
    private void checkTrackers() {
        Map<Object, String> owners = new IdentityHashMap<>();
        for (LocalLadder<S> ladder : columns) {
            for (Object tracker : ladder.targetTrackers()) {
                String other = owners.put(tracker, ladder.name);
                if (other != null) {
                    throw new ModelException(
                            ModelCalls.nameOf(start.model())
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
            changeSlots(before, after);
        }
        for (LocalLadder<S> ladder : columns) {
            for (int k = 1; k < after.length; k++) {
                ladder.beta(k, after[k]);
            }
        }
    }

    /**
     * Removes or adds slots below slot K, and starts each of these at the old state of the slot of nearest inverse
     * temperature.
     */
    private void changeSlots(double[] before, double[] after) {
        // the old states, because slots that stay change theirs before others start from them
        Map<LocalLadder<S>, List<S>> states = new IdentityHashMap<>();
        columns.forEach(ladder -> states.put(
                ladder,
                ladder.chains().stream()
                        .map(chain -> start.space().copy(chain.state))
                        .toList()));
        for (LocalLadder<S> ladder : columns) {
            int surplus = ladder.chains().size() - (after.length - 1);
            for (; surplus > 0; surplus--) {
                ladder.chains().remove(ladder.chains().size() - 2); // the last chain, of slot K, stays
            }
        }
        addSlots(after);
        for (LocalLadder<S> ladder : columns) {
            for (int k = 1; k < after.length - 1; k++) {
                ladder.slot(k)
                        .restart(Objects.requireNonNull(states.get(ladder)).get(nearest(before, after[k]) - 1));
            }
        }
        checkTrackers();
    }

    @Override
    void adoptAll() {
        forEachChain(LocalChain::continueFromTracker);
    }

    @Override
    void resumeAll() {
        forEachChain(LocalChain::resume);
    }

    @Override
    public void end() {
        forEachChain(LocalChain::end);
        super.end();
    }

    /** Scores states by new trackers of the chains at inverse temperature 1. */
    @Override
    public double[] scoreAgain(int first, List<S> states) {
        return scoreAgain(
                first, states, localLadders.stream().map(LocalLadder::coldest).toList());
    }

    /** Does work with the chain of every slot of all ladders and their twins, divided among the threads. */
    private void forEachChain(Consumer<LocalChain<S>> work) {
        List<LocalChain<S>> all = new ArrayList<>();
        for (LocalLadder<S> ladder : localLadders) {
            ladder.columns().forEach(column -> all.addAll(((LocalLadder<S>) column).chains()));
        }
        pool.forEach(all.size(), each(all, work));
    }

    /** Divides the work by ladders if each thread can have one, else by slots. */
    @Override
    void advanceTo(long steps, Visitor<S> visitor, StopSignal signal) {
        if (pool.isInline() || localLadders.size() >= pool.threads()) {
            advanceLadders(steps, visitor, signal);
        } else {
            advanceSlots(steps, visitor, signal);
        }
    }

    /** Advances all ladders in rounds of many scans, with a task for each ladder. */
    private void advanceLadders(long steps, Visitor<S> visitor, StopSignal signal) {
        long done = fewestSteps();
        long most = LocalEnsemble.longestRound(steps - done);
        double[] schedule = betas();
        while (done < steps && !signal.stopped()) {
            // with threads, as many steps as fit into about 50 ms
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
            betweenRounds(signal);
            pool.pollAndCheckInterrupt(signal);
        }
    }

    /** Advances all ladders scan by scan, with a task for each slot of each ladder and twin. */
    private void advanceSlots(long steps, Visitor<S> visitor, StopSignal signal) {
        while (fewestSteps() < steps && !signal.stopped()) {
            long end = Math.min(steps, LocalLadder.scanEnd(fewestSteps(), plan.every()));
            List<LocalLadder<S>> behind = localLadders.stream()
                    .filter(ladder -> chains.get(ladder.index).steps() < end)
                    .toList();
            List<Ladder<S>> moving =
                    behind.stream().flatMap(LocalLadder::columns).toList();
            int slots = betas().length - 1;
            // number k is slot 1 + k mod K of column k / K; neighbours, of about the same cost, go to different threads
            int[] order = interleaved(slots * moving.size(), pool.threads());
            pool.forEach(order.length, task -> {
                LocalLadder<S> column = (LocalLadder<S>) moving.get(order[task] / slots);
                Visitor<S> visits = behind.contains(column) ? visitor : any -> {}; // twins are not visited
                column.advance(1 + order[task] % slots, end, visits);
            });
            for (LocalLadder<S> ladder : behind) {
                ladder.endScan(end, betas(), visitor);
            }
            betweenRounds(signal);
            pool.pollAndCheckInterrupt(signal);
        }
    }

    /**
     * Orders tasks so that threads have equal work. Each thread takes a stretch of the array. Neighbouring tasks, which
     * are neighbouring slots and cost about the same, come to different threads.
     */
    private static int[] interleaved(int tasks, int threads) {
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
    public void markOutdated() {
        columns.forEach(ladder -> ladder.chains().forEach(LocalChain::invalidate));
    }

    @Override
    public void invalidate() {
        forEachChain(chain -> chain.restart(chain.state));
    }

    /** Sets all slots of a chain's ladder, and of its twin, to one state. */
    @Override
    public void reset(int chain, S state) {
        localLadders
                .get(chain)
                .columns()
                .forEach(column -> ((LocalLadder<S>) column).chains().forEach(slot -> slot.restart(state)));
    }
}
