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

    @Override
    public RealShare transcribe(Transcript transcript) {
        ScaleShare other = scale.transcribe(transcript);
        if (shape == null) {
            return new RealShare(other, null);
        }
        DiagonalShape read = transcript.isReading() ? shape.like() : shape;
        read.transcribe(transcript);
        return new RealShare(other, read);
    }
}
