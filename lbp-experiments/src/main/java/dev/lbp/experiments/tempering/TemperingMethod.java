package dev.lbp.experiments.tempering;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.Tempering;
import java.util.Arrays;

/**
 * A sampler of {@link TemperingTrials}, plain or with replicas.
 *
 * @param replicas the number of replicas; {@link #ALONE} for a plain sampler, {@link #FOUND} for a number found in
 *     warm-up
 * @param every steps of each replica between exchanges
 * @param fromMeans whether the bits of the reference have the means of the data; if false they are fair
 */
record TemperingMethod(Explorer explorer, int replicas, int every, boolean fromMeans) {

    static final int ALONE = 0;

    static final int FOUND = -1;

    /** The sampler that moves a replica between exchanges. */
    enum Explorer {
        LBP("LBP", Samplers.lbp().build(), 2.5e-6),
        GIBBS("Gibbs", Samplers.gibbs().build(), 3e-6),
        BLOCK_GIBBS("block Gibbs", Samplers.blockGibbs().build(), 60e-6);

        final String title;
        final Sampler sampler;

        /** Estimated seconds of one thread for a step of one chain. */
        final double seconds;

        Explorer(String title, Sampler sampler, double seconds) {
            this.title = title;
            this.sampler = sampler;
            this.seconds = seconds;
        }
    }

    /** A tempered method whose reference is fair bits. */
    TemperingMethod(Explorer explorer, int replicas, int every) {
        this(explorer, replicas, every, false);
    }

    /** A plain sampler. */
    static TemperingMethod alone(Explorer explorer) {
        return new TemperingMethod(explorer, ALONE, 1);
    }

    boolean isTempered() {
        return replicas != ALONE;
    }

    /**
     * The settings of a tempered run.
     *
     * @param means the means of the data, in (0, 1)
     */
    Tempering tempering(double[] means) {
        Tempering tempering = (replicas == FOUND ? Tempering.replicas() : Tempering.replicas(replicas)).every(every);
        return fromMeans
                ? tempering.reference(Arrays.stream(means)
                        .map(mean -> Math.log(mean / (1.0 - mean)))
                        .toArray())
                : tempering;
    }

    /** The name in tables and figures. */
    @Override
    public String toString() {
        return switch (replicas) {
            case ALONE -> explorer.title + " alone";
            case FOUND -> explorer.title + ", replicas found";
            default -> explorer.title + ", " + replicas + " replicas" + (fromMeans ? " from means" : "");
        };
    }
}
