package dev.lbp.experiments.comparison;

import dev.lbp.experiments.comparison.ComparisonTarget.Kind;
import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;

/**
 * The lengths of a {@link Comparison}.
 *
 * @param rounds the number of slices of each sampler on each target
 * @param wholeSlice processor seconds of a slice on a target that is scored as a whole; a step is never cut
 * @param localSlice processor seconds of a slice on a local model
 * @param wholeWarmUp steps of an adaptive sampler before its first slice, on a target that is scored as a whole
 * @param localWarmUp steps of any sampler before its first slice, on a local model
 */
record ComparisonPlan(int rounds, double wholeSlice, double localSlice, int wholeWarmUp, int localWarmUp) {

    /** Chains that a batched model of bits scores together. */
    private static final int WHOLE_CHAINS = 16;

    private static final int LOCAL_CHAINS = 4;

    /** Steps between draws on a local model, for samplers whose steps change few sites and so cost little. */
    private static final int LOCAL_THIN = 5;

    static ComparisonPlan of(Settings settings) {
        boolean quick = settings.budget() == Budget.QUICK;
        // rounds; seconds of a slice, whole and local; steps of warm-up, whole and local
        if (settings.size() == Size.SMALL) {
            return new ComparisonPlan(2, 0.002, 0.001, 64, 64);
        }
        return quick ? new ComparisonPlan(3, 0.5, 0.12, 500, 2_000) : new ComparisonPlan(5, 1.2, 0.3, 500, 2_000);
    }

    /** Processor seconds that a sampler runs in its turn. */
    double slice(Kind kind) {
        return kind == Kind.LOCAL ? localSlice : wholeSlice;
    }

    /** Estimated seconds of a cell, warm-up included. */
    double work(Kind kind) {
        return 2.0 * slice(kind);
    }

    /** The number of chains of bits. There is one chain of values. */
    int chains(Kind kind) {
        return kind == Kind.LOCAL ? LOCAL_CHAINS : WHOLE_CHAINS;
    }

    /** Steps of a sampler before its first slice. */
    int warmUp(Kind kind, ComparisonSampler sampler) {
        if (kind == Kind.LOCAL) {
            return localWarmUp;
        }
        return sampler.adapts() ? wholeWarmUp : 0;
    }

    /** Steps of auto() to the starting states of all samplers. */
    int burnIn(Kind kind) {
        return kind == Kind.LOCAL ? 10 * localWarmUp : 4 * wholeWarmUp;
    }

    /** Steps of a sampler from one draw to the next. */
    int thin(Kind kind, ComparisonSampler sampler) {
        return kind == Kind.LOCAL && !sampler.isSweep() && sampler != ComparisonSampler.AUTO ? LOCAL_THIN : 1;
    }
}
