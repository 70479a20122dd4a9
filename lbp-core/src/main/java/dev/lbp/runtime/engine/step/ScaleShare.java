package dev.lbp.runtime.engine.step;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.proposal.ScaleController;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The scale of one chain at a barrier of warm-up, where the chains agree on a common scale.
 *
 * @param scale the current scale
 * @param meanLog the mean of the scale's logarithm over the last half of warm-up; NaN if the chain has not reached it
 * @param adaptation the adaptation of the scale; null if it does not adapt
 */
public record ScaleShare(double scale, double meanLog, ScaleController.@Nullable Adaptation adaptation)
        implements BarrierShare {

    public static ScaleShare of(ChainScale scale, double meanLog) {
        return new ScaleShare(scale.value(), meanLog, scale.adaptation().orElse(null));
    }

    /**
     * The geometric mean of the scale over the last half of warm-up and over the chains that have reached it. If no
     * chain has reached it, so that every {@link #meanLog} is NaN, the current scale of the first chain. The order of
     * the chains fixes the rounding.
     */
    public static double mean(List<ScaleShare> chains) {
        double sum = 0.0;
        int counted = 0;
        for (ScaleShare chain : chains) {
            if (!Double.isNaN(chain.meanLog)) {
                sum += chain.meanLog;
                counted++;
            }
        }
        return counted == 0 ? chains.get(0).scale : Math.exp(sum / counted);
    }

    @Override
    public ScaleShare transcribe(Transcript transcript) {
        double value = transcript.of(scale);
        double mean = transcript.of(meanLog);
        boolean adapts = transcript.of(adaptation != null);
        return new ScaleShare(
                value,
                mean, // what reads is a share of the same kind, so it adapts if the written one did
                adapts ? SavedAdaptation.transcribe(transcript, Objects.requireNonNull(adaptation)) : null);
    }
}
