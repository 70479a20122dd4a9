package dev.lbp.runtime.engine.reals;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;
import java.util.List;

/**
 * The standard deviation of the noise in each coordinate, in units of the scale. In warm-up it follows the variances of
 * the chain's own coordinates by Robbins-Monro, {@code m += gain (x - m)}, {@code v += gain ((x - m)^2 - v)} with gain
 * {@code (1 + t)^-0.6} (Andrieu and Thoms 2008, algorithm 4, with a diagonal matrix). At the end of warm-up all chains
 * get one shape: the mean over chains of their mean variances in the last half of warm-up.
 */
final class DiagonalShape {

    /** The gain falls with this power of the number of steps. */
    private static final double DECAY_POWER = 0.6;

    /** Bounds of a variance: it stays above 0 if the chain stands still, and finite if the chain diverges. */
    private static final double LEAST = 1e-280;

    private static final double LARGEST = 1e280;

    /** The running mean and variance of each coordinate, and the square root of the variance. */
    private final double[] mean;

    private final double[] variance;
    private final double[] deviation;

    /** The sums of the variances over the steps of the last half of warm-up. */
    private final double[] varianceSum;

    /** The number of steps in {@link #varianceSum}. */
    private int summedSteps;

    /** The number of steps of warm-up taken so far, and of all its steps. */
    private int step;

    private int steps;
    private boolean adapting;

    DiagonalShape(double[] state) {
        mean = state.clone();
        variance = new double[state.length];
        deviation = new double[state.length];
        varianceSum = new double[state.length];
        Arrays.fill(variance, 1.0);
        Arrays.fill(deviation, 1.0);
    }

    /** The standard deviation of the noise in a coordinate, in units of the scale. */
    double deviation(int i) {
        return deviation[i];
    }

    boolean adapting() {
        return adapting;
    }

    /** Starts to adapt from the current variances and the chain's state, for {@code warmUp} steps. */
    void startAdapting(double[] state, int warmUp) {
        System.arraycopy(state, 0, mean, 0, mean.length);
        Arrays.fill(varianceSum, 0.0);
        summedSteps = 0;
        step = 0;
        steps = warmUp;
        adapting = true;
    }

    /** Updates the shape after a step, if it adapts. */
    void update(double[] state) {
        if (!adapting) {
            return;
        }
        step++;
        double gain = Math.pow(1.0 + step, -DECAY_POWER);
        boolean inLastHalf = 2L * step > steps;
        summedSteps += inLastHalf ? 1 : 0;
        for (int i = 0; i < state.length; i++) {
            double deviationFromMean = state[i] - mean[i];
            mean[i] += gain * deviationFromMean;
            setVariance(i, variance[i] + gain * (deviationFromMean * deviationFromMean - variance[i]));
            varianceSum[i] += inLastHalf ? variance[i] : 0.0;
        }
    }

    private void setVariance(int i, double value) {
        variance[i] = Math.min(Math.max(value, LEAST), LARGEST);
        deviation[i] = Math.sqrt(variance[i]);
    }

    /** Makes a new shape with the same number of coordinates, before any adaptation. */
    DiagonalShape like() {
        return new DiagonalShape(mean); // only the length of the array matters: the values are set later
    }

    /**
     * Ends the adaptation of {@code adapted} shapes with one common shape.
     *
     * @param all the shapes of all chains of the run
     */
    static void freeze(List<DiagonalShape> adapted, List<DiagonalShape> all) {
        double[] pooled = new double[all.get(0).mean.length];
        for (DiagonalShape shape : all) {
            for (int i = 0; i < pooled.length; i++) {
                // the mean over the last half of warm-up; without steps in it, the present variance
                pooled[i] += (shape.summedSteps > 0 ? shape.varianceSum[i] / shape.summedSteps : shape.variance[i])
                        / all.size();
            }
        }
        for (DiagonalShape shape : adapted) {
            for (int i = 0; i < pooled.length; i++) {
                shape.setVariance(i, pooled[i]);
            }
            shape.adapting = false;
        }
    }

    void transcribe(Transcript transcript) {
        adapting = transcript.of(adapting);
        step = transcript.of(step);
        steps = transcript.of(steps);
        summedSteps = transcript.of(summedSteps);
        transcript.of(mean, mean.length);
        transcript.of(variance, variance.length);
        transcript.of(varianceSum, varianceSum.length);
        for (int i = 0; i < variance.length; i++) {
            setVariance(i, variance[i]); // computes the deviations again
        }
    }
}
