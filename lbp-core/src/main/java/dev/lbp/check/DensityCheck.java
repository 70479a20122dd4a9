package dev.lbp.check;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.internal.Reals;
import dev.lbp.internal.States;
import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A test of a density: {@code ModelCheck.of(density).verify()} in a unit test finds a wrong gradient, and names the
 * coordinate. Points are starts of the model, see {@link DensityModel#start}, and those of {@link #points}.
 *
 * <ul>
 *   <li>Log-densities are finite or -Infinity, and finite for at least one point.
 *   <li>The answer for a point does not depend on the other points of a batch.
 *   <li>{@link DensityModel#evaluate} returns the same as the single methods.
 *   <li>The gradient agrees with central differences of the log-density: to 1e-6 of 1 plus its size, or to 2e-2 if the
 *       gradient has single precision. Where a neighbour is impossible, a coordinate is left out.
 * </ul>
 *
 * <p>Cost: 600 log-densities per point at most, and 400 more for each tenth of the step where the density bends. A
 * density of more than 200 coordinates has 200 random ones checked.
 */
public final class DensityCheck {

    private static final int MOST_COORDINATES = 200;

    /** About the cube root of the rounding error, where the errors of a central difference are in balance. */
    private static final double STEP = 1e-5;

    /** The step for a gradient in single precision, by the same rule. */
    private static final double SINGLE_STEP = 3e-3;

    /** How often a step is divided by 10 if the density bends within it. */
    private static final int MOST_FINER = 5;

    private static final double TOLERANCE = 1e-6;
    private static final double SINGLE_TOLERANCE = 2e-2;

    /** The rounding error of a log-density, relative to its size. */
    private static final double ROUNDING = 1e-15;

    private static final double SINGLE_ROUNDING = 1e-7;

    private final DensityModel model;
    private final Faults faults;
    private final int d;
    private double[][] given = {};
    private int starts = 4;
    private long seed = 1L;

    DensityCheck(DensityModel model) {
        this.model = model;
        this.faults = new Faults(model);
        this.d = ModelCalls.dimensionOf(model);
    }

    /**
     * The result of the check.
     *
     * @param coordinates the number of coordinates whose gradient was compared, over all points
     * @param largestGradientError the largest difference between the gradient and central differences, relative to 1
     *     plus the size of the difference quotient
     */
    public record Report(int coordinates, double largestGradientError) {}

    /** The number of points that are starts of the model, at least 0; default 4. */
    public DensityCheck starts(int count) {
        starts = Check.atLeast(0, "starts", count);
        return this;
    }

    /**
     * Additional points.
     *
     * @param rows [count][d], finite
     */
    public DensityCheck points(double[][] rows) {
        double[][] copies = new double[Check.notNull("points", rows).length][];
        Arrays.setAll(copies, k -> Reals.checked("points[" + k + "]", rows[k], d));
        given = copies;
        return this;
    }

    /** The seed of the starts and of the coordinates; default 1. */
    public DensityCheck seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Runs all checks.
     *
     * @throws ModelException if a check fails, with the coordinate; and if the model throws
     * @throws IllegalArgumentException if there are no points
     */
    public Report verify() {
        Check.atLeast(1, "starts + points.length", starts + given.length);
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[][] points = Stream.concat(
                        Arrays.stream(given),
                        Stream.generate(() -> ModelCalls.start(model, rng)).limit(starts))
                .toArray(double[][]::new);
        return faults.call(" failed", () -> verify(points, rng));
    }

    /**
     * Compares the gradient with differences of the log-density along coordinates. In single precision steps are longer
     * and tolerances wider. Impossible points are only scored.
     */
    private Report verify(double[][] points, UniformRandomProvider rng) {
        double[] scores = score(points);
        INDArray answer = model.gradient(Nd4j.createFromArray(points));
        boolean single = answer.dataType() != DataType.DOUBLE;
        double[] gradient = new double[points.length * d];
        new NativeDoubles(answer.castTo(DataType.DOUBLE).dup('c')).get(0, gradient);
        verifyEvaluation(points, scores, gradient, single);
        int compared = 0;
        int possible = 0;
        double largest = 0.0;
        for (int k = 0; k < points.length; k++) {
            if (scores[k] == Double.NEGATIVE_INFINITY) {
                continue;
            }
            possible++;
            for (int i : coordinates(rng)) {
                double error = derivativeError(points[k], i, gradient[k * d + i], single);
                if (!Double.isNaN(error)) {
                    largest = Math.max(largest, error);
                    compared++;
                }
            }
        }
        faults.failIf(possible == 0, "all %d points are impossible: give possible ones by points(...)", points.length);
        return new Report(compared, largest);
    }

    /** The coordinates that are checked at a point: all, or {@value #MOST_COORDINATES} random ones. */
    private int[] coordinates(UniformRandomProvider rng) {
        return d <= MOST_COORDINATES
                ? States.sites(d)
                : rng.ints(0, d).distinct().limit(MOST_COORDINATES).toArray();
    }

    /** Compares evaluate() with the single methods, for all points and for each point alone. */
    private void verifyEvaluation(double[][] points, double[] scores, double[] gradient, boolean single) {
        double tolerance = single ? 1e-4 : TOLERANCE;
        double[] own = new double[d];
        for (int k = -1; k < points.length; k++) {
            boolean together = k == -1; // all points in one batch; else point k alone
            BatchModel batch = batch(together ? points : new double[][] {points[k]});
            batch.evaluate();
            for (int r = 0; r < batch.logProb.length; r++) {
                int at = together ? r : k;
                String where = "of point " + at + (together ? "" : " alone, not in a batch,");
                faults.compare("evaluate().logProb " + where, scores[at], batch.logProb[r], tolerance);
                batch.logRatios(r, own);
                for (int i = 0; scores[at] != Double.NEGATIVE_INFINITY && i < d; i++) {
                    String what = "evaluate().gradient " + where + " coordinate " + i + ",";
                    faults.compare(what, gradient[at * d + i], own[i], tolerance);
                }
            }
        }
    }

    /**
     * The relative error of a partial derivative; NaN if a neighbour is impossible. If two steps give different
     * difference quotients, that of the smaller step counts.
     */
    private double derivativeError(double[] point, int i, double slope, boolean single) {
        double step = (single ? SINGLE_STEP : STEP) * (1.0 + Math.abs(point[i]));
        double tolerance = single ? SINGLE_TOLERANCE : TOLERANCE;
        double rounding = (single ? SINGLE_ROUNDING : ROUNDING) * Math.abs(score(new double[][] {point})[0]);
        double expected = quotient(point, i, step);
        double error = distance(slope, expected, rounding / step); // less the rounding error of the quotient
        // the difference quotient itself may be wrong: a tenth of the step replaces it if its quotient differs
        for (int finer = 0; finer < MOST_FINER && error > tolerance; finer++) {
            double next = quotient(point, i, 0.1 * step);
            boolean isSame = distance(next, expected, 10.0 * rounding / step) <= tolerance;
            if (isSame) {
                break;
            }
            step *= 0.1;
            expected = next;
            error = distance(slope, expected, rounding / step);
        }
        faults.failIf(
                error > tolerance,
                "gradient of coordinate %d is %s, but differences of logProb give %s",
                i,
                slope,
                expected);
        return error;
    }

    /**
     * The relative distance of two slopes; NaN if the expected one is NaN, infinite if only the other is.
     *
     * @param rounding the rounding error of the expected slope, which does not count as distance
     */
    private static double distance(double slope, double expected, double rounding) {
        if (Double.isNaN(slope) && !Double.isNaN(expected)) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.max(0.0, Math.abs(slope - expected) - rounding) / (1.0 + Math.abs(expected));
    }

    /** A central difference quotient; NaN if a neighbour is impossible. */
    private double quotient(double[] point, int i, double step) {
        double[][] pair = {point.clone(), point.clone()};
        pair[0][i] -= step;
        pair[1][i] += step;
        double[] ends = score(pair);
        if (Double.isInfinite(ends[0]) || Double.isInfinite(ends[1])) {
            return Double.NaN;
        }
        return (ends[1] - ends[0]) / (pair[1][i] - pair[0][i]);
    }

    /** The model as the engine calls it, with these points as the states of its chains. */
    private BatchModel batch(double[][] points) {
        BatchModel batch = new BatchModel(model, d, RowBlocks.whole(points.length));
        for (int k = 0; k < points.length; k++) {
            batch.writeRow(k, points[k]);
        }
        return batch;
    }

    /** The log-densities of the points, by one call of the model; fails the check if one is NaN or +Infinity. */
    private double[] score(double[][] points) {
        BatchModel batch = batch(points);
        batch.score();
        return faults.checked(batch.logProb);
    }
}
