package dev.lbp.experiments.paper;

import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Rows;
import dev.lbp.internal.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;

/**
 * The maximum of a curve of efficiency against the scale: the top of the least-squares cubic in log R through the
 * points above 0.9 of the largest value; the largest point and its two neighbours are always used. Fewer than five
 * points are fitted by a parabola. The standard error is the first-order propagation of the points' errors through the
 * fit. It does not include the deviation of the curve from a cubic. All values are NaN if noise hides the maximum: the
 * fit has no top, or the standard error is as large as R.
 *
 * @param scale R at the maximum
 * @param scaleError the standard error of {@code scale}; also NaN if the result is a measured point, because the
 *     largest point is the first or the last
 * @param value the value of the curve at the maximum
 */
record Optimum(double scale, double scaleError, double value) {

    private static final double NEAR_TOP = 0.9;

    /** With four points a cubic would go through each of them, noise included. */
    private static final int CUBIC_POINTS = 5;

    Estimate scaleEstimate() {
        return new Estimate(scale, scaleError);
    }

    /**
     * For a curve of jump distances, the acceptance rate at the maximum: the jump distance divided by R. It has the
     * relative error of the scale.
     */
    Estimate acceptance() {
        double acceptance = value / scale;
        return new Estimate(acceptance, acceptance * (scaleError / scale));
    }

    /** A point of the curve, with the standard error of its value. */
    record Point(double scale, double value, double error) {}

    /** The points of a curve of jump distances. */
    static List<Point> points(Rows rows) {
        return rows.stream()
                .map(row -> new Point(row.number("scale"), row.number("ejd"), row.number("ejd_se")))
                .toList();
    }

    /**
     * Finds the maximum from at least one point, in any order. Points with the value NaN are left out.
     *
     * @throws IllegalArgumentException if no point has a value
     */
    static Optimum of(List<Point> points) {
        List<Point> curve = points.stream()
                .filter(point -> !Double.isNaN(point.value))
                .sorted(Comparator.comparingDouble(Point::scale))
                .toList();
        Check.atLeast(1, "points with a value", curve.size());
        int top = 0;
        for (int k = 1; k < curve.size(); k++) {
            top = curve.get(k).value > curve.get(top).value ? k : top;
        }
        if (top == 0 || top == curve.size() - 1) { // at an end no top can be fitted
            return best(curve);
        }
        List<Point> near = new ArrayList<>();
        for (int k = 0; k < curve.size(); k++) {
            boolean neighbour = Math.abs(k - top) <= 1;
            if (neighbour || curve.get(k).value > NEAR_TOP * curve.get(top).value) {
                near.add(curve.get(k));
            }
        }
        return top(near, Math.log(curve.get(top).scale));
    }

    /** The largest point, without a fit, for curves that are a few integers wide or have steps. */
    static Optimum best(List<Point> points) {
        Point top = points.stream()
                .filter(point -> !Double.isNaN(point.value))
                .max(Comparator.comparingDouble(Point::value))
                .orElseThrow(() -> new IllegalArgumentException("must be at least one: points with a value"));
        return new Optimum(top.scale, /* scaleError= */ Double.NaN, top.value);
    }

    /**
     * The top of the cubic, or of the parabola, through the points. Logarithms of scales are relative to
     * {@code centre}, because otherwise the columns of the fit would be nearly parallel.
     *
     * <p>The top of c0 + c1 x + c2 x^2 + c3 x^3 is at x = c1 / (s - c2) with s = sqrt(c2^2 - 3 c1 c3), and -2 s is the
     * second derivative there. This form holds for c3 = 0 too.
     */
    private static Optimum top(List<Point> points, double centre) {
        int powers = points.size() < CUBIC_POINTS ? 3 : 4;
        RealMatrix design = new Array2DRowRealMatrix(points.size(), powers);
        for (int k = 0; k < points.size(); k++) {
            design.setRow(k, powers(powers, Math.log(points.get(k).scale) - centre));
        }
        // the pseudo-inverse: its row p gives coefficient c_p as a linear function of the values
        RealMatrix fit = new QRDecomposition(design).getSolver().getInverse();
        double[] fitted = fit.operate(points.stream().mapToDouble(Point::value).toArray());
        double[] c = Arrays.copyOf(fitted, 4);
        double s = Math.sqrt(c[2] * c[2] - 3.0 * c[1] * c[3]);
        double x = c[1] / (s - c[2]);
        double variance = variance(points, fit, x, s);
        boolean top = c[2] < 0.0 && s > 0.0 && variance < 1.0;
        if (!top) {
            return new Optimum(Double.NaN, Double.NaN, Double.NaN);
        }
        double scale = Math.exp(centre + x);
        return new Optimum(scale, scale * Math.sqrt(variance), c[0] + x * (c[1] + x * (c[2] + x * c[3])));
    }

    /**
     * The variance of the top x, from the errors of the values. The derivative f' is 0 at the top, and f'' is -2 s
     * there, so a change of coefficient c_p by d moves x by {@code p x^(p-1) d / (2 s)}.
     *
     * @param fit the pseudo-inverse of the design
     */
    private static double variance(List<Point> points, RealMatrix fit, double x, double s) {
        double[] derivative = {0.0, 1.0, 2.0 * x, 3.0 * x * x};
        double variance = 0.0;
        for (int k = 0; k < points.size(); k++) {
            double slope = 0.0; // the derivative of x by the value of point k
            for (int power = 1; power < fit.getRowDimension(); power++) {
                slope += derivative[power] * fit.getEntry(power, k) / (2.0 * s);
            }
            variance += slope * slope * points.get(k).error * points.get(k).error;
        }
        return variance;
    }

    /** The powers 1, x, x^2, ... */
    private static double[] powers(int count, double x) {
        double[] powers = new double[count];
        powers[0] = 1.0;
        for (int k = 1; k < count; k++) {
            powers[k] = powers[k - 1] * x;
        }
        return powers;
    }
}
