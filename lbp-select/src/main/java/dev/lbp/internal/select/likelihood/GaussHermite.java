package dev.lbp.internal.select.likelihood;

/**
 * The nodes and weights of Gauss-Hermite quadrature for the standard normal distribution, 20 points: exact for
 * polynomials up to degree 39.
 */
public final class GaussHermite {

    private static final int POINTS = 20;

    public static final double[] NODES = new double[POINTS];
    public static final double[] WEIGHTS = new double[POINTS];

    static {
        double[] roots = new double[0];
        for (int degree = 1; degree <= POINTS; degree++) {
            roots = next(roots, degree);
        }
        for (int i = 0; i < POINTS; i++) {
            NODES[i] = roots[i];
            double before = value(POINTS - 1, roots[i]);
            WEIGHTS[i] = 1.0 / (POINTS * before * before);
        }
    }

    private GaussHermite() {}

    /** The orthonormal Hermite polynomial. */
    private static double value(int degree, double x) {
        double before = 0.0;
        double here = 1.0;
        for (int k = 0; k < degree; k++) {
            double next = (x * here - Math.sqrt(k) * before) / Math.sqrt(k + 1.0);
            before = here;
            here = next;
        }
        return here;
    }

    /** The roots of a polynomial, each between two roots of the one before, by bisection. */
    private static double[] next(double[] roots, int degree) {
        double[] found = new double[degree];
        double bound = 2.0 * Math.sqrt(degree + 1.0);
        for (int i = 0; i < degree; i++) {
            double low = i == 0 ? -bound : roots[i - 1];
            double high = i == degree - 1 ? bound : roots[i];
            double sign = Math.signum(value(degree, low));
            for (int k = 0; k < 80; k++) {
                double middle = 0.5 * (low + high);
                if (Math.signum(value(degree, middle)) == sign) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            found[i] = 0.5 * (low + high);
        }
        return found;
    }
}
