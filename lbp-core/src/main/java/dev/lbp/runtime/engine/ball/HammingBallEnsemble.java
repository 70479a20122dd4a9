package dev.lbp.runtime.engine.ball;

import dev.lbp.internal.Check;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.EnergyModel;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The chains of the Hamming ball sampler on a batched model, in lock-step. The batch has chains * rows rows: first a
 * row of each chain, then their second rows, and so on. A step evaluates the batch until the states of all balls are
 * scored. It needs no log-ratios.
 */
final class HammingBallEnsemble extends LockStepEnsemble<byte[]> {

    /**
     * The largest number of rows of a chain. The rounding of a matrix product depends on the number of rows, so that
     * number must depend on the ball alone.
     */
    private static final int MOST_ROWS = 256;

    private final List<BatchBallChain> ballChains;
    private final int states;
    private final int rows;

    /** The first entry of the balls that the next evaluation scores. */
    private int from;

    private final IntConsumer beginStep;
    private final IntConsumer propose;
    private final IntConsumer collect;
    private final IntConsumer endStep;

    /**
     * @param states the number of states of a ball
     * @param rows the number of rows of each chain, each for one state in an evaluation
     */
    private HammingBallEnsemble(List<BatchBallChain> chains, int states, int rows, WorkerPool pool) {
        super(chains, pool);
        this.ballChains = chains;
        this.states = states;
        this.rows = rows;
        this.beginStep = each(chains, BatchBallChain::beginStep);
        this.propose = each(chains, chain -> chain.propose(from));
        this.collect = each(chains, chain -> chain.collect(from));
        this.endStep = each(chains, BatchBallChain::endStep);
        invalidate();
    }

    /** The number of rows of a chain: the fewest that score a ball in as few evaluations as {@link #MOST_ROWS} rows. */
    static int rows(double states) {
        double evaluations = Math.ceil(states / MOST_ROWS);
        return (int) Math.ceil(states / evaluations);
    }

    /** Makes the chains at their starting states, with their rows in one batch. */
    static HammingBallEnsemble of(EnergyModel model, BitStart start, HammingBall ball, StepMix mix, WorkerPool pool) {
        int rows = rows(ball.size());
        long cells = (long) start.chains() * rows * ModelCalls.dimensionOf(model);
        Check.that(cells < Integer.MAX_VALUE, "be below 2^31", "chains * rows of a chain * N", cells);
        BatchModel batch = new BatchModel(model, start.dimension(), start.rowBlocks(rows));
        int[] free = start.freeSites();
        List<BatchBallChain> chains = newChains(start, c -> new BatchBallChain(batch, start, c, ball, rows, free, mix));
        return new HammingBallEnsemble(chains, ball.size(), rows, pool);
    }

    /** Scores the balls of all chains, {@link #rows} states of each at a time, and draws the new states. */
    @Override
    public void step(Visitor<byte[]> visitor) {
        pool.forEach(ballChains.size(), beginStep);
        for (from = 0; from < states; from += rows) {
            pool.forEach(ballChains.size(), propose);
            evaluate();
            pool.forEach(ballChains.size(), collect);
        }
        pool.forEach(ballChains.size(), thenVisit(ballChains, endStep, visitor));
    }

    @Override
    public int scoredRow(ChainState<byte[]> chain) {
        return ballChains.get(chain.index).scoredRow();
    }
}
