package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.internal.Reals;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.reals.RealChain;
import dev.lbp.runtime.engine.start.StopSignal;

/**
 * One chain of real coordinates in the caller's own loop, made by {@link ContinuousSampler#start}. A loop that
 * alternates it with a {@link ChainBatch} of bits samples a mixed model: each chain targets the conditional
 * distribution given the state of the other chain, and needs {@link #invalidate} when that state has changed. Not
 * thread-safe.
 *
 * <p>A chain of an adaptive sampler adapts at every step until {@link #warmUp} has ended. Then scale and shape are
 * fixed.
 */
public final class ContinuousChain {

    private final Ensemble<double[]> ensemble;

    /** The only chain of the ensemble. */
    private final RealChain only;

    private final StopSignal signal = new StopSignal();

    /**
     * The outcome of a step.
     *
     * @param accepted whether the proposed point was accepted
     * @param acceptanceProbability min(1, alpha), in [0, 1]
     * @param squaredJump the squared Euclidean distance between the new point and the old one; 0 if rejected
     * @param scale the scale s of the step
     */
    public record Step(boolean accepted, double acceptanceProbability, double squaredJump, double scale) {}

    ContinuousChain(Ensemble<double[]> ensemble) {
        this.ensemble = ensemble;
        this.only = (RealChain) ensemble.chains.get(0);
    }

    /**
     * Takes {@code steps} steps, adapts scale and shape, then freezes them.
     *
     * @param steps at least 0; with 0 adaptation ends at the present scale and shape
     * @throws dev.lbp.target.ModelException if the model fails
     */
    public void warmUp(int steps) {
        ensemble.warmUp(Check.atLeast(0, "steps", steps), chain -> {}, signal); // no work after each step
    }

    /** Whether scale or shape is still adapting. */
    public boolean adapting() {
        return only.adapting();
    }

    /**
     * Takes one step. If the step fails, the chain is still at a point with its log-probability, and the next step
     * starts there.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     * @throws dev.lbp.result.RunException if the scale controller fails
     */
    public Step step() {
        ensemble.run(1, chain -> {}, signal); // no work after each step
        return new Step(only.lastStep().accepted(), only.acceptanceProbability, only.squaredJump(), only.stepScale());
    }

    /**
     * Declares that the density has changed. Its log-probability and gradient at the present point are recomputed.
     *
     * @throws dev.lbp.target.ModelException if the model fails, or the point is impossible now
     */
    public void invalidate() {
        ensemble.invalidate();
    }

    /**
     * Puts the chain at another point.
     *
     * @param point d finite numbers, copied
     * @throws dev.lbp.target.ModelException if the model fails, or the point is impossible; then the chain has not
     *     moved
     */
    public void reset(double[] point) {
        ensemble.reset(0, Reals.checked("point", point, only.state.length));
    }

    /** The current point, d numbers; a copy. */
    public double[] state() {
        return only.state.clone();
    }

    /** The unnormalised log-probability of the current point. */
    public double logProb() {
        return only.logProb;
    }

    /**
     * The scale s: the standard deviation of the noise in a coordinate, relative to the diagonal shape if there is one.
     */
    public double scale() {
        return only.scaleValue();
    }

    /** The standard deviation of the noise in each coordinate, d numbers. */
    public double[] noiseDeviations() {
        return only.deviations();
    }
}
