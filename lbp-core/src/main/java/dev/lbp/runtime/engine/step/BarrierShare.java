package dev.lbp.runtime.engine.step;

import dev.lbp.internal.bytes.Transcript;

/**
 * What one chain tells the other chains of its run at a barrier of warm-up. There they pool what they have found: the
 * scale of all chains, and the schedule of tempering. A chain that another machine carries out sends its share there.
 */
public interface BarrierShare {

    /** Writes this share and returns it; or reads and returns another one, which has this one's sizes and classes. */
    BarrierShare transcribe(Transcript transcript);
}
