package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LocalEnsemble;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.AnnealedLocalModel;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.AnnealedTracker;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.BitReference;
import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.runtime.model.SubsetBase;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.runtime.tempering.SlotRecords;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.SiteGraph;
import java.util.Optional;

/**
 * What the chains of a tempered run of bits are made from: method, model, space, reference and settings. It serves the
 * local and the batched engine.
 */
public record TemperedBits(
        Method method, EnergyModel model, BitSpace space, BitReference reference, TemperedSettings<byte[]> settings)
        implements LocalTemperedStart<byte[]>, RowTemperedStart<byte[]> {

    /** Makes the reference that the settings give, and the start with it. */
    public static TemperedBits of(Method method, EnergyModel model, BitSpace space, TemperedSettings<byte[]> settings) {
        double[][] numbers = settings.plan().numbers();
        double[] logits = numbers == null ? null : numbers[0];
        BitReference reference = space.ones() == 0
                ? FactorisedBase.ofLogits(
                        logits, space.sites(), settings.start().frozen())
                : SubsetBase.of(logits, space.sites(), settings.start().frozen(), space.ones());
        return new TemperedBits(method, model, space, reference, settings);
    }

    @Override
    public BitStart slot(int streams) {
        return new BitStart(model, settings.start().ofSlot(streams), space.ones());
    }

    @Override
    public Ensemble<byte[]> ensemble(WorkerPool pool) {
        return model instanceof LocalEnergyModel
                ? LocalTemperedEnsemble.of(this, pool)
                : BatchTemperedEnsemble.of(this, pool);
    }

    /** The graph by which replicas exchange parts of states; empty if they cannot. */
    @Override
    public Optional<SiteGraph> graph() {
        // with a fixed number of ones, an exchange of parts would change it
        return space.ones() == 0 && model instanceof LocalEnergyModel local
                ? ModelCalls.graphOf(model, local::graph).filter(PartExchange::mayDivide)
                : Optional.empty();
    }

    @Override
    public Optional<SlotRecords<Overlaps.Pair<byte[]>>> pairRecords() {
        return plan().overlaps() ? graph().map(Overlaps::records) : Optional.empty();
    }

    @Override
    public int touched() {
        return 2 * space.sites();
    }

    @Override
    public AnnealedTracker<byte[]> referenceTracker() {
        return new AnnealedLocalModel((LocalEnergyModel) model, reference, 1.0).newTracker();
    }

    @Override
    public SlotChains<byte[]> chains(Start<byte[]> slot) {
        LocalEnergyModel local = (LocalEnergyModel) model;
        LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> factory = method.localChains(local, (BitStart) slot);
        return (ladder, beta) -> factory.create(new AnnealedLocalModel(local, reference, beta), ladder);
    }

    @Override
    public BatchModel batch(RowBlocks blocks) {
        return new BatchModel(model, space.sites(), blocks);
    }

    @Override
    public LockStepEnsemble<byte[]> ensemble(AnnealedModel<byte[]> path, Start<byte[]> rows, WorkerPool pool) {
        return (LockStepEnsemble<byte[]>) method.ensemble(path, (BitStart) rows, pool);
    }
}
