package dev.lbp.runtime.record;

import dev.lbp.internal.StateArrays;
import dev.lbp.internal.Transcript;
import dev.lbp.runtime.engine.ChainState;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A factory of recorders for chains of real coordinates. All its recorders share one reference point. */
public final class RealRecorders implements RecorderFactory<double[]> {

    /** The cells of a coordinate in the batches. */
    public static final int CELLS = CoordinateMoments.SUMS;

    private final double[] reference;
    private final int thin;
    private final Map<String, ? extends TracedStatistic<double[]>> tracked;
    private final Supplier<GrowingBatches> newBatches;
    private final @Nullable KeptDraws<double[]> kept;

    /**
     * @param tracked statistics by name
     * @param newBatches makes the batches of one chain, with {@link #CELLS} cells for each coordinate
     * @param kept the store of the points; null if they are not kept
     */
    public RealRecorders(
            int dimension,
            int thin,
            Map<String, ? extends TracedStatistic<double[]>> tracked,
            Supplier<GrowingBatches> newBatches,
            @Nullable KeptDraws<double[]> kept) {
        this.reference = new double[dimension];
        this.thin = thin;
        this.tracked = tracked;
        this.newBatches = newBatches;
        this.kept = kept;
    }

    @Override
    public ChainRecorder<double[]> recorder(ChainState<double[]> chain) {
        ChainRecorder<double[]> recorder = new RealRecorder(
                chain,
                thin,
                new CoordinateMoments(reference, newBatches.get()),
                new StatisticRecorder<>(chain, StateArrays.REALS, tracked));
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
    public void refer(double[] state) {
        System.arraycopy(state, 0, reference, 0, reference.length);
    }

    @Override
    public void transcribe(Transcript transcript) {
        transcript.of(reference, reference.length);
    }
}
