package dev.lbp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The Metropolis-Hastings chains of the batched engine, in lock-step: all chains propose, the model scores all proposals in
 * one evaluation, all chains accept or reject. The model is called by the calling thread; the chains' own work is divided
 * between the threads of the pool. The batch itself is never divided, because the bits of a matrix product depend on its
 * number of rows.
 */
final class BatchEnsemble extends Ensemble {

    private final List<BatchChain> batchChains;
    private final List<byte[]> current = new ArrayList<>();
    private final List<byte[]> proposed = new ArrayList<>();
    private final BatchModel batch;
    private final boolean weighted;
    private final WorkerPool pool;

    BatchEnsemble(EnergyModel model, Start start, MetropolisSampler sampler, WorkerPool pool) {
        this(new BatchModel(model, start.chains()), start, newChains(start, sampler), sampler, pool);
    }

    private BatchEnsemble(
            BatchModel batch, Start start, List<BatchChain> chains, MetropolisSampler sampler, WorkerPool pool) {
        super(batch.model(), chains);
        this.batch = batch;
        this.batchChains = chains;
        this.weighted = sampler.proposal().weighted();
        this.pool = pool;
        for (BatchChain chain : chains) {
            current.add(chain.state);
            proposed.add(chain.proposedState);
        }
        invalidate();
        int[] free = start.freeSites();
        double[] ratios = new double[free.length];
        for (BatchChain chain : chains) {
            for (int k = 0; k < free.length; k++) {
                ratios[k] = batch.logRatios[chain.index * batch.dimension() + free[k]];
            }
            chain.dial.guess(sampler.guess(chain.state, free, ratios));
        }
    }

    private static List<BatchChain> newChains(Start start, MetropolisSampler sampler) {
        List<BatchChain> chains = new ArrayList<>();
        for (int c = 0; c < start.chains(); c++) {
            chains.add(new BatchChain(start, c, sampler));
        }
        return chains;
    }

    @Override
    void run(long steps, Visitor visitor, RunControl control) {
        for (long t = 0; t < steps && !control.stopped(); t++) {
            forEachChain(BatchChain::propose);
            evaluate(proposed);
            forEachChain(chain -> {
                chain.decide(batch.logProb[chain.index], batch.logRatios);
                visitor.visit(chain);
            });
            pool.pollAndCheckInterrupt(control);
        }
    }

    private void evaluate(List<byte[]> states) {
        try {
            if (weighted) {
                batch.evaluate(states);
            } else {
                batch.score(states);
            }
        } catch (RuntimeException e) {
            throw batchFailure(e);
        }
    }

    private void forEachChain(Consumer<BatchChain> work) {
        pool.forEach(batchChains, chain -> {
            try {
                work.accept(chain);
            } catch (RuntimeException e) {
                throw failure(chain, e);
            }
        });
    }

    @Override
    void invalidate() {
        evaluate(current);
        forEachChain(chain -> chain.begin(batch.logProb[chain.index], batch.logRatios));
    }

    @Override
    void reset(int chain, byte[] state) {
        batchChains.get(chain).moveTo(state);
        invalidate();
    }
}
