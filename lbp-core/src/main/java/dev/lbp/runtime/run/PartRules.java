package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Which settings a run in parts may have. */
final class PartRules {

    private PartRules() {}

    /**
     * Checks that the run can be carried out in parts.
     *
     * @throws IllegalArgumentException if a setting needs all chains together
     */
    static void check(StoppingRule rule, @Nullable Duration budget, @Nullable CheckpointPlan checkpoints) {
        Check.that(
                rule.describe().isEmpty(),
                "be left out of a run in parts, because it is about the draws of all chains together",
                "the stopping rule",
                rule.describe());
        Check.that(
                budget == null,
                "be left out of a run in parts, which would then have different numbers of draws",
                "budget",
                "" + budget);
        Check.that(
                checkpoints == null,
                "be given to each part of a run in parts: run.part(first, count).checkpoint(file)",
                "checkpoint",
                checkpoints == null ? "" : checkpoints.file());
    }
}
