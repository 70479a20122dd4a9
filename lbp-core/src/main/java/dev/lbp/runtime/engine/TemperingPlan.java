package dev.lbp.runtime.engine;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run's parallel tempering.
 *
 * @param replicas the number of slots of a ladder, the reference among them; {@link #AUTO} if warm-up finds it
 * @param every steps of each slot from one exchange to the next
 * @param reference the log-odds of the reference's bits, N values; null for fair bits
 */
public record TemperingPlan(int replicas, int every, double @Nullable [] reference) implements Serializable {

    public static final int AUTO = 0;

    private static final int EVERY = 5;

    /** The most replicas that a run takes by itself. */
    static final int MOST_REPLICAS = 100;

    /** The plan with the default settings. */
    public static TemperingPlan of(int replicas) {
        return new TemperingPlan(replicas, EVERY, null);
    }

    public TemperingPlan withEvery(int steps) {
        return new TemperingPlan(replicas, steps, reference);
    }

    public TemperingPlan withReference(double[] logits) {
        return new TemperingPlan(replicas, every, logits);
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
