package dev.lbp.runtime.engine;

import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.tempering.SlotRecords;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The start of a tempered run: of the slots of its ladders.
 *
 * @param span the chains of the run that start
 * @param initial one state for each chain of the run, which all its slots start at; null for states of the model's
 *     {@code start()}
 * @param frozen N values, true for sites that never flip; null for none
 * @param chainsPerBatch the chains whose replicas a batched model evaluates in one batch; 0 for all
 * @param tracked statistics by name, which are recorded at all slots
 */
public record TemperedStart(
        Method method,
        EnergyModel model,
        TemperingPlan plan,
        ChainSpan span,
        long seed,
        byte @Nullable [][] initial,
        boolean @Nullable [] frozen,
        int chainsPerBatch,
        Map<String, ? extends SlotRecords.Observable<byte[]>> tracked) {

    /**
     * The start of a slot of all ladders.
     *
     * @param streams the number of the slot's streams: 0 for slot K, 1 for slot 0, 1 + k for slot k
     */
    public BitStart slot(int streams) {
        return BitStart.ofSlot(model, span, seed, initial, frozen, streams).inBatchesOf(chainsPerBatch);
    }

    /** The records of a ladder. */
    SlotRecords<byte[]> records() {
        return new SlotRecords<>(tracked);
    }

    /** Makes the chains of the run. */
    public Ensemble<byte[]> ensemble(WorkerPool pool) {
        FactorisedBase base = FactorisedBase.ofLogits(plan.reference(), ModelCalls.dimensionOf(model), frozen);
        return model instanceof LocalEnergyModel local
                ? LocalTemperedEnsemble.of(this, local, base, pool)
                : BatchTemperedEnsemble.of(this, base, pool);
    }
}
