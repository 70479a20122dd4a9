package dev.lbp.runtime.engine.reals;

import dev.lbp.continuous.DensityModel;
import dev.lbp.runtime.engine.chain.BatchCalls;
import dev.lbp.runtime.engine.chain.WarmUpTrace;
import dev.lbp.runtime.engine.metropolis.BatchMetropolisEnsemble;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.BarrierShare;
import dev.lbp.runtime.engine.step.ScaleShare;
import dev.lbp.runtime.model.BatchModel;
import java.util.List;
import java.util.Objects;

/**
 * The chains of a density, in lock-step: all propose, the model is evaluated once at all proposals, all accept or
 * reject.
 */
final class RealEnsemble extends BatchMetropolisEnsemble<double[], RealChain> {

    private RealEnsemble(List<RealChain> chains, boolean informed, WorkerPool pool) {
        super(chains, RealChain::decide, BatchCalls.of(chains.get(0).batch, informed), pool);
    }

    /** Makes a chain, given its index. */
    interface ChainFactory {
        RealChain of(BatchModel batch, int chain);
    }

    /**
     * @param informed whether the chains need gradients
     */
    static RealEnsemble of(
            DensityModel model, Start<double[]> start, boolean informed, ChainFactory factory, WorkerPool pool) {
        BatchModel batch = new BatchModel(model, start.dimension(), start.rowBlocks());
        return new RealEnsemble(newChains(start, c -> factory.of(batch, c)), informed, pool);
    }

    /**
     * With few coordinates the acceptance varies much between steps, and the shape changes the scale, so a change of 5
     * percent is often chance.
     */
    @Override
    public boolean settlesByChance() {
        return true;
    }

    @Override
    public boolean pools() {
        return super.pools() || batchChains.get(0).shape() != null;
    }

    /** What each chain contributes at a barrier: its scale, with the mean over warm-up, and its shape. */
    @Override
    public List<RealShare> shares(WarmUpTrace trace) {
        List<ScaleShare> scales = scaleShares(trace);
        return batchChains.stream()
                .map(chain -> new RealShare(scales.get(chain.index), chain.shape()))
                .toList();
    }

    /** Ends adaptation with one common scale and one common shape. */
    @Override
    protected void freeze(List<? extends BarrierShare> all) {
        List<RealShare> chains = all.stream().map(RealShare.class::cast).toList();
        freezeScales(chains.stream().map(RealShare::scale).toList());
        List<DiagonalShape> shapes =
                chains.stream().map(RealShare::shape).filter(Objects::nonNull).toList();
        if (!shapes.isEmpty()) {
            DiagonalShape.freeze(
                    batchChains.stream()
                            .map(RealChain::shape)
                            .filter(Objects::nonNull)
                            .toList(),
                    shapes);
        }
    }
}
