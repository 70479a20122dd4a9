package dev.lbp.runtime.engine;

import dev.lbp.internal.Transcript;
import dev.lbp.result.CheckpointException;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Chains of the batched engine, in lock-step: the calling thread has the model evaluate all of them at once. A step changes a
 * chain's state and log-probability together, at its end, so that they agree after a failure; the next step then begins with the
 * model's answer to the states as they are.
 */
abstract class LockStepEnsemble extends Ensemble {

    final BatchModel batch;
    final WorkerPool pool;

    /** Whether all that is kept of the model's answers belongs to the present states; false after a failure. */
    private boolean upToDate;

    LockStepEnsemble(BatchModel batch, List<? extends ChainState> chains, WorkerPool pool) {
        super(chains);
        this.batch = batch;
        this.pool = pool;
    }

    /** Takes a step with every chain. */
    abstract void step(Visitor visitor);

    /** Has the model evaluate its input: all that the chains need to begin at it. */
    abstract void evaluate();

    /** Begins a chain at its row of the model's input; or throws, and leaves the log-probability. */
    abstract void begin(int chain);

    @Override
    public final void runTo(long steps, Visitor visitor, StopSignal signal) {
        for (long t = chains.get(0).steps(); t < steps && !signal.stopped(); t++) {
            if (!upToDate) {
                invalidate();
            }
            upToDate = false;
            step(visitor);
            upToDate = true;
            pool.pollAndCheckInterrupt(signal);
            signal.atRest();
        }
    }

    @Override
    public final void invalidate() {
        upToDate = false;
        writeRows();
        evaluate();
        beginAll();
    }

    @Override
    public final void reset(int chain, byte[] state) {
        upToDate = false;
        writeRows();
        batch.writeRow(chain, state);
        evaluate();
        each(chains, any -> begin(chain)).accept(chain); // throws, before the chain has moved, if it cannot be there
        System.arraycopy(state, 0, chains.get(chain).state, 0, state.length);
        beginAll();
    }

    final void beginAll() {
        pool.forEach(chains.size(), each(chains, chain -> begin(chain.index)));
        upToDate = true;
    }

    private void writeRows() {
        for (ChainState chain : chains) {
            batch.writeRow(chain.index, chain.state);
        }
    }

    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        if (transcript.isReading()) {
            writeRows();
            score();
            checkLogProb();
        }
    }

    /** Has the model score its input, as a step does. */
    abstract void score();

    /** Runs work on the whole batch; wraps what it throws with the step. */
    final void onBatch(Runnable work) {
        try {
            work.run();
        } catch (Throwable e) {
            throw ModelCalls.failure(
                    batch.model(),
                    "the batch of " + chains.size() + (chains.size() == 1 ? " chain" : " chains") + " at step "
                            + chains.get(0).steps(),
                    e);
        }
    }

    /** Runs the last work of a step for one chain, then the visitor. */
    final <C extends ChainState> IntConsumer thenVisit(List<C> those, IntConsumer work, Visitor visitor) {
        return index -> {
            work.accept(index);
            visitor.visit(those.get(index)); // what fails there is not the model
        };
    }

    /**
     * Checks that the model says the same of the present states as when the chains came to them, in every bit. A product of
     * matrices does not, if another BLAS library makes it, or another number of its threads.
     */
    private void checkLogProb() {
        for (ChainState chain : chains) {
            double again = batch.logProb[chain.index];
            if (Double.doubleToLongBits(again) != Double.doubleToLongBits(chain.logProb)) {
                throw new CheckpointException(chain.model.name() + " gives the state of chain " + chain.index
                        + " the log-probability " + again + ", and gave it " + chain.logProb
                        + " before: is it another model, CPU or BLAS library, or number of BLAS threads?");
            }
        }
    }
}
