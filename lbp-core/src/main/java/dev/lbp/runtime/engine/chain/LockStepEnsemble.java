package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.CheckpointException;
import dev.lbp.runtime.engine.start.RowNames;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.ScoredState;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.PartFailure;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The chains of the batched engine, in lock-step: the calling thread calls the model once for all of them. A step
 * changes a chain's state and log-probability together at its end, so they agree after a failure. The next step then
 * first evaluates the model at the current states.
 *
 * @param <S> the array of a chain's state
 */
public abstract class LockStepEnsemble<S> extends Ensemble<S> {

    public final BatchModel batch;
    public final WorkerPool pool;
    private final List<? extends RowChain<S>> rowChains;

    /** True if the stored answers of the model belong to the current states; false after a failure. */
    private boolean upToDate;

    public LockStepEnsemble(List<? extends RowChain<S>> chains, WorkerPool pool) {
        super(chains);
        this.rowChains = chains;
        this.batch = chains.get(0).batch;
        this.pool = pool;
    }

    /** Makes the chains. A failure names the chain that could not start. */
    protected static <C> List<C> newChains(Start<?> start, IntFunction<C> newChain) {
        RowNames names = start.rowNames();
        List<C> chains = new ArrayList<>();
        for (int c = 0; c < names.rows(); c++) {
            try {
                chains.add(newChain.apply(c));
            } catch (PartFailure e) {
                throw e.in(names.of(c) + " at its start");
            }
        }
        return chains;
    }

    /** Called between steps, before the next one. */
    public void beforeStep() {
        // most ensembles have nothing to do
    }

    /** Takes a step with every chain. */
    public abstract void step(Visitor<S> visitor);

    /**
     * Calls the model on its input, for all values that the chains need to continue from there: by default the
     * log-probabilities alone.
     */
    public void evaluate() {
        onBatch(batch::score);
    }

    /** Takes steps with all chains together until each has taken {@code steps} steps. */
    @Override
    public final void runTo(long steps, Visitor<S> visitor, StopSignal signal) {
        for (long t = chains.get(0).steps(); t < steps && !signal.stopped(); t++) {
            advance(visitor);
            pool.pollAndCheckInterrupt(signal);
            betweenRounds(signal);
        }
    }

    /** Takes a step with every chain, after an evaluation of the model if the last step has failed. */
    public final void advance(Visitor<S> visitor) {
        beforeStep();
        refresh();
        upToDate = false;
        step(visitor);
        upToDate = true;
    }

    /** Evaluates the model at the current states if its stored answers do not belong to them. */
    public final void refresh() {
        if (!upToDate) {
            invalidate(); // calls the model at once
        }
    }

    /** Evaluates the model at the chains' states, and starts the chains there. */
    @Override
    public final void invalidate() {
        upToDate = false;
        writeRows();
        evaluate();
        beginAll();
    }

    @Override
    public final void markOutdated() {
        upToDate = false;
    }

    /** Sets one chain to another state, by an evaluation of all chains. Refuses an impossible state. */
    @Override
    public final void reset(int chain, S state) {
        upToDate = false;
        writeRows();
        rowChains.get(chain).write(state);
        evaluate();
        each(rowChains, RowChain::begin)
                .accept(chain); // throws, before the chain has moved, if the state is impossible
        System.arraycopy(state, 0, chains.get(chain).state, 0, Array.getLength(state));
        beginAll();
    }

    final void beginAll() {
        pool.forEach(chains.size(), each(rowChains, RowChain::begin));
        upToDate = true;
    }

    /** Starts the chosen chains again at their present states, after an evaluation. The other chains do not change. */
    public final void restart(boolean[] chosen) {
        upToDate = false;
        for (RowChain<S> chain : rowChains) {
            if (chosen[chain.index]) {
                chain.write(chain.state);
            }
        }
        evaluate();
        pool.forEach(chains.size(), each(rowChains, chain -> {
            if (chosen[chain.index]) {
                chain.begin();
            }
        }));
        upToDate = true;
    }

    /** Continues from states, log-probabilities and weights that were just read, without an evaluation. */
    public final void resume() {
        writeRows();
        upToDate = true;
    }

    private void writeRows() {
        for (RowChain<S> chain : rowChains) {
            chain.write(chain.state);
        }
    }

    /**
     * Writes or reads the chains. After reading, scores the states again and compares the scores with those that were
     * read.
     */
    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        if (transcript.isReading()) {
            // the model's answers are not stored, so it scores the states again
            writeRows();
            score();
            checkLogProb();
        }
    }

    /** Computes the log-probabilities of the model's input, bit for bit as {@link #evaluate}. */
    public void score() {
        evaluate();
    }

    /** The row of the model's input that has scored the present state of a chain. */
    public int scoredRow(ChainState<S> chain) {
        return chain.index;
    }

    /** Scores states in the rows of the chains {@code first}, {@code first + 1} and so on, by one evaluation. */
    @Override
    public double[] scoreAgain(int first, List<S> states) {
        writeRows(); // the other rows keep the states of their chains
        for (int k = 0; k < states.size(); k++) {
            rowChains.get((first + k) % chains.size()).write(states.get(k));
        }
        score();
        return IntStream.range(0, states.size())
                .mapToDouble(k -> batch.logProb[scoredRow(chains.get((first + k) % chains.size()))])
                .toArray();
    }

    /**
     * Does nothing: one thread calls the model, so the comparison in {@link #end} is enough, and a state may round
     * differently in another row.
     */
    @Override
    public void compare(List<ScoredState<S>> visited) {}

    /** Runs {@code work} on the whole batch; wraps what it throws with the number of the step. */
    public final void onBatch(Runnable work) {
        try {
            work.run();
        } catch (Throwable e) {
            throw ModelCalls.failure(
                    batch.model(),
                    "the batch of " + chains.get(0).names.all() + " at step "
                            + chains.get(0).steps(),
                    e);
        }
    }

    /**
     * Returns a task that takes an index of {@code some}, runs {@code work} to end the step of the chain there, and
     * then calls {@code visitor}.
     */
    public final <C extends ChainState<S>> IntConsumer thenVisit(List<C> some, IntConsumer work, Visitor<S> visitor) {
        return index -> {
            work.accept(index);
            visitor.visit(some.get(index)); // a failure here is not the model's
        };
    }

    /**
     * Checks that the model returns the same log-probabilities of the current states as before, bit for bit. Matrix
     * products differ between BLAS libraries and between numbers of BLAS threads.
     */
    private void checkLogProb() {
        for (ChainState<S> chain : chains) {
            double again = batch.logProb[scoredRow(chain)];
            if (Double.doubleToLongBits(again) != Double.doubleToLongBits(chain.logProb)) {
                throw new CheckpointException(chain.model.name() + " gives the state of " + chain.name()
                        + " the log-probability " + again + ", and gave it " + chain.logProb
                        + " before: is it another model, CPU or BLAS library, or number of BLAS threads?");
            }
        }
    }
}
