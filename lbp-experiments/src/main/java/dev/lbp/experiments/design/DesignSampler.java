package dev.lbp.experiments.design;

import dev.lbp.Sampler;
import dev.lbp.Samplers;

/** A sampler of {@link DesignTrials}. */
enum DesignSampler {
    /** Proposes a uniform site and a uniform other value: one evaluation, without a gradient. */
    METROPOLIS("Metropolis", Samplers.rwm().scale(1).build()),
    LBP_1("LBP, R = 1", Samplers.lbp().scale(1).build()),
    LBP_4("LBP, R = 4", Samplers.lbp().scale(4).build()),
    LBP("LBP, adaptive", Samplers.lbp().build()),
    GWG("GWG", Samplers.gwg().build()),
    /** {@link #LBP} with parallel tempering. */
    TEMPERED("LBP, 8 replicas", Samplers.lbp().build());

    /** The additional cost of a gradient, in evaluations. */
    private static final int GRADIENT = 2;

    final String title;
    final Sampler sampler;

    DesignSampler(String title, Sampler sampler) {
        this.title = title;
        this.sampler = sampler;
    }

    /** The cost of a step of a chain or replica, in evaluations of the network. */
    int evaluations() {
        return this == METROPOLIS ? 1 : 1 + GRADIENT;
    }

    /** Whether the sampler is measured in this case. */
    boolean fits(DesignCase target) {
        return target.isCold() ? this == LBP || this == TEMPERED : this != TEMPERED;
    }
}
