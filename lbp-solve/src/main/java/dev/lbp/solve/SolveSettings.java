package dev.lbp.solve;

import dev.lbp.internal.solve.Problem;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link Solver}.
 *
 * @param limitNanos the time after which it ends
 * @param file of checkpoints; null for none
 * @param everyNanos from one checkpoint to the next
 */
record SolveSettings(
        double target,
        long limitNanos,
        long restarts,
        int threads,
        long seed,
        int top,
        SolveListener listener,
        @Nullable Path file,
        long everyNanos) {

    /** What must be equal in a search that goes on from a checkpoint. */
    Map<String, String> identity(Problem<?> problem) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("the version of lbp", "" + Solver.class.getPackage().getImplementationVersion());
        new TreeMap<>(problem.identity()).forEach((name, value) -> entries.put("the problem's " + name, value));
        entries.put("seed", "" + seed);
        entries.put("top", "" + top);
        return entries;
    }
}
