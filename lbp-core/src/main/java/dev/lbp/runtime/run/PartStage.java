package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.FreezeContent;
import dev.lbp.internal.bytes.PartContent;
import dev.lbp.internal.bytes.RunFacts;
import dev.lbp.runtime.engine.start.ChainSpan;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A stage of a part of a run. A part is some chains of the run, whose stages other machines may carry out. A stage is
 * warm-up from one barrier to the next, or the draws. If the chains pool nothing, one stage has both warm-up and draws.
 *
 * @param before the part at the barrier where the stage begins; null at the start of the run
 * @param freeze the pooled findings of all chains at that barrier; null if the chains pool nothing
 * @param draws whether the stage makes the draws
 */
record PartStage(@Nullable PartContent before, @Nullable FreezeContent freeze, boolean draws) {

    /** The stage that begins with {@code part} and {@code freeze}; the first stage if they are null. */
    static PartStage of(byte @Nullable [] part, byte @Nullable [] freeze, boolean draws) {
        try {
            return new PartStage(
                    part == null ? null : PartContent.of(part),
                    freeze == null ? null : FreezeContent.of(freeze),
                    draws);
        } catch (IOException e) {
            throw new IllegalStateException("must not be changed: the bytes of a part", e);
        }
    }

    /** Whether the stage is warm-up and draws together, because the chains pool nothing. */
    boolean hasAllPhases() {
        return before == null && draws;
    }

    /** The number of barriers that the chains have reached at the end of the stage. */
    int barriersReached() {
        if (before == null) { // the first stage of the run
            return 1;
        }
        return draws ? before.stage() : before.stage() + 1; // a stage of draws reaches no further barrier
    }

    /** The suffix of the name of the stage's checkpoint. */
    String suffix() {
        return draws ? ".draws" : ".warm-up-" + barriersReached();
    }

    /**
     * Checks that the stage belongs to some chains of a run.
     *
     * @param start values of the model at their starting states, by name
     * @throws IllegalArgumentException if not
     */
    void check(RunFacts run, ChainSpan span, Map<String, String> start) {
        if (before == null) {
            return;
        }
        Check.that(
                before.first() == span.first() && before.count() == span.count(),
                "be of " + span.describe(),
                "part",
                before.chains());
        RunFacts.checkSame("part", before.run().identity(), "the part", run.identity(), "this run");
        RunFacts.checkSame("part", before.start(), "the part", start, "this run");
        Check.that(!before.drawn(), "be at a barrier of warm-up", "part", before.progress());
        boolean warm = before.stage() == run.stages(); // at the last barrier, where the draws begin
        Check.that(warm == draws, draws ? "be warm" : "be in warm-up", "part", before.progress());
        if (freeze != null) {
            checkFreeze(freeze, before, run);
        }
    }

    /** Checks that pooled findings are of the run and of the barrier of {@code before}, and have its chains. */
    private static void checkFreeze(FreezeContent freeze, PartContent before, RunFacts run) {
        RunFacts.checkSame("freeze", freeze.run().identity(), "the freeze", run.identity(), "this run");
        Check.that(
                freeze.stage() == before.stage(),
                "be of barrier " + before.stage(),
                "freeze",
                "of barrier " + freeze.stage());
        freeze.checkHolds(before);
    }
}
