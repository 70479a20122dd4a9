package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LocalEnsemble;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ChainSpan;
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
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** The start of a tempered run of bits, on either engine. */
public final class TemperedBits implements LocalTemperedStart<byte[]>, RowTemperedStart<byte[]> {

    private final Method method;
    private final EnergyModel model;
    private final TemperingPlan plan;
    private final ChainSpan span;
    private final long seed;
    private final byte @Nullable [][] initial;
    private final boolean @Nullable [] frozen;
    private final int chainsPerBatch;
    private final Map<String, ? extends SlotRecords.Observable<byte[]>> tracked;
    private final BitSpace space;
    private final BitReference reference;

    /**
     * @param span the chains of the run that start
     * @param initial one state for each chain of the run, which all its slots start at; null for states of the model's
     *     {@code start()}
     * @param frozen N values, true for sites that never flip; null for none
     * @param chainsPerBatch the chains whose replicas a batched model evaluates in one batch; 0 for all
     * @param ones the number of ones of every state; 0 for any number
     * @param tracked statistics by name, which are recorded at all slots
     */
    public TemperedBits(
            Method method,
            EnergyModel model,
            TemperingPlan plan,
            ChainSpan span,
            long seed,
            byte @Nullable [][] initial,
            boolean @Nullable [] frozen,
            int chainsPerBatch,
            int ones,
            Map<String, ? extends SlotRecords.Observable<byte[]>> tracked) {
        this.method = method;
        this.model = model;
        this.plan = plan;
        this.span = span;
        this.seed = seed;
        this.initial = initial;
        this.frozen = frozen;
        this.chainsPerBatch = chainsPerBatch;
        this.tracked = tracked;
        this.space = new BitSpace(ModelCalls.dimensionOf(model), ones);
        double[][] numbers = plan.numbers();
        double[] logits = numbers == null ? null : numbers[0];
        this.reference = ones == 0
                ? FactorisedBase.ofLogits(logits, space.sites(), frozen)
                : SubsetBase.of(logits, space.sites(), frozen, ones);
    }

    @Override
    public Method method() {
        return method;
    }

    @Override
    public EnergyModel model() {
        return model;
    }

    @Override
    public TemperingPlan plan() {
        return plan;
    }

    @Override
    public BitSpace space() {
        return space;
    }

    @Override
    public BitReference reference() {
        return reference;
    }

    @Override
    public SlotRecords<byte[]> records() {
        return new SlotRecords<>(tracked);
    }

    @Override
    public int chainsPerBatch() {
        return chainsPerBatch;
    }

    @Override
    public BitStart slot(int streams) {
        return BitStart.ofSlot(model, span, seed, initial, frozen, space.ones(), streams)
                .inBatchesOf(chainsPerBatch);
    }

    @Override
    public Ensemble<byte[]> ensemble(WorkerPool pool) {
        return model instanceof LocalEnergyModel
                ? LocalTemperedEnsemble.of(this, pool)
                : BatchTemperedEnsemble.of(this, pool);
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
    public BitStart rows(Start<byte[]> cold, List<byte[]> states, List<UniformRandomProvider> generators) {
        return BitStart.ofRows((BitStart) cold, states, generators);
    }

    @Override
    public BatchModel batch(RowBlocks blocks) {
        return new BatchModel(model, space.sites(), blocks);
    }

    @Override
    public int cells() {
        return space.sites();
    }

    @Override
    public LockStepEnsemble<byte[]> ensemble(AnnealedModel<byte[]> path, Start<byte[]> rows, WorkerPool pool) {
        return (LockStepEnsemble<byte[]>) method.ensemble(path, (BitStart) rows, pool);
    }
}
