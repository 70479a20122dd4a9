package dev.lbp.experiments.comparison;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.experiments.comparison.ComparisonTarget.Kind;
import dev.lbp.proposal.WeightFunction;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The samplers of {@link Comparison}: those of {@link Samplers} for discrete states that need no distribution of the
 * user's. A test compares the targets that each fits with those that the library refuses.
 */
enum ComparisonSampler {
    AUTO("auto", "auto", EnumSet.allOf(Kind.class), () -> Samplers.auto().build()),
    LBP_SQRT(
            "LBP, sqrt(t)",
            "lbp",
            EnumSet.allOf(Kind.class),
            () -> Samplers.lbp().weight(WeightFunction.SQRT).adaptive().build()),
    LBP(
            "LBP, t/(t+1)",
            "lbp",
            EnumSet.allOf(Kind.class),
            () -> Samplers.lbp().adaptive().build()),
    DLMC_SQRT(
            "DLMC, sqrt(t)",
            "dlmc",
            EnumSet.allOf(Kind.class),
            () -> Samplers.dlmc()
                    .weight(WeightFunction.SQRT)
                    .adaptive(Shares.FACTORISED)
                    .build()),
    DLMC(
            "DLMC, t/(t+1)",
            "dlmc",
            EnumSet.allOf(Kind.class),
            () -> Samplers.dlmc().adaptive(Shares.FACTORISED).build()),
    /** As published, with sqrt(t). */
    DMALA(
            "DMALA, sqrt(t)",
            "dmala",
            EnumSet.allOf(Kind.class),
            () -> Samplers.dmala().weight(WeightFunction.SQRT).build()),
    GWG(
            "GWG, t/(t+1)",
            "gwg",
            EnumSet.allOf(Kind.class),
            () -> Samplers.gwg().adaptive().build()),
    RWM("RWM", "rwm", EnumSet.allOf(Kind.class), () -> Samplers.rwm().adaptive().build()),
    PAS("PAS", "pas", EnumSet.of(Kind.LOCAL), () -> Samplers.pas().build()),
    MULTIPLE_TRY(
            "multiple-try, 16",
            "multipleTry",
            Shares.BITS,
            () -> Samplers.multipleTry(16).adaptive().build()),
    HAMMING_BALL(
            "Hamming ball, 1",
            "hammingBall",
            Shares.BITS,
            () -> Samplers.hammingBall(1).build()),
    BLOCK_GIBBS(
            "block Gibbs",
            "blockGibbs",
            EnumSet.of(Kind.LAYERED),
            () -> Samplers.blockGibbs().build()),
    GIBBS("Gibbs", "gibbs", Shares.BITS, () -> Samplers.gibbs().build()),
    GIBBS_IN_ORDER(
            "Gibbs, in order",
            "gibbs",
            EnumSet.of(Kind.LOCAL),
            () -> Samplers.gibbs().inOrder().build()),
    GIBBS_RANDOM(
            "Gibbs, random scan",
            "gibbs",
            EnumSet.of(Kind.LOCAL),
            () -> Samplers.gibbs().randomScan().build()),
    GIBBS_THINNED(
            "Gibbs, thinned",
            "gibbs",
            EnumSet.of(Kind.LOCAL),
            () -> Samplers.gibbs().thinned().build()),
    METROPOLIS(
            "Metropolis",
            "metropolis",
            EnumSet.of(Kind.LOCAL),
            () -> Samplers.metropolis().build()),
    METROPOLIS_THINNED(
            "Metropolis, thinned",
            "metropolis",
            EnumSet.of(Kind.LOCAL),
            () -> Samplers.metropolis().thinned().build());

    /** What several of the samplers share; fields of the enum itself come into being after its samplers. */
    private static final class Shares {

        private static final Set<Kind> BITS = EnumSet.complementOf(EnumSet.of(Kind.VALUES));

        /** The acceptance rate at which {@link Samplers#auto} tries DLMC. */
        private static final double FACTORISED = 0.65;
    }

    final String title;

    /** The method of {@link Samplers}. */
    final String method;

    private final Set<Kind> kinds;
    private final Supplier<Sampler> sampler;

    ComparisonSampler(String title, String method, Set<Kind> kinds, Supplier<Sampler> sampler) {
        this.title = title;
        this.method = method;
        this.kinds = kinds;
        this.sampler = sampler;
    }

    Sampler sampler() {
        return sampler.get();
    }

    /**
     * Whether it is measured on a kind of targets: the library accepts it there, and another order of a sweep makes a
     * difference.
     */
    boolean fits(Kind kind) {
        return kinds.contains(kind);
    }

    /** Whether a step updates all sites once. */
    boolean isSweep() {
        return compareTo(BLOCK_GIBBS) >= 0;
    }

    /** Whether warm-up finds a scale, or chooses among samplers. */
    boolean adapts() {
        return compareTo(HAMMING_BALL) < 0 && this != PAS;
    }

    @Override
    public String toString() {
        return title;
    }
}
