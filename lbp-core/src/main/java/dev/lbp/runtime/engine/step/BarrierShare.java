package dev.lbp.runtime.engine.step;

import dev.lbp.internal.bytes.Transcript;

/**
 * What one chain contributes at a barrier of warm-up. At a barrier all chains of a run wait for each other and agree on
 * a common scale, or on the schedule of tempering. A chain on another machine sends its share.
 */
public interface BarrierShare {

    /** Writes this share and returns it; or reads another one with the same sizes and classes, and returns that. */
    BarrierShare transcribe(Transcript transcript);
}
