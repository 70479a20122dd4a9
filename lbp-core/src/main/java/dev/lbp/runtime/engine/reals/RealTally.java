package dev.lbp.runtime.engine.reals;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.step.ScaleTally;
import dev.lbp.runtime.engine.step.Tally;
import org.jspecify.annotations.Nullable;

/**
 * The scale and the shape of one chain of real coordinates at a barrier.
 *
 * @param shape null if all coordinates have the same noise
 */
record RealTally(ScaleTally scale, @Nullable DiagonalShape shape) implements Tally {

    @Override
    public RealTally transcribe(Transcript transcript) {
        ScaleTally other = scale.transcribe(transcript);
        if (shape == null) {
            return new RealTally(other, null);
        }
        DiagonalShape read = transcript.isReading() ? shape.like() : shape;
        read.transcribe(transcript);
        return new RealTally(other, read);
    }
}
