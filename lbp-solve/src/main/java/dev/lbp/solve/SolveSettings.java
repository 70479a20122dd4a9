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
 * @param limitNanos the time after which the search ends
 * @param file the checkpoint file; null for no checkpoints
 * @param everyNanos time between two checkpoints
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

    /**
     * The entries that identify a search in its checkpoint. Only a search with equal entries resumes from the
     * checkpoint.
     */
    Map<String, String> identity(Problem<?> problem) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("the version of lbp", "" + Solver.class.getPackage().getImplementationVersion());
        new TreeMap<>(problem.identity()).forEach((name, value) -> entries.put("the problem's " + name, value));
        entries.put("seed", "" + seed);
        entries.put("top", "" + top);
        return entries;
    }
}
