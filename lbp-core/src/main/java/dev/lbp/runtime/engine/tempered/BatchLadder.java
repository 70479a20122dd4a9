package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.model.BatchModel;

/**
 * A ladder on the batched engine. Its replicas are rows of a batch. An exchange of states also exchanges the model's
 * scores of these states.
 *
 * @param <S> the array of a state
 */
final class BatchLadder<S> extends Ladder<S> {

    /** The draws of slot 0, the reference, and their scores: a row for each chain. */
    private final BatchModel references;

    private TemperedRows<S> rows;

    BatchLadder(
            int index,
            Start<S> start,
            TemperedStart<S> run,
            BatchModel references,
            TemperedRows<S> rows,
            double[] betas) {
        super(index, start, run, null, null, betas); // exchanges whole states and has no twin
        this.references = references;
        this.rows = rows;
    }

    /** Continues with rows made for another number of slots. */
    void setRows(TemperedRows<S> newRows) {
        rows = newRows;
    }

    @Override
    public ChainState<S> slot(int k) {
        return rows.slot(index, k);
    }

    @Override
    double targetLogProb(int k) {
        return k == 0 ? references.logProb[index] : rows.targetLogProb(index, k);
    }

    @Override
    double baseLogProb(int k) {
        return base.logProb(k == 0 ? reference : slot(k).state);
    }

    @Override
    void renewReference() {
        // the ensemble has drawn and scored slot 0 of all chains
    }

    /**
     * Exchanges states and scores of slots k and k + 1. Slot 0 keeps its state, which is drawn again at the next scan.
     */
    @Override
    void exchange(int k) {
        ChainState<S> colder = slot(k + 1);
        if (k == 0) {
            rows.replace(index, reference, references, index); // row index of the draws has the scores of slot 0
            replaceState(colder, reference);
            return;
        }
        ChainState<S> hotter = slot(k);
        rows.exchange(index, k);
        exchangeStates(hotter.state, colder);
    }
}
