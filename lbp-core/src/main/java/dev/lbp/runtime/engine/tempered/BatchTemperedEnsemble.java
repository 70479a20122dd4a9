package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Steps the ladders of a batched model in lock-step: the replicas of all chains are the rows of one batch, in
 * {@link TemperedRows}. A scan evaluates the model once for each step, and once for the draws of slot 0. The calling
 * thread calls the model; the threads of the pool share the rows' own work. The batch does not depend on the number of
 * threads.
 *
 * @param <S> the array of a state
 */
public final class BatchTemperedEnsemble<S> extends TemperedEnsemble<S> {

    private final RowTemperedStart<S> start;
    /** Scores the states of slot 0, the draws of the reference distribution: a batch with a row for each chain. */
    private final BatchModel references;

    private final List<BatchLadder<S>> batchLadders;
    private final WorkerPool pool;

    /** The chains of slot K, at inverse temperature 1; a change of the number of replicas replaces them. */
    private final List<ChainState<S>> coldest;

    private TemperedRows<S> rows;

    private BatchTemperedEnsemble(
            RowTemperedStart<S> start,
            BatchModel references,
            TemperedRows<S> rows,
            List<ChainState<S>> coldest,
            List<BatchLadder<S>> ladders,
            WorkerPool pool) {
        super(start.plan(), firstBetas(start.plan()), coldest, ladders);
        this.start = start;
        this.references = references;
        this.batchLadders = ladders;
        this.coldest = coldest;
        this.rows = rows;
        this.pool = pool;
    }

    /** Makes all ladders, with all slots of the first schedule, at their starting states. */
    public static <S> BatchTemperedEnsemble<S> of(RowTemperedStart<S> start, WorkerPool pool) {
        double[] betas = firstBetas(start.plan());
        int top = betas.length - 1;
        // slot K draws from random stream 0 of its chain, slot 0 from stream 1, another slot k from stream 1 + k
        Start<S> cold = start.slot(0);
        List<S> states = new ArrayList<>();
        List<UniformRandomProvider> generators = new ArrayList<>();
        for (int k = top; k >= 1; k--) {
            Start<S> slot = k == top ? cold : start.slot(1 + k);
            for (int c = 0; c < slot.chains(); c++) {
                states.add(slot.state(c));
                generators.add(slot.generator(c));
            }
        }
        TemperedRows<S> rows = new TemperedRows<>(start, cold.rows(states, generators), betas, pool);
        Start<S> reference = start.slot(1);
        BatchModel references = start.batch(cold.rowBlocks());
        List<BatchLadder<S>> ladders = new ArrayList<>();
        for (int c = 0; c < cold.chains(); c++) {
            ladders.add(new BatchLadder<>(c, reference, start, references, rows, betas));
        }
        return new BatchTemperedEnsemble<>(start, references, rows, new ArrayList<>(rows.coldest()), ladders, pool);
    }

    /** Gives the rows the inverse temperatures, after making other rows if the number of slots has changed. */
    @Override
    void reschedule(double[] before, double[] after) {
        if (before.length != after.length) {
            resize(before, after);
        }
        rows.beta(after);
    }

    /**
     * Makes new rows for another number of slots. Slot K keeps its state and generator. A lower slot starts at the
     * state of the slot of nearest inverse temperature, and keeps its generator if it had one.
     */
    private void resize(double[] before, double[] after) {
        int oldTop = before.length - 1;
        int top = after.length - 1;
        List<S> states = new ArrayList<>();
        List<UniformRandomProvider> generators = new ArrayList<>();
        for (int k = top; k >= 1; k--) {
            Start<S> added = k < top && k >= oldTop ? start.slot(1 + k) : null; // null: the slot has a generator
            for (Ladder<S> ladder : ladders) {
                ChainState<S> old = ladder.slot(oldSlot(k, top, oldTop));
                states.add(k == top ? old.state : start.space().copy(ladder.slot(nearest(before, after[k])).state));
                generators.add(added == null ? old.rng : added.generator(ladder.index));
            }
        }
        TemperedRows<S> resized = new TemperedRows<>(start, start.slot(0).rows(states, generators), after, pool);
        for (BatchLadder<S> ladder : batchLadders) {
            for (int k = 1; k <= top; k++) {
                resized.slot(ladder.index, k).takeCountsOf(ladder.slot(oldSlot(k, top, oldTop)));
            }
            ladder.setRows(resized);
            coldest.set(ladder.index, ladder.slot(top));
        }
        rows = resized;
    }

    /** The old slot that slot k continues: the old slot K for slot K and for an added slot, else number k. */
    private static int oldSlot(int k, int top, int oldTop) {
        return k == top ? oldTop : Math.min(k, oldTop);
    }

    @Override
    public boolean settlesByChance() {
        return rows.settlesByChance();
    }

    @Override
    void adoptAll() {
        rows.restart();
    }

    @Override
    void resumeAll() {
        rows.resume();
    }

    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        rows.transcribe(transcript);
    }

    /** Takes steps with all rows, and exchanges states after every {@code every}-th. */
    @Override
    void advanceTo(long steps, Visitor<S> visitor, StopSignal signal) {
        while (fewestSteps() < steps && !signal.stopped()) {
            long end = fewestSteps() + 1;
            if (end % plan.every() == 0) {
                rows.advance(chain -> {}); // the draw of this step is the state after the exchanges
                endScan(end / plan.every());
                pool.forEach(coldest.size(), c -> visitor.visit(coldest.get(c)));
            } else {
                rows.advance(visitor);
            }
            pool.pollAndCheckInterrupt(signal);
            betweenRounds(signal);
        }
    }

    /** Compares no scores: their rounding depends on the row, and a state changes its row with its slot. */
    @Override
    public double[] scoreAgain(int first, List<S> states) {
        return new double[0];
    }

    /** Draws slot 0 (the reference) of all chains, scores the draws, and lets each ladder exchange states. */
    private void endScan(long scan) {
        rows.beginExchanges();
        double[] schedule = betas();
        IntConsumer draw = c -> {
            batchLadders.get(c).drawReference();
            // writes the draw into row c of the batch of draws
            start.reference().rows().write().move(references, c, batchLadders.get(c).reference);
        };
        pool.forEach(batchLadders.size(), draw);
        scoreReferences(Ladder.exchangesReference(scan));
        pool.forEach(batchLadders.size(), c -> batchLadders.get(c).endScan(schedule, scan));
        rows.endExchanges();
    }

    /**
     * Evaluates the model at the draws of slot 0.
     *
     * @param mayMove whether the draws may move into slot 1, which needs their log-ratios if the method uses them
     */
    private void scoreReferences(boolean mayMove) {
        try {
            if (mayMove && start.method().usesLogRatios()) {
                references.evaluate();
            } else {
                references.score();
            }
        } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
            throw ModelCalls.failure(
                    start.model(),
                    "the batch of " + coldest.size() + " draws of the reference at step " + fewestSteps(),
                    e);
        }
    }

    @Override
    public void markOutdated() {
        rows.markOutdated();
    }

    /** Scores all rows again, because the model may have changed. */
    @Override
    public void invalidate() {
        rows.forget();
        rows.restart();
    }

    /** Sets all slots of a chain's ladder to one state. */
    @Override
    public void reset(int chain, S state) {
        for (int k = 1; k < betas().length; k++) {
            System.arraycopy(
                    state, 0, rows.slot(chain, k).state, 0, start.space().sites());
        }
        rows.restart();
    }
}
