package dev.lbp.internal.select.glm;

import dev.lbp.internal.kernel.InnerProducts;
import dev.lbp.internal.select.likelihood.Likelihood;

/**
 * Computes {@code v = information W0 (x - B (B'W0 B)^-1 B'W0 x)} for a candidate's column x, where W0 is the
 * information of the model without variables and B has the columns of all models. The product of v with another
 * candidate's column is an element of the precision P of Zellner's prior. For one thread.
 */
final class PriorVectors {

    private final double[][] base;
    private final Likelihood.Curve curve;
    private final double information;
    private final double[][] weighed;
    private final double[][] factor;
    private final double[] parts;

    /**
     * @param eta of the model without variables
     */
    PriorVectors(GlmDesign design, Likelihood likelihood, double information, double[] eta) {
        this.base = design.base;
        this.information = information;
        this.curve = likelihood.newCurve();
        curve.at(eta);
        curve.decouple();
        int q = base.length;
        this.weighed = new double[q][likelihood.rows()];
        this.factor = new double[q][q];
        this.parts = new double[q];
        for (int k = 0; k < q; k++) {
            curve.weigh(base[k], weighed[k]);
            for (int l = 0; l <= k; l++) {
                factor[k][l] = InnerProducts.dot(weighed[k], base[l]);
            }
        }
        Cholesky.factorise(factor, q); // of B'W0 B
    }

    /** Computes v for a candidate's column x. */
    void of(double[] x, double[] v) {
        curve.weigh(x, v); // v = W0 x
        for (int k = 0; k < parts.length; k++) {
            parts[k] = InnerProducts.dot(v, base[k]);
        }
        // parts = (B'W0 B)^-1 B'W0 x, by the factor of B'W0 B
        Cholesky.forward(factor, parts.length, parts);
        Cholesky.backward(factor, parts.length, parts);
        for (int k = 0; k < parts.length; k++) {
            for (int t = 0; t < v.length; t++) {
                v[t] -= parts[k] * weighed[k][t]; // a column of W0 B
            }
        }
        for (int t = 0; t < v.length; t++) {
            v[t] *= information;
        }
    }
}
