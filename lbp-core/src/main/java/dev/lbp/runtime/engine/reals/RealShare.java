package dev.lbp.runtime.engine.reals;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.step.BarrierShare;
import dev.lbp.runtime.engine.step.ScaleShare;
import org.jspecify.annotations.Nullable;

/**
 * The scale and the shape of one chain of real coordinates at a barrier.
 *
 * @param shape null if all coordinates have the same noise
 */
record RealShare(ScaleShare scale, @Nullable DiagonalShape shape) implements BarrierShare {

    /** Writes scale and shape, or reads other ones. Returns what was written or read. */
    @Override
    public RealShare transcribe(Transcript transcript) {
        ScaleShare transcribedScale = scale.transcribe(transcript);
        if (shape == null) {
            return new RealShare(transcribedScale, null);
        }
        // reading must not change the chain's own shape
        DiagonalShape transcribedShape = transcript.isReading() ? shape.like() : shape;
        transcribedShape.transcribe(transcript);
        return new RealShare(transcribedScale, transcribedShape);
    }
}
