package dev.lbp.internal.select.glm;

import dev.lbp.internal.kernel.InnerProducts;
import dev.lbp.internal.select.prior.GlmPrior;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The precision P of the coefficients of one model's candidates under a {@link GlmPrior}, and its Cholesky factor. */
final class ModelPrecision {

    private final GlmPrior prior;

    /** The vectors of the prior's information; null if it has none. */
    private final @Nullable PriorVectors informed;

    private int size;
    private double[][] matrix = new double[0][];

    /** The Cholesky factor of P. */
    double[][] factor = new double[0][];

    /**
     * For each of the model's candidates its vector v, see {@link PriorVectors}; empty if the prior has no information.
     */
    double[][] vectors = new double[0][];

    private double logDet;

    ModelPrecision(GlmPrior prior, @Nullable PriorVectors informed) {
        this.prior = prior;
        this.informed = informed;
    }

    /** Makes room for models of this many candidates. */
    void allot(int room, int rows) {
        matrix = new double[room][room];
        factor = new double[room][room];
        vectors = new double[informed == null ? 0 : room][rows];
    }

    /**
     * Computes P and its factor.
     *
     * @param x [columns][rows], the columns of the model
     * @param first the index of the first candidate's column; those before it are in every model
     * @param candidates the number of columns from there on
     * @return false if P is singular
     */
    boolean load(double[][] x, int first, int candidates) {
        size = candidates;
        for (int i = 0; i < size; i++) {
            if (informed != null) {
                informed.of(x[first + i], vectors[i]);
            }
            for (int j = 0; j <= i; j++) {
                double value = i == j ? prior.ridge() : 0.0;
                if (informed != null) {
                    value += InnerProducts.dot(vectors[i], x[first + j]);
                }
                matrix[i][j] = value;
                matrix[j][i] = value;
                factor[i][j] = value;
            }
        }
        logDet = prior.isFlat() ? 0.0 : Cholesky.factorise(factor, size);
        return !Double.isNaN(logDet);
    }

    /** {@code log|P|}; 0 for a flat prior. */
    double logDet() {
        return logDet;
    }

    /**
     * {@code b'Pb} of the candidates' coefficients.
     *
     * @param first the place in b where they begin
     */
    double penalty(double[] b, int first) {
        if (prior.isFlat()) {
            return 0.0;
        }
        double sum = 0.0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                sum += b[first + i] * matrix[i][j] * b[first + j];
            }
        }
        return sum;
    }

    /** Adds P to the lower triangle of H, and takes P b off the gradient; both have the candidates from first on. */
    void addTo(double[][] h, double[] gradient, double[] b, int first) {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                h[first + i][first + j] += matrix[i][j];
            }
            for (int j = 0; j < size; j++) {
                gradient[first + i] -= matrix[i][j] * b[first + j];
            }
        }
    }

    /** Writes the vector v of {@link PriorVectors} for a column; zeros if the prior has no information. */
    void writePriorVector(double[] column, double[] out) {
        if (informed == null) {
            Arrays.fill(out, 0.0);
        } else {
            informed.of(column, out);
        }
    }
}
