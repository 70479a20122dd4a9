package dev.lbp.experiments.comparison;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.experiments.comparison.ComparisonTarget.Kind;
import dev.lbp.proposal.WeightFunction;
import java.util.EnumSet;
import java.util.Set;

/**
 * The samplers of {@link Comparison}: all of {@link Samplers} for discrete states that need only a target. A test
 * checks that the library accepts a sampler on just the targets that it {@link #fits}.
 */
enum ComparisonSampler {
    AUTO("auto", "auto", Shared.ALL, Samplers.auto().build()),
    LBP_SQRT(
            "LBP, sqrt(t)",
            "lbp",
            Shared.ALL,
            Samplers.lbp().weight(WeightFunction.SQRT).adaptive().build()),
    LBP("LBP, t/(t+1)", "lbp", Shared.ALL, Samplers.lbp().adaptive().build()),
    DLMC_SQRT(
            "DLMC, sqrt(t)",
            "dlmc",
            Shared.ALL,
            Samplers.dlmc()
                    .weight(WeightFunction.SQRT)
                    .adaptive(Shared.FACTORISED)
                    .build()),
    DLMC(
            "DLMC, t/(t+1)",
            "dlmc",
            Shared.ALL,
            Samplers.dlmc().adaptive(Shared.FACTORISED).build()),
    /** As published, with sqrt(t). */
    DMALA(
            "DMALA, sqrt(t)",
            "dmala",
            Shared.ALL,
            Samplers.dmala().weight(WeightFunction.SQRT).build()),
    GWG("GWG, t/(t+1)", "gwg", Shared.ALL, Samplers.gwg().adaptive().build()),
    RWM("RWM", "rwm", Shared.ALL, Samplers.rwm().adaptive().build()),
    PAS("PAS", "pas", Shared.LOCAL, Samplers.pas().build()),
    MULTIPLE_TRY(
            "multiple-try, 16",
            "multipleTry",
            Shared.BITS,
            Samplers.multipleTry(16).adaptive().build()),
    HAMMING_BALL(
            "Hamming ball, 1",
            "hammingBall",
            Shared.BITS,
            Samplers.hammingBall(1).build()),
    BLOCK_GIBBS(
            "block Gibbs", "blockGibbs", Shared.LAYERED, Samplers.blockGibbs().build()),
    GIBBS("Gibbs", "gibbs", Shared.BITS, Samplers.gibbs().build()),
    GIBBS_IN_ORDER(
            "Gibbs, in order", "gibbs", Shared.LOCAL, Samplers.gibbs().inOrder().build()),
    GIBBS_RANDOM(
            "Gibbs, random scan",
            "gibbs",
            Shared.LOCAL,
            Samplers.gibbs().randomScan().build()),
    GIBBS_THINNED(
            "Gibbs, thinned", "gibbs", Shared.LOCAL, Samplers.gibbs().thinned().build()),
    METROPOLIS("Metropolis", "metropolis", Shared.LOCAL, Samplers.metropolis().build()),
    METROPOLIS_THINNED(
            "Metropolis, thinned",
            "metropolis",
            Shared.LOCAL,
            Samplers.metropolis().thinned().build());

    /** Constants of several samplers. Static fields of the enum itself would be initialised after the samplers. */
    private static final class Shared {

        private static final Set<Kind> ALL = EnumSet.allOf(Kind.class);
        private static final Set<Kind> BITS = EnumSet.complementOf(EnumSet.of(Kind.VALUES));
        private static final Set<Kind> LAYERED = EnumSet.of(Kind.LAYERED);
        private static final Set<Kind> LOCAL = EnumSet.of(Kind.LOCAL);

        /** The target acceptance rate of DLMC in {@link Samplers#auto}. */
        private static final double FACTORISED = 0.65;
    }

    final String title;

    /** The name of the method of {@link Samplers} that makes the sampler. */
    final String method;

    private final Set<Kind> kinds;
    final Sampler sampler;

    ComparisonSampler(String title, String method, Set<Kind> kinds, Sampler sampler) {
        this.title = title;
        this.method = method;
        this.kinds = kinds;
        this.sampler = sampler;
    }

    /**
     * Whether the sampler is measured on a kind of targets: if the library accepts it there, and it does not equal
     * another sampler there.
     */
    boolean fits(Kind kind) {
        return kinds.contains(kind);
    }

    /** Whether a step updates all sites once: the constants from {@link #BLOCK_GIBBS} on. */
    boolean isSweep() {
        return compareTo(BLOCK_GIBBS) >= 0;
    }

    /** Whether warm-up finds a scale, or chooses among samplers: the constants before HAMMING_BALL, except PAS. */
    boolean adapts() {
        return compareTo(HAMMING_BALL) < 0 && this != PAS;
    }

    @Override
    public String toString() {
        return title;
    }
}
