package dev.lbp.runtime.engine.step;

import dev.lbp.internal.bytes.Transcript;

/**
 * The contribution of one chain at a barrier of warm-up, where the chains of a run agree on a common scale or on the
 * schedule of tempering. A chain on another machine sends its share there.
 */
public interface BarrierShare {

    /** Writes this share and returns it; or reads another one with the same sizes and classes, and returns that. */
    BarrierShare transcribe(Transcript transcript);
}
