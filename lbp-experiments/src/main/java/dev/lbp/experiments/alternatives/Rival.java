package dev.lbp.experiments.alternatives;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.LayeredModel;
import dev.lbp.target.LocalEnergyModel;

/** The compared samplers. The first is LBP at the paper's acceptance rate. */
enum Rival {
    LBP("LBP t/(t+1)", Samplers.lbp().build()),
    LBP_SQRT("LBP sqrt", Samplers.lbp().weight(WeightFunction.SQRT).build()),
    LBP_PER_SECOND("LBP adaptive()", Samplers.lbp().adaptive().build()),
    RWM("RWM", Samplers.rwm().build()),
    RWM_PER_SECOND("RWM adaptive()", Samplers.rwm().adaptive().build()),
    RANDOM_GIBBS("Gibbs random", Samplers.gibbs().randomScan().build()),
    ORDERED_GIBBS("Gibbs in order", Samplers.gibbs().inOrder().build()),
    COLOURED_GIBBS("Gibbs coloured", Samplers.gibbs().build()),
    BLOCK_GIBBS("Gibbs block", Samplers.blockGibbs().build());

    /**
     * Steps of LBP per sweep of Gibbs. Where Gibbs is fast, a sweep makes a nearly independent draw, so that fewer
     * sweeps are enough.
     */
    private static final int STEPS_PER_SWEEP = 20;

    private static final int FEWEST_SWEEPS = 40;

    /**
     * Sweeps on a batched model, few because a sweep takes N evaluations: seconds for 100 chains of an RBM. With fewer
     * draws the estimate of bulk ESS is unreliable.
     */
    private static final int QUICK_BATCHED_SWEEPS = 20;

    private static final int BATCHED_SWEEPS = 40;

    /** Steps of RWM between draws on a local model, where a step is cheap and moves little. */
    private static final int WALK = 20;

    /** Steps of RWM between draws on a batched model, where a step costs almost as much as an informed step. */
    private static final int BATCHED_WALK = 4;

    /** On a batched model a run has 1/4 of the steps, because a step costs milliseconds with every sampler. */
    private static final int BATCHED_SHARE = 4;

    /** Warm-up has 1/10 of the steps that follow. */
    private static final int WARM_UP_SHARE = 10;

    private static final int LEAST_WARM_UP = 200;

    final String title;
    final Sampler sampler;

    Rival(String title, Sampler sampler) {
        this.title = title;
        this.sampler = sampler;
    }

    boolean fits(PaperTarget target) {
        return switch (this) {
            case BLOCK_GIBBS -> target.model() instanceof LayeredModel;
            case LBP_PER_SECOND, RWM_PER_SECOND -> !batched(target); // on batched models they equal LBP and RWM
            case COLOURED_GIBBS -> target.model() instanceof LocalEnergyModel local && local.colouring().length > 0;
            default -> true;
        };
    }

    private boolean sweeps() {
        return this == RANDOM_GIBBS || this == ORDERED_GIBBS || this == COLOURED_GIBBS;
    }

    /** Whether the sampler has an adaptive scale, and steps that may be rejected. */
    boolean scaled() {
        return this == LBP || this == LBP_SQRT || this == LBP_PER_SECOND || walks();
    }

    private boolean walks() {
        return this == RWM || this == RWM_PER_SECOND;
    }

    private static boolean batched(PaperTarget target) {
        return !(target.model() instanceof LocalEnergyModel);
    }

    /** The number of steps between draws. */
    int thin(PaperTarget target) {
        if (!walks()) {
            return 1;
        }
        return batched(target) ? BATCHED_WALK : WALK;
    }

    /** The number of draws of each chain. */
    int draws(Lab lab, PaperTarget target) {
        int steps = lab.drawSteps(target);
        if (batched(target)) {
            return sweeps()
                    ? lab.settings().budget().either(QUICK_BATCHED_SWEEPS, BATCHED_SWEEPS)
                    : steps / BATCHED_SHARE;
        }
        return sweeps() ? Math.max(FEWEST_SWEEPS, steps / STEPS_PER_SWEEP) : steps;
    }

    /** The number of warm-up steps; 0 for a sampler without a scale. */
    int warmUp(Lab lab, PaperTarget target) {
        return scaled() ? Math.max(LEAST_WARM_UP, draws(lab, target) * thin(target) / WARM_UP_SHARE) : 0;
    }

    /** Estimated seconds of one thread for a run. */
    double work(Lab lab, PaperTarget target) {
        int steps = warmUp(lab, target) + draws(lab, target) * thin(target);
        double evaluations = batched(target) && sweeps() ? target.dimension() : 1.0;
        double scale = sweeps() ? target.dimension() : walks() ? 1.0 : Math.pow(target.dimension(), 2.0 / 3.0);
        return evaluations * lab.work(target, scale, steps);
    }
}
