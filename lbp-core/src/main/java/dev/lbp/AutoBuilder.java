package dev.lbp;

import dev.lbp.runtime.engine.AutoMethod;

/**
 * Builds a sampler that chooses one of the others, see {@link Samplers#auto}.
 *
 * <p>On a model that is scored as a whole, an {@link dev.lbp.target.EnergyModel} that is not local or a {@link
 * dev.lbp.target.CategoricalEnergyModel}, warm-up tries {@link Samplers#lbp} at acceptance 0.574 and {@link
 * Samplers#dlmc} at 0.65, each with the weights sqrt(t) and t/(t+1), in turns of a few steps and at scales of their
 * own. It keeps the one with the largest expected jump distance, the mean of min(1, alpha) times the proposed flips.
 * That takes the first half of warm-up and at most 13 more evaluations; the chosen one adapts in the other half. On a
 * {@link dev.lbp.target.LayeredModel} it tries {@link Samplers#blockGibbs} too, with at most 17 more. With {@link
 * SamplingRun#ones} it tries lbp alone. A warm-up of fewer than 64 steps, 80 on a layered model, 32 with ones, tries
 * nothing and leaves {@code lbp().adaptive(0.574)}; so does a {@link Chain} or {@link ChainBatch} without warm-up.
 *
 * <p>On other models a rule chooses before the first step:
 *
 * <ul>
 *   <li>on a {@link dev.lbp.target.LocalEnergyModel} {@link Samplers#metropolis}, by colours if the model has a
 *     colouring, and thinned if the chain's counts show that this costs less work; not thinned on plain functions. With
 *     {@link SamplingRun#ones}, or without exact log-ratios, {@link Samplers#lbp} at acceptance 0.85, on plain
 *     functions 0.574.
 *   <li>on a {@link dev.lbp.target.CategoricalModel} {@link Samplers#metropolis}, on any other {@link
 *     dev.lbp.target.MoveModel} {@link Samplers#pas}.
 * </ul>
 *
 * <p>The choice depends on counts and not on times, so a seed gives the same draws on every machine. Tempering and
 * {@link AnnealedImportance} refuse this sampler. For real coordinates use {@link Samplers#barker}.
 */
public final class AutoBuilder extends SamplerBuilder {

    AutoBuilder() {}

    /** The sampler. It refuses parallel tempering and {@link AnnealedImportance}. */
    @Override
    public Sampler build() {
        return new Sampler(new AutoMethod());
    }
}
