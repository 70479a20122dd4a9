package dev.lbp;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.Increment;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.reals.ContinuousMethod;
import dev.lbp.theory.OptimalScaling;
import org.jspecify.annotations.Nullable;

/**
 * Builds a locally balanced sampler of real coordinates, {@link Samplers#mala}, {@link Samplers#barker} or
 * {@link Samplers#continuous}. A step proposes an increment z of every coordinate i with density proportional to
 * {@code g(e^{c_i z}) mu_s(z)}, c the gradient and mu_s symmetric noise of standard deviation s, and accepts with the
 * Metropolis-Hastings rule. It costs one evaluation of log-probability and gradient, for all chains at once.
 *
 * <p>The scale s adapts in warm-up, by default to the acceptance rate 0.574, which is best in many dimensions for every
 * locally balanced g (Vogrinc, Livingstone and Zanella 2023); to 0.234 for {@link #randomWalk}.
 */
public final class ContinuousBuilder {

    private WeightFunction weight;
    private boolean walk;
    private boolean bimodal;
    private boolean diagonal;

    /** The rule of the scale; null for the default acceptance rate. */
    private @Nullable ScaleController controller;

    ContinuousBuilder(WeightFunction weight) {
        this.weight = weight;
    }

    /**
     * The weight g of an increment as a function of the probability ratio {@code t = e^{cz}} that the gradient
     * promises. sqrt(t) is MALA; t/(t+1) is Barker, the robust one; min(1, t) is more robust still, and slower.
     *
     * @param weightFunction {@link WeightFunction#SQRT}, {@link WeightFunction#BARKER} or {@link WeightFunction#MIN}
     * @throws IllegalArgumentException if it is another: its normaliser is not known
     */
    public ContinuousBuilder weight(WeightFunction weightFunction) {
        Check.notNull("weightFunction", weightFunction);
        Check.that(
                weightFunction == WeightFunction.SQRT
                        || weightFunction == WeightFunction.BARKER
                        || weightFunction == WeightFunction.MIN,
                "be sqrt(t), t/(t+1) or min(1,t)",
                "weightFunction",
                weightFunction);
        weight = weightFunction;
        walk = false;
        return this;
    }

    /**
     * Random walk Metropolis, g = 1: it uses no gradient. For comparisons, and for densities without a usable
     * gradient.
     */
    public ContinuousBuilder randomWalk() {
        walk = true;
        return this;
    }

    /**
     * Takes noise near +s and -s in place of normal noise; the weight must be t/(t+1). In many dimensions the mean
     * squared jump about doubles. But no small increment is proposed, so a step is hardly ever accepted if a coordinate
     * is much narrower than s.
     */
    public ContinuousBuilder bimodal() {
        bimodal = true;
        return this;
    }

    /** Tunes the scale in warm-up to the default acceptance rate. */
    public ContinuousBuilder adaptive() {
        controller = null; // build() takes the rule with the default rate of the weight
        return this;
    }

    /**
     * Tunes the scale in warm-up to this acceptance rate, by Robbins-Monro on its logarithm, with a scale for each
     * chain; then all chains freeze at one.
     *
     * @param targetAcceptance in (0, 1)
     */
    public ContinuousBuilder adaptive(double targetAcceptance) {
        controller = ScaleController.logScale(targetAcceptance);
        return this;
    }

    /**
     * Fixes the scale.
     *
     * @param s the standard deviation of the noise in each coordinate, finite and > 0
     */
    public ContinuousBuilder scale(double s) {
        controller = new FixedScale(s);
        return this;
    }

    /**
     * Learns in warm-up how wide each coordinate is, and gives it noise in proportion. The widths are standard
     * deviations along the chains, by Robbins-Monro, pooled over chains and frozen when warm-up ends. Where widths
     * differ by factors, start with {@link Samplers#barker}: MALA with a scale for the widest coordinate rejects every
     * step, and a chain that never moves learns nothing.
     */
    public ContinuousBuilder diagonal() {
        diagonal = true;
        return this;
    }

    /**
     * The sampler.
     *
     * @throws IllegalArgumentException if the noise is bimodal and the weight is not t/(t+1)
     */
    public ContinuousSampler build() {
        Check.that(
                !bimodal || (weight == WeightFunction.BARKER && !walk),
                "be t/(t+1) for bimodal noise",
                "weightFunction",
                walk ? "1" : weight); // a random walk has the weight g(t) = 1
        double best = walk ? OptimalScaling.RWM_ACCEPTANCE : OptimalScaling.LBP_ACCEPTANCE;
        ScaleController rule = controller == null ? ScaleController.logScale(best) : controller;
        return new ContinuousSampler(new ContinuousMethod(increment(), rule, diagonal));
    }

    /** Describes a run of {@link #build}, see {@link ContinuousSampler#sample}. */
    public ContinuousRun sample(DensityModel model) {
        return build().sample(model);
    }

    private Increment increment() {
        if (walk) {
            return Increment.CONSTANT;
        }
        if (weight == WeightFunction.BARKER) {
            return bimodal ? Increment.BIMODAL_BARKER : Increment.BARKER;
        }
        return weight == WeightFunction.SQRT ? Increment.SQRT : Increment.MIN;
    }
}
