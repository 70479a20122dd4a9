package dev.lbp.bench.cli;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import org.jspecify.annotations.Nullable;

/** The samplers of the quickstart, each with its figures for the Ising model of side 50 in the paper's Table 1. */
enum Contestant {
    RWM_1("RWM-1", Samplers.rwm().scale(1).build(), 1, Double.NaN, new Paper(0.64, 12.14, 74.28)),
    ARWM("ARWM", Samplers.rwm().adaptive(0.234).build(), 1, 0.234, new Paper(1.58, 19.60, 77.45)),
    LBP_1("LBP-1", Samplers.lbp().scale(1).build(), 1, Double.NaN, new Paper(1.00, 14.11, 111.19)),
    ALBP("ALBP", Samplers.lbp().adaptive(0.574).build(), 1, 0.574, new Paper(96.23, 821.06, 124.37)),
    /**
     * Not in the paper; here because it wins on a lattice, and a user must be able to see that. A step of it is a sweep over
     * all sites, worth nearly one independent draw, so a tenth of the steps is plenty.
     */
    GIBBS("Gibbs", Samplers.gibbs().build(), 10, Double.NaN, null);

    /** EJD, ESS per chain, and seconds for all steps of 100 chains on a GPU. */
    record Paper(double jumpDistance, double sampleSize, double seconds) {}

    /** Half of the steps are draws, and ESS needs two. */
    static final int FEWEST_STEPS = 4;

    final String label;
    final Sampler sampler;

    private final int fewer;

    /** NaN if the sampler does not adapt. */
    final double targetAcceptance;

    final @Nullable Paper paper;

    Contestant(String label, Sampler sampler, int fewer, double targetAcceptance, @Nullable Paper paper) {
        this.label = label;
        this.sampler = sampler;
        this.fewer = fewer;
        this.targetAcceptance = targetAcceptance;
        this.paper = paper;
    }

    /** The steps to take when the others take so many. */
    int steps(int steps) {
        return Math.max(FEWEST_STEPS, steps / fewer);
    }
}
