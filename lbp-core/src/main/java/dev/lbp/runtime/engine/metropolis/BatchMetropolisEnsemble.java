package dev.lbp.runtime.engine.metropolis;

import dev.lbp.runtime.engine.chain.BatchCalls;
import dev.lbp.runtime.engine.chain.BatchChain;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.chain.RowChain;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.ProposingChain;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * The Metropolis-Hastings chains of the batched engine, in lock-step: all chains propose, the model scores all
 * proposals in one evaluation, all chains accept or reject. The calling thread calls the model; the threads of the pool
 * share the chains' own work. The batch is never divided among threads, because the rounding of a matrix product
 * depends on its number of rows.
 *
 * @param <S> the array of a chain's state
 * @param <C> the type of a chain
 */
public class BatchMetropolisEnsemble<S, C extends RowChain<S> & ProposingChain> extends LockStepEnsemble<S> {

    protected final List<C> batchChains;
    private BatchCalls calls;
    private final IntConsumer propose;
    private final IntConsumer decide;

    /**
     * @param decide {@link ProposingChain#decide} of the class C: a call through the interface is one deeper, and the
     *     JIT might not inline the vector code of the weights
     * @param calls how the chains call the model
     */
    protected BatchMetropolisEnsemble(List<C> chains, Consumer<C> decide, BatchCalls calls, WorkerPool pool) {
        super(chains, pool);
        this.batchChains = chains;
        this.calls = calls;
        this.propose = each(chains, ProposingChain::propose);
        this.decide = each(chains, decide);
        invalidate();
    }

    /** Makes chains of bits. */
    public static Ensemble<byte[]> ofBits(EnergyModel model, BitStart start, MetropolisMove move, WorkerPool pool) {
        BatchModel batch = new BatchModel(model, start.dimension(), start.rowBlocks());
        return start.fixesOnes()
                ? ofBits(
                        start,
                        move,
                        newChains(start, c -> new BatchSubsetChain(batch, start, c, move)),
                        BatchSubsetChain::decide,
                        pool)
                : ofBits(
                        start,
                        move,
                        newChains(start, c -> new BatchMetropolisChain(batch, start, c, move)),
                        BatchMetropolisChain::decide,
                        pool);
    }

    /** Makes the ensemble of these chains, and guesses their scales if the proposal uses weights. */
    private static <C extends BatchChain & ProposingChain> Ensemble<byte[]> ofBits(
            BitStart start, MetropolisMove move, List<C> chains, Consumer<C> decide, WorkerPool pool) {
        BatchMetropolisEnsemble<byte[], C> ensemble =
                new BatchMetropolisEnsemble<>(chains, decide, calls(chains.get(0).batch, move, chains), pool);
        if (move.proposal().weighted()) {
            guessScales(ensemble, chains, start, move);
        }
        return ensemble;
    }

    /**
     * The calls of the model that chains with a move need. An exact proposal draws from the conditional distribution
     * given hidden variables of a {@link LayeredModel}; others need scores, and informed ones log-ratios too.
     */
    public static BatchCalls calls(BatchModel batch, MetropolisMove move, List<? extends ChainState<?>> chains) {
        return move.proposal().exact()
                ? BatchCalls.givenHidden(batch, (LayeredModel) batch.model(), chains)
                : BatchCalls.of(batch, move.proposal().weighted());
    }

    /** Makes chains whose sites have C values each. */
    static Ensemble<int[]> ofValues(
            CategoricalEnergyModel model, ValueStart start, MetropolisMove move, WorkerPool pool) {
        BatchModel batch = new BatchModel(model, start.dimension(), start.values(), start.rowBlocks());
        List<BatchValueChain> chains = newChains(start, c -> new BatchValueChain(model, batch, start, c, move));
        return new BatchMetropolisEnsemble<>(chains, BatchValueChain::decide, calls(batch, move, chains), pool);
    }

    /**
     * Guesses the scale of each chain from the model's answers at the current states, see {@link MetropolisMove#guess}.
     */
    public static <C extends BatchChain & ProposingChain> void guessScales(
            BatchMetropolisEnsemble<byte[], C> ensemble, List<C> chains, BitStart start, MetropolisMove move) {
        int[] free = start.freeSites();
        double[] allRatios = new double[start.dimension()];
        double[] ratios = new double[free.length];
        // the guess is a number of flips; if the number of ones is fixed, R counts exchanges, of two flips each
        double flipsPerDraw = start.fixesOnes() ? 2.0 : 1.0;
        IntConsumer guess = ensemble.each(chains, chain -> {
            ensemble.batch.logRatios(chain.index, allRatios);
            for (int k = 0; k < free.length; k++) {
                ratios[k] = allRatios[free[k]];
            }
            chain.scale.guess(move.guess(chain.state, free, ratios) / flipsPerDraw);
        });
        for (int c = 0; c < chains.size(); c++) {
            guess.accept(c);
        }
    }

    @Override
    public void step(Visitor<S> visitor) {
        pool.forEach(batchChains.size(), propose);
        evaluate();
        pool.forEach(batchChains.size(), thenVisit(batchChains, decide, visitor));
    }

    @Override
    public void evaluate() {
        onBatch(calls.evaluate());
    }

    @Override
    public void score() {
        onBatch(calls.score());
    }

    /** Changes how the chains call the model, from the next evaluation on. */
    public final void setCalls(BatchCalls newCalls) {
        calls = newCalls;
    }
}
