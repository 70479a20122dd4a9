package dev.lbp.runtime.engine.ball;

import dev.lbp.internal.Check;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.EnergyModel;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The chains of multiple-try Metropolis on a batched model, in lock-step. The batch has chains * tries rows: first a
 * row of each chain, then their second rows, and so on. A step scores the batch twice, or once with a single try. It
 * needs no log-ratios.
 */
final class MultipleTryEnsemble extends LockStepEnsemble<byte[]> {

    private final List<BatchMultipleTryChain> tryChains;
    private final int tries;
    private final IntConsumer propose;
    private final IntConsumer choose;
    private final IntConsumer decide;

    private MultipleTryEnsemble(List<BatchMultipleTryChain> chains, int tries, WorkerPool pool) {
        super(chains, pool);
        this.tryChains = chains;
        this.tries = tries;
        this.propose = each(chains, BatchMultipleTryChain::propose);
        this.choose = each(chains, BatchMultipleTryChain::choose);
        this.decide = each(chains, BatchMultipleTryChain::decide);
        invalidate();
    }

    /** Makes the chains at their starting states, with their rows in one batch. */
    static MultipleTryEnsemble of(EnergyModel model, BitStart start, MultipleTryMethod method, WorkerPool pool) {
        long rows = (long) start.chains() * method.tries();
        long cells = rows * ModelCalls.dimensionOf(model);
        Check.that(cells < Integer.MAX_VALUE, "be below 2^31", "chains * tries * N", cells);
        BatchModel batch = new BatchModel(model, start.dimension(), start.rowBlocks(method.tries()));
        List<BatchMultipleTryChain> chains = newChains(start, c -> new BatchMultipleTryChain(batch, start, c, method));
        return new MultipleTryEnsemble(chains, method.tries(), pool);
    }

    /** Scores the candidates around x, chooses y, scores the candidates around y, and accepts or rejects y. */
    @Override
    public void step(Visitor<byte[]> visitor) {
        pool.forEach(tryChains.size(), propose);
        evaluate();
        pool.forEach(tryChains.size(), choose);
        if (tries > 1) {
            evaluate();
        }
        pool.forEach(tryChains.size(), thenVisit(tryChains, decide, visitor));
    }
}
