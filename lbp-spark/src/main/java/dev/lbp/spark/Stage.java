package dev.lbp.spark;

import dev.lbp.RunSlice;
import dev.lbp.result.RunFreeze;
import dev.lbp.result.RunPart;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;

/**
 * A stage of a run: warm-up until a barrier, or the draws.
 *
 * @param before the parts of the stage before, one for each slice; empty if it is the first
 * @param freeze the pooled findings of those parts; null if it is the first
 */
record Stage(
        boolean draws,
        List<Broadcast<byte[]>> before,
        @Nullable Broadcast<byte[]> freeze) implements Serializable {

    /** Carries out the stage for one slice. */
    RunPart carryOut(RunSlice slice, int number) {
        if (freeze == null) {
            return draws ? slice.draw() : slice.warmUp();
        }
        RunPart part = RunPart.of(before.get(number).value());
        RunFreeze pooled = RunFreeze.of(freeze.value());
        return draws ? slice.draw(part, pooled) : slice.warmUp(part, pooled);
    }
}
