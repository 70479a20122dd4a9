package dev.lbp.runtime.engine.reals;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.Increment;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.model.BatchModel;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.jspecify.annotations.Nullable;

/**
 * A Metropolis-Hastings chain of real coordinates. A step proposes to add an increment to every coordinate, which an
 * {@link Increment} draws by the gradient of log pi. The chain keeps the gradient of its point.
 */
final class IncrementChain extends RealChain {

    private final Increment increment;
    private final NormalizedGaussianSampler normal;

    /** The noise of each coordinate in units of the scale; null if all are 1. */
    private final @Nullable DiagonalShape shape;

    /** The proposed point minus the current one. */
    private final double[] increments;

    /** The gradient of log pi at the current point, and at the proposed one. */
    private double[] slopes;

    private double[] proposedSlopes;

    private double stepScale;

    /** Whether the proposed coordinates are finite. If not, the model is not called for them. */
    private boolean finite;

    IncrementChain(DensityModel model, BatchModel batch, Start<double[]> start, int index, ContinuousMethod method) {
        super(
                model,
                batch,
                start,
                index,
                new ChainScale(method.controller(), ContinuousMethod.scales(start.dimension())));
        int d = start.dimension();
        this.increment = method.increment();
        this.normal = ZigguratSampler.NormalizedGaussian.of(rng);
        this.shape = method.diagonal() ? new DiagonalShape(state) : null;
        this.increments = new double[d];
        this.slopes = new double[d];
        this.proposedSlopes = new double[d];
        startShape(Integer.MAX_VALUE); // the length of warm-up is not known yet
    }

    @Override
    public double stepScale() {
        return stepScale;
    }

    @Override
    public double[] deviations() {
        double[] deviations = new double[state.length];
        for (int i = 0; i < deviations.length; i++) {
            deviations[i] = deviation(i, scale.value());
        }
        return deviations;
    }

    /** The standard deviation of the noise in a coordinate, for the scale s. */
    private double deviation(int i, double s) {
        return shape == null ? s : s * shape.deviation(i);
    }

    /** Whether scale or shape adapts. */
    @Override
    public boolean adapting() {
        return scale.adapting() || (shape != null && shape.adapting());
    }

    @Override
    @Nullable DiagonalShape shape() {
        return shape;
    }

    /** Starts to adapt the scale, and the shape of the noise if it adapts, for {@code steps} steps. */
    @Override
    protected void startAdapting(int steps) {
        super.startAdapting(steps);
        startShape(steps);
    }

    /** Starts to adapt the shape for {@code steps} steps, if there is one. */
    private void startShape(int steps) {
        if (shape != null) {
            shape.startAdapting(state, steps);
        }
    }

    @Override
    protected void transcribeState(Transcript transcript) {
        super.transcribeState(transcript);
        transcript.of(slopes, slopes.length);
        if (shape != null) {
            shape.transcribe(transcript);
        }
    }

    @Override
    public void begin() {
        AcceptRule.checkedStart(batch.logProb[index], model);
        readGradient(slopes);
        super.begin();
    }

    /** Adds a drawn increment to every coordinate. */
    @Override
    public void propose() {
        stepScale = scale.next(rng);
        finite = true;
        for (int i = 0; i < state.length; i++) {
            increments[i] = increment.draw(slopes[i], deviation(i, stepScale), rng, normal);
            proposedPoint[i] = state[i] + increments[i];
            finite &= Double.isFinite(proposedPoint[i]);
        }
        batch.writeRow(index, finite ? proposedPoint : state); // a point at infinity is impossible
    }

    /** Accepts or rejects the proposed point, by log pi and by the densities of the increments there and back. */
    @Override
    public void decide() {
        double proposedLogProb = batch.logProb[index];
        boolean accept = false;
        acceptanceProbability = 0.0;
        if (finite && isPossible(proposedLogProb)) {
            double logRatio = 0.0;
            for (int i = 0; i < state.length; i++) {
                logRatio += increment.logRatio(increments[i], slopes[i], proposedSlopes[i], deviation(i, stepScale));
            }
            accept = acceptOrReject(proposedLogProb, state.length, /* logForward= */ 0.0, logRatio);
        }
        squaredJump = 0.0;
        if (accept) {
            double[] before = slopes;
            slopes = proposedSlopes;
            proposedSlopes = before;
            for (double z : increments) {
                squaredJump += z * z;
            }
        }
        finish(0, acceptanceProbability, accept, state.length); // 0: the scale is no number of sites, see stepScale()
        if (shape != null) {
            shape.update(state);
        }
    }

    /**
     * Whether the proposed point may be accepted, given the model's answer for it. If so, reads the gradient there.
     *
     * @throws IllegalStateException if the answer is no log-probability, or the gradient of a possible point is not
     *     finite; while the chain adapts, such a point counts as impossible instead
     */
    private boolean isPossible(double proposedLogProb) {
        try {
            if (AcceptRule.checked(proposedLogProb) == Double.NEGATIVE_INFINITY) {
                return false;
            }
            readGradient(proposedSlopes);
            return true;
        } catch (IllegalStateException e) {
            if (adapting()) {
                return false;
            }
            throw e;
        }
    }

    /** Reads the gradient at the point that the model has evaluated last, if the increments use it. */
    private void readGradient(double[] to) {
        if (!increment.informed()) {
            return;
        }
        batch.logRatios(index, to);
        for (int i = 0; i < to.length; i++) {
            if (!Double.isFinite(to[i])) {
                throw new IllegalStateException("must be finite: gradient[" + i + "]=" + to[i]);
            }
        }
    }
}
