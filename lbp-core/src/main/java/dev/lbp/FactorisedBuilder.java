package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.FactorisedProposal;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.theory.OptimalScaling;
import java.util.function.Function;

/**
 * Builds a sampler that flips each site independently, {@link Samplers#dlmc} or {@link Samplers#dmala}. The last call
 * of {@code adaptive} and {@code scale} counts.
 */
public final class FactorisedBuilder extends SamplerBuilder {

    private final String name;
    private final Function<Form, FactorisedProposal> proposal;
    private WeightFunction weight = WeightFunction.BARKER;
    private ScaleController controller = ScaleController.logScale(OptimalScaling.LBP_ACCEPTANCE);

    FactorisedBuilder(String name, Function<Form, FactorisedProposal> proposal) {
        this.name = name;
        this.proposal = proposal;
    }

    /**
     * The weight of a flip as a function of its probability ratio. With t/(t+1) the time step decides how many sites
     * flip, at any state. With sqrt(t) steps go further on lattices, but a site with a large ratio flips at any time
     * step; at a start far from the mode, where many sites have one, a step may never be accepted.
     *
     * @param weightFunction {@link WeightFunction#SQRT} or {@link WeightFunction#BARKER}
     * @throws IllegalArgumentException if it is another function: the library knows the range of the time step for
     *     these two only, and DLMC recovers t from their weights
     */
    public FactorisedBuilder weight(WeightFunction weightFunction) {
        Check.notNull("weightFunction", weightFunction);
        Check.that(
                weightFunction == WeightFunction.SQRT || weightFunction == WeightFunction.BARKER,
                "be sqrt(t) or t/(t+1)",
                "weightFunction",
                weightFunction);
        weight = weightFunction;
        return this;
    }

    /**
     * Tunes the time step in warm-up to the acceptance rate 0.574, the best rate per step of locally balanced
     * proposals. It is the best rate per second too, since a step costs the same however many sites it flips.
     */
    public FactorisedBuilder adaptive() {
        return adaptive(OptimalScaling.LBP_ACCEPTANCE);
    }

    /**
     * Tunes the time step in warm-up to this acceptance rate, by Robbins-Monro on its logarithm. On targets that accept
     * long steps the rate may stay above it.
     *
     * @param targetAcceptance in (0, 1)
     */
    public FactorisedBuilder adaptive(double targetAcceptance) {
        controller = ScaleController.logScale(targetAcceptance);
        return this;
    }

    /**
     * Fixes the time step.
     *
     * @param tau in [1e-6, 1e6]
     */
    public FactorisedBuilder scale(double tau) {
        Check.that(
                tau >= FactorisedProposal.LEAST && tau <= FactorisedProposal.LARGEST,
                "be in [1e-6, 1e6]",
                "scale",
                tau);
        controller = new FixedScale(tau);
        return this;
    }

    /** The sampler. */
    @Override
    public Sampler build() {
        Form form = weight == WeightFunction.SQRT ? Form.SQRT : Form.BARKER; // weight() permits no third function
        return new Sampler(new MetropolisMethod(name, new MetropolisMove(proposal.apply(form), weight, controller)));
    }
}
