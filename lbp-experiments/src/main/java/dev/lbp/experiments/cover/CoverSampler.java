package dev.lbp.experiments.cover;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import java.util.function.DoubleFunction;

/** The samplers of {@link Cover}. */
enum CoverSampler {
    LBP_1("LBP, R = 1", 80_000, 2, tuned -> Samplers.lbp().scale(1).build()),
    LBP_1_CONDITIONALS(
            "LBP, R = 1, conditionals",
            80_000,
            2,
            tuned -> Samplers.lbp().scale(1).build()),
    LBP_1_SWAPS(
            "LBP, R = 1, one step in ten a swap",
            80_000,
            2,
            tuned -> Samplers.lbp().scale(1).swaps(0.1).build()),
    LBP_1_SQRT(
            "LBP, R = 1, sqrt(t)",
            80_000,
            2,
            tuned -> Samplers.lbp().weight(WeightFunction.SQRT).scale(1).build()),
    LBP_3("LBP, R = 3", 40_000, 1, tuned -> Samplers.lbp().scale(3).build()),
    LBP_TUNED(
            "LBP, R at acceptance .574",
            50_000,
            1,
            tuned -> Samplers.lbp().scale(tuned).build()),
    GIBBS("Gibbs in order", 6_000, 1, tuned -> Samplers.gibbs().inOrder().build()),
    GIBBS_RANDOM(
            "Gibbs, random scan",
            6_000,
            1,
            tuned -> Samplers.gibbs().randomScan().build()),
    RWM("RWM, R = 1", 80_000, 2, tuned -> Samplers.rwm().scale(1).build());

    final String title;

    /** The number of steps of a chain that take about a second, with 8,381 sets. */
    final int steps;

    /** The number of steps between draws. */
    final int thin;

    private final DoubleFunction<Sampler> sampler;

    CoverSampler(String title, int steps, int thin, DoubleFunction<Sampler> sampler) {
        this.title = title;
        this.steps = steps;
        this.thin = thin;
        this.sampler = sampler;
    }

    /** @param tuned the scale of adaptive LBP */
    Sampler sampler(double tuned) {
        return sampler.apply(tuned);
    }

    @Override
    public String toString() {
        return title;
    }
}
