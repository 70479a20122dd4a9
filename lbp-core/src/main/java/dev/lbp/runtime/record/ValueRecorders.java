package dev.lbp.runtime.record;

import dev.lbp.internal.StateArrays;
import dev.lbp.internal.Transcript;
import dev.lbp.runtime.engine.ChainState;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A factory of recorders for chains of whole numbers. All its recorders share one reference state for the Hamming distance. */
public final class ValueRecorders implements RecorderFactory<int[]> {

    private final int values;
    private final int[] reference;
    private final int thin;
    private final Map<String, ? extends TracedStatistic<int[]>> tracked;
    private final @Nullable Supplier<GrowingBatches> newBatches;
    private final @Nullable KeptDraws<int[]> kept;

    /**
     * @param values the number of values of a site
     * @param tracked statistics by name
     * @param newBatches makes the batches of one chain's marginals, with a cell for each site and value; null for a run without
     *     marginals
     * @param kept the store of the states; null if they are not kept
     */
    public ValueRecorders(
            int dimension,
            int values,
            int thin,
            Map<String, ? extends TracedStatistic<int[]>> tracked,
            @Nullable Supplier<GrowingBatches> newBatches,
            @Nullable KeptDraws<int[]> kept) {
        this.values = values;
        this.reference = new int[dimension];
        this.thin = thin;
        this.tracked = tracked;
        this.newBatches = newBatches;
        this.kept = kept;
    }

    @Override
    public ChainRecorder<int[]> recorder(ChainState<int[]> chain) {
        Frequencies frequencies =
                newBatches == null ? null : new Frequencies(reference.length * values, newBatches.get());
        ChainRecorder<int[]> recorder = new ValueRecorder(
                chain,
                values,
                reference,
                thin,
                frequencies,
                new StatisticRecorder<>(chain, StateArrays.VALUES, tracked));
        if (kept != null) {
            recorder.addStore(kept.store(chain.index));
        }
        return recorder;
    }

    @Override
    public boolean refersToFirst() {
        return true;
    }

    @Override
    public void refer(int[] state) {
        System.arraycopy(state, 0, reference, 0, reference.length);
    }

    @Override
    public void transcribe(Transcript transcript) {
        transcript.of(reference, reference.length);
    }
}
