package dev.lbp.runtime.record;

import dev.lbp.internal.StateArrays;
import dev.lbp.internal.States;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.Start;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A factory of recorders for chains of bits. All its recorders share one random reference state for the Hamming distance. */
public final class BitRecorders implements RecorderFactory<byte[]> {

    private final Start start;
    private final byte[] reference;
    private final int thin;
    private final Map<String, ? extends TracedStatistic<byte[]>> tracked;
    private final boolean conditionals;
    private final int keepBest;
    private final Supplier<GrowingBatches> newBatches;
    private final @Nullable KeptDraws<byte[]> kept;

    /**
     * @param start the start of the run, with the generator that draws the reference state
     * @param tracked statistics by name
     * @param conditionals whether to record Rao-Blackwellised marginals; then the models must be local
     * @param keepBest the number of best states; 0 if they are not recorded
     * @param newBatches makes the batches of one chain's marginals
     * @param kept the store of the states; null if they are not kept
     */
    public BitRecorders(
            Start start,
            int thin,
            Map<String, ? extends TracedStatistic<byte[]>> tracked,
            boolean conditionals,
            int keepBest,
            Supplier<GrowingBatches> newBatches,
            @Nullable KeptDraws<byte[]> kept) {
        this.start = start;
        this.reference = States.random(start.dimension(), start.ones(), start.runGenerator());
        this.thin = thin;
        this.tracked = tracked;
        this.conditionals = conditionals;
        this.keepBest = keepBest;
        this.newBatches = newBatches;
        this.kept = kept;
    }

    @Override
    public ChainRecorder<byte[]> recorder(ChainState<byte[]> chain) {
        GrowingBatches batches = newBatches.get();
        StatisticRecorder<byte[]> statistics = new StatisticRecorder<>(chain, StateArrays.BITS, tracked);
        BestStates best = keepBest == 0 ? null : new BestStates(keepBest, reference.length);
        ChainRecorder<byte[]> recorder =
                new BitRecorder(chain, reference, thin, batches, statistics, conditionals(chain), best);
        if (kept != null) {
            recorder.addStore(kept.store(chain.index));
        }
        return recorder;
    }

    private @Nullable ConditionalRecorder conditionals(ChainState<byte[]> chain) {
        return conditionals ? ConditionalRecorder.of(chain, start.frozenMask(), newBatches.get()) : null;
    }
}
