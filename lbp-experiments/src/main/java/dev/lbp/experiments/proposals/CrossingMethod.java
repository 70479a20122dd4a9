package dev.lbp.experiments.proposals;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.target.EnergyModel;
import org.jspecify.annotations.Nullable;

/** A sampler of {@link CrossingTrials}: plain, with jumps by a learned proposal, or with replicas. */
enum CrossingMethod {
    LBP("LBP", 2.5e-6),
    GIBBS("Gibbs", 3e-6),
    LBP_JUMPS("LBP + jumps", 4e-6),
    GIBBS_JUMPS("Gibbs + jumps", 4e-6),
    JUMPS("jumps alone", 12e-6),
    LBP_TEMPERED("LBP, 12 replicas", 30e-6),
    GIBBS_TEMPERED("Gibbs, 12 replicas", 36e-6);

    /** The probability that a step is a jump. */
    private static final double RATE = 0.1;

    private static final int REPLICAS = 12;

    /** The name in tables and figures. */
    final String title;

    /** Estimated seconds of one thread for a step of one chain. */
    final double seconds;

    CrossingMethod(String title, double seconds) {
        this.title = title;
        this.seconds = seconds;
    }

    boolean jumps() {
        return this == LBP_JUMPS || this == GIBBS_JUMPS || this == JUMPS;
    }

    boolean isTempered() {
        return this == LBP_TEMPERED || this == GIBBS_TEMPERED;
    }

    /**
     * A run of the sampler.
     *
     * @param q the learned proposal; null for a method without jumps
     */
    SamplingRun sample(EnergyModel model, @Nullable StateDistribution q) {
        SamplingRun run = sampler(q).sample(model);
        return isTempered() ? run.tempering(Tempering.replicas(REPLICAS)) : run;
    }

    private Sampler sampler(@Nullable StateDistribution q) {
        return switch (this) {
            case LBP, LBP_TEMPERED -> Samplers.lbp().build();
            case GIBBS, GIBBS_TEMPERED -> Samplers.gibbs().build();
            case LBP_JUMPS -> Samplers.lbp().jumps(needed(q), RATE).build();
            case GIBBS_JUMPS -> Samplers.gibbs().jumps(needed(q), RATE).build();
            case JUMPS -> Samplers.independent(needed(q));
        };
    }

    /** Returns the proposal. Throws if it is null. */
    private StateDistribution needed(@Nullable StateDistribution q) {
        if (q == null) {
            throw new IllegalArgumentException("must be there: the proposal of " + title);
        }
        return q;
    }
}
