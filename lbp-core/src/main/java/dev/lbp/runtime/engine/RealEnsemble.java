package dev.lbp.runtime.engine;

import dev.lbp.continuous.DensityModel;
import dev.lbp.runtime.model.BatchModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;

/** The chains of a density, in lock-step: all propose, the model is evaluated once at all proposals, all accept or reject. */
final class RealEnsemble extends LockStepEnsemble<double[]> {

    private final List<RealChain> realChains;
    private final boolean informed;
    private final IntConsumer propose;
    private final IntConsumer decide;

    private RealEnsemble(BatchModel batch, List<RealChain> chains, RowNames names, boolean informed, WorkerPool pool) {
        super(batch, batch::writeRow, chains, names, pool);
        this.realChains = chains;
        this.informed = informed;
        this.propose = each(chains, RealChain::propose);
        this.decide = each(chains, RealChain::decide);
        invalidate();
    }

    static RealEnsemble of(DensityModel model, RealStart start, ContinuousMethod method, WorkerPool pool) {
        BatchModel batch = new BatchModel(model, start.dimension(), start.rowBlocks());
        List<RealChain> chains = new ArrayList<>();
        for (int c = 0; c < start.chains(); c++) {
            chains.add(new RealChain(model, batch, start, c, method));
        }
        return new RealEnsemble(
                batch, chains, start.rowNames(), method.increment().informed(), pool);
    }

    @Override
    void step(Visitor<double[]> visitor) {
        pool.forEach(realChains.size(), propose);
        evaluate();
        pool.forEach(realChains.size(), thenVisit(realChains, decide, visitor));
    }

    @Override
    void evaluate() {
        onBatch(informed ? batch::evaluate : batch::score);
    }

    @Override
    void begin(int chain) {
        realChains.get(chain).begin();
    }

    @Override
    void score() {
        evaluate();
    }

    /** With a few coordinates the acceptance of a step varies much, and the shape moves the scale: a change of 5 % is often chance. */
    @Override
    boolean settlesByChance() {
        return true;
    }

    @Override
    public boolean pools() {
        return super.pools() || realChains.get(0).shape() != null;
    }

    @Override
    public List<RealTally> tallies(WarmUpTrace trace) {
        List<ScaleTally> scales = scaleTallies(trace);
        return realChains.stream()
                .map(chain -> new RealTally(scales.get(chain.index), chain.shape()))
                .toList();
    }

    /** Ends adaptation with one common scale and one common shape. */
    @Override
    void freeze(List<? extends Tally> all) {
        List<RealTally> chains = all.stream().map(RealTally.class::cast).toList();
        freezeScales(chains.stream().map(RealTally::scale).toList());
        List<DiagonalShape> shapes =
                chains.stream().map(RealTally::shape).filter(Objects::nonNull).toList();
        if (!shapes.isEmpty()) {
            DiagonalShape.freeze(
                    realChains.stream()
                            .map(RealChain::shape)
                            .filter(Objects::nonNull)
                            .toList(),
                    shapes);
        }
    }
}
