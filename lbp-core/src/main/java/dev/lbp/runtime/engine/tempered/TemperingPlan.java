package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.Check;
import dev.lbp.runtime.space.Space;
import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run's parallel tempering.
 *
 * @param replicas the number of slots of a ladder, the reference among them; {@link #AUTO} if warm-up finds it
 * @param every the number of steps of each slot between exchanges
 * @param twins whether each slot has two replicas if the model has a graph; null if warm-up decides
 * @param overlaps whether the overlaps of a slot's two replicas are recorded, for bits
 * @param reference null for the default: fair bits, uniform values or uniform states
 */
public record TemperingPlan(
        int replicas,
        int every,
        @Nullable Boolean twins,
        boolean overlaps,
        @Nullable ReferencePlan reference) implements Serializable {

    /** The value of {@code replicas} that lets warm-up find the number. */
    public static final int AUTO = 0;

    /** The default number of steps of each slot between exchanges. */
    private static final int EVERY = 5;

    /** The least number of scans in a warm-up that finds a schedule: its rounds end after 2, 5 and 10 scans. */
    private static final int LEAST_WARM_UP_SCANS = 10;

    /** The largest number of replicas that a run chooses by itself. */
    static final int MOST_REPLICAS = 100;

    /** The plan with the default settings. */
    public static TemperingPlan of(int replicas) {
        return new TemperingPlan(replicas, EVERY, /* twins= */ null, /* overlaps= */ false, /* reference= */ null);
    }

    public TemperingPlan withEvery(int steps) {
        return new TemperingPlan(replicas, steps, twins, overlaps, reference);
    }

    public TemperingPlan withReference(ReferencePlan given) {
        return new TemperingPlan(replicas, every, twins, overlaps, given);
    }

    public TemperingPlan withTwins(boolean wanted) {
        return new TemperingPlan(replicas, every, wanted, overlaps, reference);
    }

    public TemperingPlan withOverlaps() {
        return new TemperingPlan(replicas, every, twins, true, reference);
    }

    /** Whether slots begin with two replicas if the model has a graph; warm-up may drop the second. */
    public boolean beginsWithTwins() {
        return twins == null || twins;
    }

    /** Whether slots keep two replicas even if exchanges of parts do not pay. */
    boolean keepsTwins() {
        return overlaps || twins != null && twins;
    }

    /** The numbers of the reference; null if it is the default. */
    double @Nullable [][] numbers() {
        return reference == null ? null : reference.numbers();
    }

    /** Checks that warm-up can find a schedule. */
    public void checkWarmUp(int warmup) {
        long least = (long) LEAST_WARM_UP_SCANS * every;
        Check.that(
                warmup >= least,
                "be >= " + LEAST_WARM_UP_SCANS + " * every = " + least
                        + " with tempering, whose inverse temperatures it finds",
                "warmup",
                warmup);
    }

    /** The words that describe runs on a space, with the plan added. */
    public Space.Words words(Space.Words space) {
        return space.and(
                /* moreSummary= */ "; tempering: " + describe(),
                /* moreSizes= */ ", replicas=" + mostReplicas(),
                /* moreManifest= */ Map.of("temperingPlan", describe()),
                /* moreParticulars= */ Map.of("Parallel tempering", describe()));
    }

    /** Adds the settings that change the draws to {@code entries}, which identify a run: name and value. */
    public void identify(Map<String, String> entries) {
        entries.put("tempering", describe());
        entries.put("the reference of tempering (checksum)", reference == null ? "none" : reference.fingerprint());
        if (twins != null) {
            entries.put("twins of tempering", twins ? "kept" : "none");
        }
        if (overlaps) {
            entries.put("overlaps of tempering", "recorded");
        }
    }

    /** The largest number of replicas that a ladder may have. */
    public int mostReplicas() {
        return replicas == AUTO ? MOST_REPLICAS : replicas;
    }

    /** The plan in words: "14 replicas, exchanged every 5 steps". */
    public String describe() {
        return (replicas == AUTO ? "replicas found in warm-up" : replicas + " replicas") + ", exchanged every " + every
                + (every == 1 ? " step" : " steps");
    }
}
