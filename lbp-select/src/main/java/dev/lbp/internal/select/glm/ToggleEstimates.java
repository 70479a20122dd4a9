package dev.lbp.internal.select.glm;

import dev.lbp.internal.kernel.InnerProducts;

/**
 * Estimates of the log-ratios of all flips from one fit, by score tests of the candidates outside and Wald tests of
 * those inside. With the fit's mode b, H and P as in {@link GlmFit}, r the likelihood's gradient by row, and {@code u =
 * X'W x_j + P_.j}:
 *
 * <pre>{@code
 * add j:     d = s^2 / (2c) + log(pi / c) / 2     s = x_j'r - P_j. b,  c = x_j'W x_j + P_jj - u'H^-1 u,
 *                                                 pi = P_jj - P_j. P^-1 P_.j
 * delete k:  d = -b_k^2 / (2 [H^-1]_kk) + log([P^-1]_kk / [H^-1]_kk) / 2
 * }</pre>
 *
 * <p>With flat priors the logarithms are replaced by the penalty of a column. A local g-prior has a function of the
 * Wald statistic in its place; what a variable changes in H is not estimated. A variable of several columns has the
 * same formulas with matrices. Cost: O(n p k), in single precision.
 *
 * <p>The numbers are functions of the fitted model alone, so a chain that proposes by them and accepts by exact
 * log-probabilities is exact.
 */
final class ToggleEstimates {

    /** The least part of its information that a column keeps beside the others; what is less is rounding. */
    private static final float LEAST_PART = 1e-5f;

    /** The log-ratio of a variable that cannot enter: its columns are combinations of the model's, up to rounding. */
    private static final double IMPOSSIBLE = -500.0;

    /** Room for vectors beyond those that are needed, so that larger models seldom need more. */
    private static final int SPARE = 8;

    private final GlmModel model;
    private final int p;
    private final float[] scores;
    private final float[] squares;
    private final float[] priorSquares;

    /** By column j, c without its subtracted term: {@code x_j'W x_j + P_jj}. */
    private final float[] whole;

    /** First the likelihood's gradient by row, then the {@link #directions}: [][n], and their products with columns. */
    private float[][] vectors = new float[0][];

    private float[][] products = new float[0][];

    ToggleEstimates(GlmModel model) {
        this.model = model;
        this.p = model.design.names.length;
        this.scores = new float[p];
        this.squares = new float[p];
        this.priorSquares = new float[p];
        this.whole = new float[p];
    }

    /**
     * Estimates the changes of the log-evidence, not of the prior of models.
     *
     * @param fit a fitted model
     * @param out receives a number for each variable
     */
    void of(GlmFit fit, float[] out) {
        double[][] directions = directions(fit);
        double[][] priorDirections = priorDirections(fit);
        double[] score = score(fit);
        project(fit, score, directions, priorDirections);
        double[][] covariance = fit.covariance();
        double[][] priorCovariance =
                model.prior.isFlat() ? new double[0][] : Cholesky.inverse(fit.precision.factor, fit.size);
        int m = 0; // the place in the fit of the next variable that is in; both are in the order of columns
        for (int site = 0; site < out.length; site++) {
            int column = model.firstColumn(site);
            int count = model.firstColumn(site + 1) - column;
            if (m < fit.size && fit.columns[m] == column) {
                out[site] = (float) changeByDeleting(fit, m, count, covariance, priorCovariance);
                m += count;
            } else {
                out[site] = (float)
                        (count == 1
                                ? changeByAdding(fit, column)
                                : changeByAdding(fit, column, count, directions, priorDirections));
            }
        }
    }

    /**
     * The vectors d_i with {@code d_i'x_j = (L^-1 u)_i} for every column x_j, where {@code LL' = H}. So {@code sum_i
     * (d_i'x_j)^2 = u'H^-1 u}, which is subtracted in c, the information about b_j.
     */
    private static double[][] directions(GlmFit fit) {
        int q = fit.baseSize();
        double[][] made = new double[q + fit.size][fit.curve.score().length];
        for (int i = 0; i < made.length; i++) {
            fit.curve.weigh(fit.x[i], made[i]);
            if (i >= q && fit.precision.vectors.length > 0) {
                add(made[i], 1.0, fit.precision.vectors[i - q]); // the prior's part: its product with x_j is P_ij
            }
        }
        return whitened(made, fit.factor);
    }

    /**
     * The vectors d_i with {@code d_i'x_j = (L^-1 P_.j)_i} for every column x_j, where {@code LL' = P}. So {@code sum_i
     * (d_i'x_j)^2 = P_j. P^-1 P_.j}, which is subtracted in pi, the prior precision of b_j. Empty if the prior has no
     * term of the data's information, for P is then diagonal.
     */
    private static double[][] priorDirections(GlmFit fit) {
        double[][] made = new double[fit.precision.vectors.length > 0 ? fit.size : 0][];
        for (int i = 0; i < made.length; i++) {
            made[i] = fit.precision.vectors[i].clone();
        }
        return whitened(made, fit.precision.factor);
    }

    /** Replaces the rows of V, which are vectors, by those of {@code L^-1 V}, in place. */
    private static double[][] whitened(double[][] vectors, double[][] factor) {
        for (int i = 0; i < vectors.length; i++) {
            for (int j = 0; j < i; j++) {
                add(vectors[i], -factor[i][j], vectors[j]);
            }
            double scale = 1.0 / factor[i][i];
            for (int t = 0; t < vectors[i].length; t++) {
                vectors[i][t] *= scale;
            }
        }
        return vectors;
    }

    /**
     * The vector v with {@code s = x_j'v} for every column x_j: {@code v = r - sum over m of b_m v_m}, with the v_m of
     * {@link PriorVectors}.
     */
    private static double[] score(GlmFit fit) {
        double[] score = fit.curve.score().clone();
        for (int m = 0; m < (fit.precision.vectors.length > 0 ? fit.size : 0); m++) {
            add(score, -fit.coefficients[fit.baseSize() + m], fit.precision.vectors[m]);
        }
        return score;
    }

    /** {@code to += weight vector}. */
    private static void add(double[] to, double weight, double[] vector) {
        for (int t = 0; t < to.length; t++) {
            to[t] += weight * vector[t];
        }
    }

    /**
     * Computes for all columns the numbers of the formula of an addition: s, the score, in {@link #scores}; c, the
     * information that the fit's columns do not explain, in {@link #squares}; pi, that of the prior alone, in
     * {@link #priorSquares}.
     */
    private void project(GlmFit fit, double[] score, double[][] directions, double[][] priorDirections) {
        fit.curve.squares(model.design.rows, whole);
        for (int j = 0; j < p; j++) {
            whole[j] += model.priorDiagonal(j);
            squares[j] = whole[j];
            priorSquares[j] = model.priorDiagonal(j);
        }
        int prior = 1 + directions.length; // the place of the first prior direction, behind score and directions
        int count = prior + priorDirections.length;
        makeRoom(count);
        copy(score, 0);
        for (int d = 1; d < count; d++) {
            copy(d < prior ? directions[d - 1] : priorDirections[d - prior], d);
        }
        fit.kernel.products(model.design.rows, vectors, count, products);
        System.arraycopy(products[0], 0, scores, 0, p);
        for (int d = 1; d < count; d++) {
            subtractSquares(products[d], d < prior ? squares : priorSquares);
        }
    }

    private void makeRoom(int count) {
        if (vectors.length < count) {
            vectors = new float[count + SPARE][model.likelihood.rows()];
            products = new float[count + SPARE][p];
        }
    }

    /** Copies a vector to place d of {@link #vectors}, in single precision. */
    private void copy(double[] from, int d) {
        for (int t = 0; t < from.length; t++) {
            vectors[d][t] = (float) from[t];
        }
    }

    private static void subtractSquares(float[] product, float[] out) {
        for (int j = 0; j < out.length; j++) {
            out[j] = Math.fma(-product[j], product[j], out[j]);
        }
    }

    /** The change of the log-evidence if a variable of the single column j enters. */
    private double changeByAdding(GlmFit fit, int j) {
        double c = Math.max(squares[j], LEAST_PART * whole[j]);
        double s = scores[j];
        double rise = s * s / (2.0 * c); // of the log-density, to second order
        if (model.prior.isFlat()) {
            return model.prior.change(fit.size, fit.wald, 1, rise);
        }
        double pi = Math.max(priorSquares[j], LEAST_PART * model.priorDiagonal(j));
        return rise + 0.5 * StrictMath.log(pi / c);
    }

    /** The change of the log-evidence if a variable of several columns enters. */
    private double changeByAdding(
            GlmFit fit, int column, int count, double[][] directions, double[][] priorDirections) {
        // c, pi and s of the formula of an addition, as matrices and a vector
        double[][] c = new double[count][count];
        double[][] pi = new double[count][count];
        double[] s = new double[count];
        double[] weighed = new double[model.likelihood.rows()];
        double[] informed = new double[model.likelihood.rows()];
        for (int i = 0; i < count; i++) {
            double[] x = model.design.columns[column + i];
            s[i] = scores[column + i];
            fit.curve.weigh(x, weighed);
            fit.precision.writePriorVector(x, informed);
            for (int j = 0; j <= i; j++) {
                double[] other = model.design.columns[column + j];
                double prior = InnerProducts.dot(informed, other) + (i == j ? model.prior.ridge() : 0.0);
                pi[i][j] = prior - explained(priorDirections, x, other);
                c[i][j] = InnerProducts.dot(weighed, other) + prior - explained(directions, x, other);
            }
        }
        double logDet = Cholesky.factorise(c, count);
        double logDetPrior = model.prior.isFlat() ? 0.0 : Cholesky.factorise(pi, count);
        if (Double.isNaN(logDet + logDetPrior)) {
            return IMPOSSIBLE;
        }
        Cholesky.forward(c, count, s);
        double rise = 0.5 * InnerProducts.dot(s, s);
        return model.prior.isFlat()
                ? model.prior.change(fit.size, fit.wald, count, rise)
                : rise + 0.5 * (logDetPrior - logDet);
    }

    /** The sum over the directions d of {@code d'x d'y}: the part of {@code x'y} that the model's columns explain. */
    private static double explained(double[][] directions, double[] x, double[] y) {
        double sum = 0.0;
        for (double[] direction : directions) {
            sum += InnerProducts.dot(direction, x) * InnerProducts.dot(direction, y);
        }
        return sum;
    }

    /**
     * The change of the log-evidence if a variable leaves, whose columns have the places m to m + count - 1 in the fit.
     */
    private double changeByDeleting(GlmFit fit, int m, int count, double[][] covariance, double[][] priorCovariance) {
        int at = fit.baseSize() + m;
        double[][] block = new double[count][count];
        double[][] priorBlock = new double[count][count];
        double[] b = new double[count];
        for (int i = 0; i < count; i++) {
            b[i] = fit.coefficients[at + i];
            System.arraycopy(covariance[at + i], at, block[i], 0, count);
            if (priorCovariance.length > 0) {
                System.arraycopy(priorCovariance[m + i], m, priorBlock[i], 0, count);
            }
        }
        double logDet = Cholesky.factorise(block, count);
        Cholesky.forward(block, count, b);
        double fall = -0.5 * InnerProducts.dot(b, b); // half the Wald statistic b'B^-1 b, B the block of H^-1
        return model.prior.isFlat()
                ? model.prior.change(fit.size, fit.wald, -count, fall)
                : fall + 0.5 * (Cholesky.factorise(priorBlock, count) - logDet);
    }
}
