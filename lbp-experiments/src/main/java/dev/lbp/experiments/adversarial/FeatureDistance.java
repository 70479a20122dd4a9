package dev.lbp.experiments.adversarial;

import dev.lbp.internal.Check;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.stat.correlation.Covariance;
import org.apache.commons.math3.util.MathArrays;

/**
 * Distances of a sample of features to a reference sample. The Frechet distance assumes that both samples are normal,
 * {@code |m - m'|^2 + tr(S + S' - 2 (S S')^{1/2})} (Heusel and others, NeurIPS 2017). The squared maximum mean
 * discrepancy has the kernel {@code exp(-|x - y| / s)} with the mean distance s within the reference, and is unbiased
 * (Gretton and others, JMLR 13, 2012). Distances in the features of different networks are not comparable.
 */
final class FeatureDistance {

    private final double[][] reference;
    private final double[] mean;
    private final RealMatrix covariance;
    /** The mean distance s within the reference. */
    private final double scale;
    /** The mean of the kernel within the reference. */
    private final double within;

    /** @param reference [count][features], at least two different rows */
    FeatureDistance(double[][] reference) {
        this.reference = reference;
        mean = mean(reference);
        covariance = new Covariance(reference).getCovarianceMatrix();
        scale = meanOfPairs(reference, distance -> distance);
        Check.that(scale > 0.0, "differ", "reference.length", reference.length);
        within = meanOfPairs(reference, this::kernel);
    }

    private double kernel(double distance) {
        return Math.exp(-distance / scale);
    }

    private static double[] mean(double[][] rows) {
        double[] mean = new double[rows[0].length];
        for (double[] row : rows) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += row[i] / rows.length;
            }
        }
        return mean;
    }

    /** The mean of a function of the distance, over all pairs of different rows. */
    private static double meanOfPairs(double[][] rows, DoubleUnaryOperator function) {
        double sum = 0.0;
        for (int k = 1; k < rows.length; k++) {
            for (int l = 0; l < k; l++) {
                sum += function.applyAsDouble(MathArrays.distance(rows[k], rows[l]));
            }
        }
        return sum / (0.5 * rows.length * (rows.length - 1.0));
    }

    /** The Frechet distance of features, [count][features], to the reference. */
    double frechet(double[][] features) {
        double[] other = mean(features);
        double sum = Math.pow(MathArrays.distance(mean, other), 2);
        RealMatrix second = new Covariance(features).getCovarianceMatrix();
        RealMatrix root = root(covariance);
        // S S' has the eigenvalues of the symmetric matrix S^{1/2} S' S^{1/2}
        EigenDecomposition product =
                new EigenDecomposition(symmetric(root.multiply(second).multiply(root)));
        for (double value : product.getRealEigenvalues()) {
            sum -= 2.0 * Math.sqrt(Math.max(0.0, value));
        }
        return sum + covariance.getTrace() + second.getTrace();
    }

    /** The square root of a symmetric matrix without negative eigenvalues. */
    private static RealMatrix root(RealMatrix matrix) {
        EigenDecomposition parts = new EigenDecomposition(matrix);
        RealMatrix values = parts.getD();
        for (int i = 0; i < values.getRowDimension(); i++) {
            values.setEntry(i, i, Math.sqrt(Math.max(0.0, values.getEntry(i, i))));
        }
        return symmetric(parts.getV().multiply(values).multiply(parts.getVT()));
    }

    /** The matrix with the rounding errors of its asymmetry removed, as EigenDecomposition requires. */
    private static RealMatrix symmetric(RealMatrix matrix) {
        return new Array2DRowRealMatrix(
                matrix.add(matrix.transpose()).scalarMultiply(0.5).getData());
    }

    /** The squared maximum mean discrepancy of features, [count][features], and the reference. It may be negative. */
    double discrepancy(double[][] features) {
        double between = 0.0;
        for (double[] feature : features) {
            for (double[] other : reference) {
                between += kernel(MathArrays.distance(feature, other));
            }
        }
        return within
                + meanOfPairs(features, this::kernel)
                - 2.0 * between / ((double) features.length * reference.length);
    }
}
