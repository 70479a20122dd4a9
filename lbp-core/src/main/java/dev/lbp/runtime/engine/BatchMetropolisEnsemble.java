package dev.lbp.runtime.engine;

import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.PartFailure;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The Metropolis-Hastings chains of the batched engine, in lock-step: all chains propose, the model scores all proposals in one
 * evaluation, all chains accept or reject. The calling thread calls the model; the threads of the pool share the chains' own
 * work. The batch itself is never divided, because the bits of a matrix product depend on its number of rows.
 */
final class BatchMetropolisEnsemble extends LockStepEnsemble {

    private final List<ProposingChain> batchChains;
    private final boolean weighted;
    private final IntConsumer propose;
    private final IntConsumer decide;

    BatchMetropolisEnsemble(EnergyModel model, Start start, MetropolisMove move, WorkerPool pool) {
        this(new BatchModel(model, start.dimension(), start.chains()), start, move, pool);
    }

    private BatchMetropolisEnsemble(BatchModel batch, Start start, MetropolisMove move, WorkerPool pool) {
        this(batch, newChains(batch, start, move), move.proposal().weighted(), pool);
        invalidate();
        guessScales(start, move);
    }

    private BatchMetropolisEnsemble(BatchModel batch, List<ProposingChain> chains, boolean weighted, WorkerPool pool) {
        super(batch, chains, pool);
        this.batchChains = chains;
        this.weighted = weighted;
        this.propose = each(chains, ProposingChain::propose);
        this.decide = each(chains, ProposingChain::decide);
    }

    private static List<ProposingChain> newChains(BatchModel batch, Start start, MetropolisMove move) {
        List<ProposingChain> chains = new ArrayList<>();
        for (int c = 0; c < start.chains(); c++) {
            try {
                chains.add(
                        start.fixesOnes()
                                ? new BatchSubsetChain(batch, start, c, move)
                                : new BatchMetropolisChain(batch, start, c, move));
            } catch (PartFailure e) {
                throw e.in("chain " + c + " at its start");
            }
        }
        return chains;
    }

    private void guessScales(Start start, MetropolisMove move) {
        if (!weighted) {
            return;
        }
        int[] free = start.freeSites();
        double[] all = new double[start.dimension()];
        double[] ratios = new double[free.length];
        double flipsPerDraw = start.fixesOnes() ? 2.0 : 1.0;
        IntConsumer guess = each(batchChains, chain -> {
            batch.logRatios(chain.index, all);
            for (int k = 0; k < free.length; k++) {
                ratios[k] = all[free[k]];
            }
            chain.scale.guess(move.guess(chain.state, free, ratios) / flipsPerDraw);
        });
        for (int c = 0; c < batchChains.size(); c++) {
            guess.accept(c);
        }
    }

    @Override
    void step(Visitor<byte[]> visitor) {
        pool.forEach(batchChains.size(), propose);
        evaluate();
        pool.forEach(batchChains.size(), thenVisit(batchChains, decide, visitor));
    }

    @Override
    void evaluate() {
        onBatch(weighted ? batch::evaluate : batch::score);
    }

    @Override
    void begin(int chain) {
        batchChains.get(chain).begin();
    }

    @Override
    void score() {
        evaluate();
    }
}
