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
 * @param draws whether the stage makes the draws; otherwise it is warm-up
 * @param before the parts of the stage before, one for each slice; empty in the first stage
 * @param freeze the pooled adaptation of the parts {@code before}; null in the first stage
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
