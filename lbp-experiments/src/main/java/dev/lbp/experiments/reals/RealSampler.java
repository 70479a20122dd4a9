package dev.lbp.experiments.reals;

import dev.lbp.ContinuousBuilder;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import java.util.List;
import java.util.function.Supplier;

/** A sampler of {@link RealTrials}. */
enum RealSampler {
    WALK("random walk", () -> Samplers.continuous().randomWalk()),
    MALA("MALA", Samplers::mala),
    BARKER("Barker", Samplers::barker),
    BIMODAL("Barker, bimodal", () -> Samplers.barker().bimodal()),
    MIN("min(1,t)", () -> Samplers.continuous().weight(WeightFunction.MIN));

    static final List<RealSampler> ALL = List.of(values());

    final String title;

    private final Supplier<ContinuousBuilder> builder;

    RealSampler(String title, Supplier<ContinuousBuilder> builder) {
        this.title = title;
        this.builder = builder;
    }

    /** A new builder with the default scale. */
    ContinuousBuilder builder() {
        return builder.get();
    }
}
