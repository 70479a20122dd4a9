package dev.lbp.runtime.engine.reals;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.RowChain;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.ProposingChain;
import dev.lbp.runtime.model.BatchModel;
import org.jspecify.annotations.Nullable;

/**
 * A Metropolis-Hastings chain of real coordinates: a row of the input of a {@link BatchModel}. An accepted step changes
 * all coordinates.
 */
public abstract class RealChain extends RowChain<double[]> implements ProposingChain {

    /** The proposed point. */
    final double[] proposedPoint;

    /** The squared distance between the points before and after the last step. */
    double squaredJump;

    RealChain(DensityModel model, BatchModel batch, Start<double[]> start, int index, ChainScale scale) {
        super(model, batch, start, index, scale);
        this.proposedPoint = state.clone();
        for (int i = 0; i < flipped.length; i++) {
            flipped[i] = i;
        }
    }

    @Override
    public double squaredJump() {
        return squaredJump;
    }

    /** The scale of the last step. */
    public abstract double stepScale();

    /** The standard deviation of the noise in each coordinate; NaN if a proposal does not add noise to the point. */
    public abstract double[] deviations();

    /** The noise of each coordinate in units of the scale; null if all are 1. */
    @Nullable DiagonalShape shape() {
        return null;
    }

    @Override
    protected void write(double[] at) {
        batch.writeRow(index, at);
    }

    @Override
    protected void change(int n) {
        System.arraycopy(proposedPoint, 0, state, 0, n);
    }

    @Override
    protected void transcribeState(Transcript transcript) {
        transcript.of(state, state.length);
    }
}
