package dev.lbp.experiments.command;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.paper.PaperFigures;
import dev.lbp.theory.OptimalScaling;
import org.jspecify.annotations.Nullable;

/** The samplers of the quickstart, each with its figures for the Ising model of side 50 in the paper's Table 1. */
enum Contestant {
    RWM_1("RWM-1", Samplers.rwm().scale(1).build(), 1, Double.NaN),
    ARWM("ARWM", Samplers.rwm().adaptive(0.234).build(), 1, 0.234),
    LBP_1("LBP-1", Samplers.lbp().scale(1).build(), 1, Double.NaN),
    ALBP("ALBP", Samplers.lbp().adaptive(0.574).build(), 1, 0.574),
    /** ALBP with the acceptance rate of most effective samples per second; not in the paper. */
    ALBP_PER_SECOND("ALBP/s", Samplers.lbp().adaptive().build(), 1, OptimalScaling.LBP_LOCAL_ACCEPTANCE),
    /**
     * Gibbs sampling; not in the paper. It is the fastest on a lattice, and a user should see that. A step is a sweep
     * over all sites and makes a nearly independent draw, so a tenth of the steps is enough.
     */
    GIBBS("Gibbs", Samplers.gibbs().build(), 10, Double.NaN);

    /** Half of the steps are draws, and ESS needs two. */
    static final int FEWEST_STEPS = 4;

    final String label;
    final Sampler sampler;

    /** The sampler makes 1 / {@code divisor} of the steps of other samplers. */
    private final int divisor;

    /** NaN if the sampler does not adapt. */
    final double targetAcceptance;

    final @Nullable PaperFigures paper;

    Contestant(String label, Sampler sampler, int divisor, double targetAcceptance) {
        this.label = label;
        this.sampler = sampler;
        this.divisor = divisor;
        this.targetAcceptance = targetAcceptance;
        this.paper = PaperFigures.of(TargetKind.ISING, label).orElse(null);
    }

    /** The number of steps of this sampler if the other samplers make {@code others} steps. */
    int steps(int others) {
        return Math.max(FEWEST_STEPS, others / divisor);
    }
}
