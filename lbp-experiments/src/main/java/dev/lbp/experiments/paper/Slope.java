package dev.lbp.experiments.paper;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * The exponent of a power law: the slope of the least-squares line through logarithms, with its 95 % interval by
 * Student's t. The interval assumes independent, identically distributed residuals.
 *
 * @param slope NaN if a value is NaN
 * @param low end of the interval; NaN for two points
 * @param high end of the interval; NaN for two points
 */
record Slope(double slope, double low, double high, double intercept) {

    private static final double ALPHA = 0.05;

    /** Fits at least two positive points. */
    static Slope of(double[] x, double[] y) {
        Check.length(x.length, "y", y.length);
        Check.atLeast(2, "x.length", x.length);
        SimpleRegression line = new SimpleRegression();
        for (int k = 0; k < x.length; k++) {
            line.addData(Math.log(x[k]), Math.log(y[k]));
        }
        double half = x.length > 2 ? line.getSlopeConfidenceInterval(ALPHA) : Double.NaN;
        return new Slope(line.getSlope(), line.getSlope() - half, line.getSlope() + half, line.getIntercept());
    }

    /** The fitted value at x. */
    double at(double x) {
        return Math.exp(intercept + slope * Math.log(x));
    }

    /** "0.672 [0.655, 0.689]", or the slope alone. */
    @Override
    public String toString() {
        if (Double.isNaN(low)) {
            return Text.number(3, slope);
        }
        return format("%.3f [%.3f, %.3f]", slope, low, high);
    }
}
