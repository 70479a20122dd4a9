package dev.lbp;

import dev.lbp.internal.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The Metropolis-Hastings chains of the batched engine, in lock-step: all chains propose, the model scores all proposals in
 * one evaluation, all chains accept or reject. The model is called by the calling thread; the chains' own work is divided
 * between the threads of the pool. The batch itself is never divided, because the bits of a matrix product depend on its
 * number of rows.
 */
final class BatchEnsemble extends Ensemble {

    private final List<BatchChain> batchChains;
    private final BatchModel batch;
    private final boolean weighted;
    private final WorkerPool pool;
    private final IntConsumer propose;
    private final IntConsumer settle;

    BatchEnsemble(EnergyModel model, Start start, MetropolisSampler sampler, WorkerPool pool) {
        this(new BatchModel(model, start.chains()), start, sampler, pool);
    }

    private BatchEnsemble(BatchModel batch, Start start, MetropolisSampler sampler, WorkerPool pool) {
        this(batch, newChains(batch, start, sampler), sampler.proposal().weighted(), pool);
        evaluateCurrent();
        guessScales(start, sampler);
        beginAll();
    }

    private BatchEnsemble(BatchModel batch, List<BatchChain> chains, boolean weighted, WorkerPool pool) {
        super(batch.model(), chains);
        this.batch = batch;
        this.batchChains = chains;
        this.weighted = weighted;
        this.pool = pool;
        this.propose = each(chains, BatchChain::propose);
        this.settle = each(chains, BatchChain::decide);
    }

    private static List<BatchChain> newChains(BatchModel batch, Start start, MetropolisSampler sampler) {
        List<BatchChain> chains = new ArrayList<>();
        for (int c = 0; c < start.chains(); c++) {
            chains.add(new BatchChain(batch, start, c, sampler));
        }
        return chains;
    }

    private void guessScales(Start start, MetropolisSampler sampler) {
        if (!weighted) {
            return;
        }
        int[] free = start.freeSites();
        double[] all = new double[start.dimension()];
        double[] ratios = new double[free.length];
        for (BatchChain chain : batchChains) {
            batch.logRatios(chain.index, all);
            for (int k = 0; k < free.length; k++) {
                ratios[k] = all[free[k]];
            }
            chain.dial.guess(sampler.guess(chain.state, free, ratios));
        }
    }

    @Override
    void runTo(long steps, Visitor visitor, RunControl control) {
        IntConsumer decide = index -> {
            settle.accept(index);
            visitor.visit(batchChains.get(index)); // what fails there is not the model
        };
        try {
            for (long t = batchChains.get(0).steps(); t < steps && !control.stopped(); t++) {
                pool.forEach(batchChains.size(), propose);
                evaluate();
                pool.forEach(batchChains.size(), decide);
                pool.pollAndCheckInterrupt(control);
                control.atRest();
            }
        } catch (RuntimeException e) {
            // A later step must not start from proposals that nobody has decided on.
            batchChains.forEach(BatchChain::show);
            throw e;
        }
    }

    private void evaluate() {
        try {
            if (weighted) {
                batch.evaluate();
            } else {
                batch.score();
            }
        } catch (RuntimeException e) {
            throw batchFailure(e);
        }
    }

    @Override
    void invalidate() {
        evaluateCurrent();
        beginAll();
    }

    private void evaluateCurrent() {
        batchChains.forEach(BatchChain::show);
        evaluate();
    }

    private void beginAll() {
        pool.forEach(batchChains.size(), each(batchChains, BatchChain::begin));
    }

    @Override
    void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        if (transcript.isReading()) {
            evaluateCurrent();
            checkLogProb(batch);
        }
    }

    @Override
    void reset(int chain, byte[] state) {
        batchChains.get(chain).moveTo(state);
        invalidate();
    }
}
