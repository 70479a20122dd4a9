package dev.lbp.runtime.engine.reals;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.internal.Reals;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.RealDistribution;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.PartFailure;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The independence sampler of real coordinates: a step proposes a draw y of a distribution q, independent of the point
 * x, and accepts it with {@code min(1, pi(y) q(x) / (pi(x) q(y)))} (Tierney 1994, section 2.3.3). It uses no gradient.
 */
final class IndependentChain extends RealChain {

    private final RealDistribution q;

    /** log q(y) of the last draw y that the chain proposed. */
    private double logForward;

    /** log pi(y) - log q(y) of the last draw y that the chain proposed. */
    private double logWeight;

    IndependentChain(DensityModel model, BatchModel batch, Start<double[]> start, int index, RealDistribution q) {
        super(
                model,
                batch,
                start,
                index,
                new ChainScale(new FixedScale(1.0), ContinuousMethod.scales(start.dimension()))); // is not used
        this.q = q;
    }

    /** Draws a point from q, and checks that its coordinates are finite. */
    static double[] draw(RealDistribution q, UniformRandomProvider rng, int dimension) {
        try {
            double[] point = new double[dimension];
            q.draw(rng, point);
            return Reals.checked("draw()", point, dimension);
        } catch (Throwable e) { // checked exceptions too, which a distribution written in another language may throw
            throw failure(q, e);
        }
    }

    private static PartFailure failure(RealDistribution q, Throwable thrown) {
        return new PartFailure("proposal distribution " + q.getClass().getName(), thrown);
    }

    @Override
    public double stepScale() {
        return scale.value();
    }

    /** NaN for each coordinate: a proposal is a draw, not noise that is added to the point. */
    @Override
    public double[] deviations() {
        double[] undefined = new double[state.length];
        Arrays.fill(undefined, Double.NaN);
        return undefined;
    }

    @Override
    public DoubleSupplier logWeights() {
        return () -> logWeight;
    }

    /** Draws y from q, and scores it by q. */
    @Override
    public void propose() {
        System.arraycopy(draw(q, rng, proposedPoint.length), 0, proposedPoint, 0, proposedPoint.length);
        logForward = logProb(proposedPoint);
        if (logForward == Double.NEGATIVE_INFINITY) {
            throw failure(q, new IllegalStateException("must score its own draw as possible: logProb()=" + logForward));
        }
        batch.writeRow(index, proposedPoint);
    }

    /** log q of a point, checked. */
    private double logProb(double[] point) {
        try {
            double logProb = q.logProb(point);
            Check.that(logProb < Double.POSITIVE_INFINITY, "be finite or -Infinity", "logProb()", logProb);
            return logProb;
        } catch (Throwable e) { // checked exceptions too
            throw failure(q, e);
        }
    }

    /** Accepts or rejects y, given its log-probability by the model. */
    @Override
    public void decide() {
        double proposedLogProb = AcceptRule.checked(batch.logProb[index]);
        logWeight = proposedLogProb - logForward;
        double squared = 0.0;
        for (int i = 0; i < proposedPoint.length; i++) {
            squared += (proposedPoint[i] - state[i]) * (proposedPoint[i] - state[i]);
        }
        acceptanceProbability = 0.0;
        boolean accept = proposedLogProb != Double.NEGATIVE_INFINITY
                && acceptOrReject(proposedLogProb, state.length, logForward, logProb(state));
        squaredJump = accept ? squared : 0.0;
        finish(0, acceptanceProbability, accept, state.length); // 0: a draw has no scale
    }
}
