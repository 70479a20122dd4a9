package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.start.RowNames;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.RowBlocks;
import java.util.Arrays;
import java.util.List;

/**
 * The replicas of slots 1 to K of all chains, as rows of one lock-step ensemble: one evaluation of the model scores
 * them all. The first rows are the replicas of slot K, so the row of slot K has the index of its chain.
 *
 * <p>The annealed model, {@code path}, keeps the model's scores of every row's state, so a row starts again after an
 * exchange without an evaluation.
 *
 * @param <S> the array of a state
 */
final class TemperedRows<S> {

    private final RowNames names;
    private final AnnealedModel<S> path;
    private final LockStepEnsemble<S> ensemble;

    /** Whether the method uses log-ratios. */
    private final boolean weighted;

    /** Whether {@link #path} has the model's scores of each row's current state. */
    private final boolean[] known;

    /** Whether each row has exchanged its state since {@link #beginExchanges}. */
    private final boolean[] exchanged;

    /**
     * Evaluates the model at the starting states.
     *
     * @param start the rows; their states and generators are not copied
     */
    TemperedRows(RowTemperedStart<S> tempered, Start<S> start, double[] betas, WorkerPool pool) {
        this.names = start.rowNames();
        RowBlocks blocks = RowBlocks.of(
                names.chains(), names.replicas(), tempered.settings().start().chainsPerBatch());
        this.path = new AnnealedModel<>(
                tempered.batch(blocks),
                tempered.reference(),
                tempered.cells(),
                blocks,
                ModelCalls.nameOf(tempered.model()));
        beta(betas);
        this.weighted = tempered.method().usesLogRatios();
        this.known = new boolean[names.rows()];
        this.exchanged = new boolean[names.rows()];
        this.ensemble = tempered.ensemble(path, start, pool);
    }

    /** The chain of a slot, 1 to K. */
    public ChainState<S> slot(int chain, int k) {
        return ensemble.chains.get(names.row(chain, k));
    }

    /** The chains of slot K, at inverse temperature 1: the first rows. */
    List<? extends ChainState<S>> coldest() {
        return ensemble.chains.subList(0, names.chains());
    }

    /** Sets the inverse temperature of each slot. */
    void beta(double[] betas) {
        for (int k = 1; k < betas.length; k++) {
            for (int c = 0; c < names.chains(); c++) {
                path.beta(names.row(c, k), betas[k]);
            }
        }
    }

    /** Takes a step with every row. The visitor is called for slot K. */
    void advance(Ensemble.Visitor<S> visitor) {
        ensemble.advance(row -> {
            known[row.index] = path.keep(row.index, row.state, weighted);
            if (row.index < names.chains()) {
                visitor.visit(row);
            }
        });
    }

    /**
     * Begins the exchanges after a scan: evaluates the model again if {@link #path} lacks the scores of some state, as
     * it may after a Gibbs sweep.
     */
    void beginExchanges() {
        for (boolean isKnown : known) {
            if (!isKnown) {
                ensemble.invalidate();
                return;
            }
        }
    }

    /** The target's log-probability at a slot's state. Valid between the beginning and the end of exchanges. */
    double targetLogProb(int chain, int k) {
        return path.targetLogProb(names.row(chain, k));
    }

    /** Exchanges the model's scores of slots k and k + 1. The caller exchanges the states. */
    void exchange(int chain, int k) {
        int row = names.row(chain, k);
        int colder = names.row(chain, k + 1);
        path.exchange(row, colder);
        exchanged[row] = true;
        exchanged[colder] = true;
    }

    /**
     * Gives slot 1 the scores of {@code state}, a draw of slot 0, from a row of the last answer of the batch {@code
     * from}.
     */
    void replace(int chain, S state, BatchModel from, int row) {
        int hottest = names.row(chain, 1);
        path.store(hottest, state, from, row, weighted);
        exchanged[hottest] = true;
    }

    /** Ends the exchanges: rows that exchanged their state start again from the kept scores, without an evaluation. */
    void endExchanges() {
        path.answerFor(exchanged);
        try {
            ensemble.restart(exchanged);
        } finally {
            path.answerFor(null);
        }
        Arrays.fill(exchanged, false);
    }

    /** Starts all rows again, after a change of inverse temperatures. Evaluates the model if scores are missing. */
    void restart() {
        ensemble.invalidate();
    }

    /** Continues all rows from a transcript that was just read. */
    void resume() {
        ensemble.resume();
    }

    /** Whether a scale also counts as settled if chance explains its change in warm-up. */
    boolean settlesByChance() {
        return ensemble.settlesByChance();
    }

    /** Forgets all scores, because the model has changed. */
    void forget() {
        path.forget();
    }

    /** Makes the next step start all rows again from their states. */
    void markOutdated() {
        ensemble.markOutdated();
    }

    /** Writes or reads the scores. */
    void transcribe(Transcript transcript) {
        path.transcribe(transcript);
    }
}
