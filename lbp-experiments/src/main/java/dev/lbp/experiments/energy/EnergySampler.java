package dev.lbp.experiments.energy;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;

/**
 * The samplers of the trainings, with their names in the paper: b is the weight t/(t+1), s is sqrt(t), -1 is scale 1,
 * and A is adaptive.
 */
enum EnergySampler {
    LBP_B_1("LBP_b-1"),
    ALBP_B("ALBP_b"),
    LBP_S_1("LBP_s-1"),
    ALBP_S("ALBP_s"),
    AGWG_B("AGWG_b"),
    AGWG_S("AGWG_s"),
    RWM_1("RWM-1"),
    ARWM("ARWM"),
    GIBBS("Gibbs");

    private final String title;

    EnergySampler(String title) {
        this.title = title;
    }

    /** Makes the sampler. */
    Sampler sampler() {
        return switch (this) {
            case LBP_B_1 ->
                Samplers.lbp().weight(WeightFunction.BARKER).scale(1).build();
            case ALBP_B ->
                Samplers.lbp().weight(WeightFunction.BARKER).adaptive(0.574).build();
            case LBP_S_1 -> Samplers.lbp().weight(WeightFunction.SQRT).scale(1).build();
            case ALBP_S ->
                Samplers.lbp().weight(WeightFunction.SQRT).adaptive(0.574).build();
            case AGWG_B ->
                Samplers.gwg().weight(WeightFunction.BARKER).adaptive(0.574).build();
            case AGWG_S ->
                Samplers.gwg().weight(WeightFunction.SQRT).adaptive(0.574).build();
            case RWM_1 -> Samplers.rwm().scale(1).build();
            case ARWM -> Samplers.rwm().adaptive(0.234).build();
            case GIBBS -> Samplers.gibbs().randomScan().build();
        };
    }

    /** The network evaluations of a step of one chain. A step of Gibbs visits every site. */
    int evaluations(int sites) {
        return this == GIBBS ? sites : 1;
    }

    /** Whether a step needs the gradient, which doubles the cost of an evaluation. */
    boolean needsGradient() {
        return this != RWM_1 && this != ARWM && this != GIBBS;
    }

    @Override
    public String toString() {
        return title;
    }
}
