package dev.lbp.internal.select.glm;

import dev.lbp.internal.kernel.InnerProducts;
import dev.lbp.internal.kernel.ProductKernel;
import dev.lbp.internal.kernel.ProductKernels;
import dev.lbp.internal.select.average.Term;
import dev.lbp.internal.select.data.DataException;
import dev.lbp.internal.select.likelihood.Likelihood;
import dev.lbp.internal.select.prior.Combination;
import dev.lbp.internal.select.prior.GlmPrior;
import dev.lbp.internal.select.prior.LocalG;
import dev.lbp.internal.select.prior.PosteriorPart;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The mode of the posterior density of one model's coefficients, and the evidence by Laplace's method:
 *
 * <pre>{@code
 * log m = l(b) - b'Pb / 2 + log|P| / 2 - log|H| / 2,   H = X'WX + P
 * }</pre>
 *
 * <p>b is the mode, X the model's columns behind those of all models, P the {@link GlmPrior}, l the
 * {@link Likelihood}. Newton's method starts at the same place for every model and stops by a fixed rule, so that the
 * result is a function of the set of columns to the last bit. A fit of k columns costs O(n k^2) for each of about six
 * steps.
 *
 * <p>Under a {@link LocalG} b is the largest likelihood and {@code log m = l(b) - log|H_aa| / 2 + log(k, q)}, a the
 * columns that all models have, k the number of others and {@code q = b_k' (H_kk - H_ka H_aa^-1 H_ak) b_k}.
 * Coefficients are then those of the largest likelihood, but for {@code b_a + H_aa^-1 H_ak b_k}, which g does not
 * change.
 */
public final class GlmFit {

    /** A Newton step of a smaller squared length, in posterior standard deviations, is not taken: the fit has ended. */
    private static final double CONVERGED = 1e-16;

    /** The squared length up to which rounding errors may keep a step from raising the density. */
    private static final double NEARLY = 1e-6;

    /** {@link #NEARLY} as a part of the logarithm of the density, for densities with larger rounding errors. */
    private static final double NEARLY_PART = 0x1p-43;

    private static final int MOST_STEPS = 200;

    /** The usual number of steps of a fit, about. */
    private static final int STEPS = 7;

    /**
     * The largest number of steps near the maximum, if priors are flat. Fits that have a maximum take about 7 steps,
     * seldom 15. Where the likelihood grows without end, each step divides the rest of its growth by e, so that after
     * 37 and more steps it would pass for a maximum.
     */
    private static final int MOST_FLAT_STEPS = 30;

    /** The squared length of a step that is near the maximum. A start that is far away needs further steps before. */
    private static final double NEAR = 1.0;

    /** A column may depend on those before it if its squared residual on them is below this share of its square. */
    private static final double COLLINEAR = 1e-6;

    private static final int MOST_HALVINGS = 40;

    private final GlmDesign design;
    private final Likelihood likelihood;
    private final GlmPrior prior;

    /** The coefficients of the base columns in the model without variables, where fits start. */
    private final double[] start;

    /** The precision P of the prior of the model's coefficients. */
    final ModelPrecision precision;

    final Likelihood.Curve curve;
    /** The linear predictor at the mode, under a local g-prior at the largest likelihood. */
    final double[] eta;

    private final double[] there; // a linear predictor that is tried
    private final double[] direction; // the change of the linear predictor by a step
    private final double[] zeros;

    /** The candidates' columns of the model, in the first {@link #size} places, ascending. */
    int[] columns = new int[0];

    int size;

    /** All columns of the model: those of the base, then the candidates'. */
    double[][] x = new double[0][];

    /** The coefficients of all columns. */
    double[] coefficients = new double[0];

    /** The Cholesky factor of H. */
    double[][] factor = new double[0][];

    private double[][] weighed = new double[0][]; // W times the columns
    private double[][] blocks = new double[0][]; // the columns as the kernel has prepared them

    /** The kernel that multiplies the columns of this fit; each fit chooses it by the amount of work. */
    ProductKernel kernel = ProductKernels.next(0);

    private double[] gradient = new double[0];
    private double[] step = new double[0];
    private double[] next = new double[0];
    /** The log-likelihood at the mode. */
    double logLikelihood;

    /** Under a local g-prior {@code L_kk' b_k}: L is the Cholesky factor of H, and k stands for the candidates. */
    private double[] root = new double[0];

    /** The Wald statistic of the candidates' coefficients: the squared length of {@link #root}. */
    double wald;

    /** {@code H_aa^-1 H_ak b_k}: the base columns' coefficients grow by it if the candidates' shrink to 0. */
    private double[] moved = new double[0];

    GlmFit(GlmDesign design, Likelihood likelihood, GlmPrior prior, double[] start, @Nullable PriorVectors informed) {
        this.design = design;
        this.likelihood = likelihood;
        this.prior = prior;
        this.start = start;
        this.precision = new ModelPrecision(prior, informed);
        this.curve = likelihood.newCurve();
        this.eta = new double[likelihood.rows()];
        this.there = new double[likelihood.rows()];
        this.direction = new double[likelihood.rows()];
        this.zeros = new double[likelihood.rows()];
    }

    /** The number of columns that all models have. */
    int baseSize() {
        return design.base.length;
    }

    /** The linear predictor at the mode, or at the posterior mean under a local g-prior; valid until the next call. */
    double[] predictor() {
        double[] b = coefficients.clone();
        if (prior.local() != null) {
            double shrinkage = 0.0;
            for (PosteriorPart part : parts().get()) {
                shrinkage += part.weight() * part.shrinkage();
            }
            for (int m = 0; m < baseSize() + size; m++) {
                b[m] = m < baseSize() ? b[m] - shrinkage * moved[m] : shrinkage * b[m]; // those of the base follow
            }
        }
        predict(b, likelihood.offset(), there);
        return there;
    }

    /**
     * The linear predictor at a new row, as a combination of coefficients; {@link #parts} give its distribution.
     *
     * @param row with a known part of the predictor as its offset
     */
    Combination predictor(Term row) {
        int q = baseSize();
        double[] at = new double[q + size];
        double location = row.offset();
        for (int m = 0; m < at.length; m++) {
            at[m] = m < q ? row.base()[m] : row.columns()[columns[m - q]];
            location += coefficients[m] * at[m];
        }
        double fixed = row.offset(); // with the part of the columns that all models have, which are not shrunk
        for (int m = 0; m < q; m++) {
            fixed += coefficients[m] * at[m];
        }
        Cholesky.forward(factor, at.length, at);
        if (prior.local() == null) {
            return new Combination(0.0, location, InnerProducts.dot(at, at), 0.0);
        }
        double shrunk = 0.0;
        double form = 0.0;
        for (int m = 0; m < size; m++) {
            shrunk += at[q + m] * root[m];
            form += at[q + m] * at[q + m];
        }
        return new Combination(fixed, shrunk, form, InnerProducts.dot(at, at) - form);
    }

    /** The inverse of H. */
    double[][] covariance() {
        return Cholesky.inverse(factor, baseSize() + size);
    }

    /**
     * Fits a model.
     *
     * @param candidates its columns, ascending; copied
     * @return the log-evidence; negative infinity if the model is impossible: one of its columns is a combination of
     *     the others
     * @throws DataException if the density has no maximum
     */
    double load(int[] candidates) {
        allot(candidates);
        curve.restart();
        int k = baseSize() + size;
        kernel = ProductKernels.next((long) STEPS * k * k / 2 * eta.length);
        kernel.prepare(x, k, blocks);
        if (!precision.load(x, baseSize(), size)) { // P is singular
            if (isNearlyCollinear(k)) {
                return Double.NEGATIVE_INFINITY;
            }
            throw failure(false);
        }
        Arrays.fill(coefficients, 0.0);
        System.arraycopy(start, 0, coefficients, 0, start.length);
        predict(coefficients, likelihood.offset(), eta);
        double here = density(eta, coefficients);
        double before = Double.POSITIVE_INFINITY;
        int most = prior.isFlat() || size == 0 ? MOST_FLAT_STEPS : MOST_STEPS; // of the short steps, near the mode
        int nearSteps = 0;
        for (int steps = 0; steps < MOST_STEPS && nearSteps < most; steps++) {
            double logDet = differentiate();
            if (Double.isNaN(logDet)) {
                if (steps == 0 && size > 0 && isNearlyCollinear(k)) {
                    return Double.NEGATIVE_INFINITY;
                }
                throw failure(before <= Separation.MOVE);
            }
            System.arraycopy(gradient, 0, step, 0, k);
            Cholesky.forward(factor, k, step);
            double decrement = 0.0; // the squared length of the Newton step in posterior standard deviations, g'H^-1 g
            for (int m = 0; m < k; m++) {
                decrement += step[m] * step[m];
            }
            if (decrement <= CONVERGED || decrement <= NEARLY && decrement >= before) { // or stopped by rounding errors
                return finish(here, logDet);
            }
            before = decrement;
            nearSteps += decrement < NEAR ? 1 : 0;
            Cholesky.backward(factor, k, step);
            here = advance(here, decrement <= Math.max(NEARLY, NEARLY_PART * Math.abs(here)));
        }
        throw failure(before <= Separation.MOVE);
    }

    /** Whether H or P has no factor because columns are nearly collinear, and not because W is 0 in most rows. */
    private boolean isNearlyCollinear(int k) {
        kernel.triangle(x, x, blocks, k, factor); // X'X, without weights
        double[] squares = new double[k];
        Arrays.setAll(squares, m -> factor[m][m]);
        return Double.isNaN(Cholesky.factorise(factor, k))
                || IntStream.range(0, k).anyMatch(m -> factor[m][m] * factor[m][m] < COLLINEAR * squares[m]);
    }

    /** Computes what depends on the mode, with log-density {@code here} and log|H|. Returns the log-evidence. */
    private double finish(double here, double logDet) {
        logLikelihood = here + 0.5 * precision.penalty(coefficients, baseSize());
        LocalG local = prior.local();
        if (local != null) {
            return here + shrink(local) + curve.logSpread();
        }
        double spread = prior.isFlat() ? 0.0 : curve.logSpread() - 0.5 * logDet;
        return here + 0.5 * precision.logDet() - prior.penalty() * size + spread;
    }

    /**
     * Prepares the fit for a prior of g, which shrinks the candidates' coefficients: computes {@link #root} and {@link
     * #wald}, and replaces the coefficients of the base columns by those that they have if the candidates' are 0.
     * Returns the log-evidence less the largest log-likelihood.
     */
    private double shrink(LocalG local) {
        int q = baseSize();
        double value = 0.0;
        for (int m = 0; m < q; m++) {
            value -= StrictMath.log(factor[m][m]); // in all -log|H_aa| / 2
        }
        moved = new double[q];
        root = new double[size];
        wald = 0.0;
        for (int j = 0; j < size; j++) {
            for (int i = j; i < size; i++) {
                root[j] += factor[q + i][q + j] * coefficients[q + i];
            }
            wald += root[j] * root[j]; // root is L_kk' b_k
            for (int m = 0; m < q; m++) {
                moved[m] += factor[q + j][m] * coefficients[q + j]; // L_ka' b, L_ka the factor's rows of candidates
            }
        }
        Cholesky.backward(factor, q, moved);
        for (int m = 0; m < q; m++) {
            coefficients[m] += moved[m];
        }
        return value + local.logFactor(size, wald);
    }

    /** Gives the posterior distribution of {@link #predictor(Term)} and of coefficients, also once this fit changed. */
    Supplier<PosteriorPart[]> parts() {
        LocalG local = prior.local();
        if (local == null) {
            return GlmMoments.PARTS;
        }
        int k = size;
        double statistic = wald;
        return () -> local.parts(k, statistic);
    }

    /** Sets the columns of the model, and makes room for them. */
    private void allot(int[] candidates) {
        columns = candidates.clone();
        size = candidates.length;
        int q = baseSize();
        int k = q + size;
        if (coefficients.length < k) {
            int room = k + 8;
            coefficients = new double[room];
            gradient = new double[room];
            step = new double[room];
            next = new double[room];
            x = new double[room][];
            factor = new double[room][room];
            precision.allot(room, eta.length);
            weighed = new double[room][eta.length];
            blocks = new double[room / 4][4 * eta.length];
        }
        for (int m = 0; m < q; m++) {
            x[m] = design.base[m];
        }
        for (int m = 0; m < size; m++) {
            x[q + m] = design.columns[columns[m]];
        }
    }

    /**
     * The log-density of the posterior distribution at other coefficients, up to a constant of the model. This
     * moves the derivatives to b, so {@link ToggleEstimates} can no longer use the fit.
     */
    double logDensity(double[] b) {
        predict(b, likelihood.offset(), there);
        return density(there, b);
    }

    /** The posterior log-density, up to a constant, of coefficients b, whose linear predictor is {@code at}. */
    private double density(double[] at, double[] b) {
        return curve.at(at) - 0.5 * precision.penalty(b, baseSize());
    }

    /** {@code out = from + X b}. */
    private void predict(double[] b, double[] from, double[] out) {
        System.arraycopy(from, 0, out, 0, out.length);
        for (int m = 0; m < baseSize() + size; m++) {
            double weight = b[m];
            double[] column = x[m];
            if (weight != 0.0) {
                for (int t = 0; t < out.length; t++) {
                    out[t] += weight * column[t];
                }
            }
        }
    }

    /** Computes the gradient and the factor of H at the last evaluation. Returns log det H, NaN if there is none. */
    private double differentiate() {
        int k = baseSize() + size;
        for (int i = 0; i < k; i++) {
            curve.weigh(x[i], weighed[i]);
        }
        kernel.triangle(weighed, x, blocks, k, factor);
        kernel.products(curve.score(), x, k, gradient);
        precision.addTo(factor, gradient, coefficients, baseSize());
        double logDet = Cholesky.factorise(factor, k);
        return Double.isNaN(logDet) && curve.decouple() ? differentiate() : logDet; // a coupled W may be indefinite
    }

    /**
     * Takes the step, or the first of its halves, quarters, .. that raises the log-density. Returns the new value.
     *
     * @param nearly whether the step is so small that it is taken anyway, since rounding errors may hide the rise
     */
    private double advance(double here, boolean nearly) {
        predict(step, zeros, direction);
        double part = 1.0;
        for (int halving = 0; halving < MOST_HALVINGS; halving++) {
            for (int t = 0; t < eta.length; t++) {
                there[t] = eta[t] + part * direction[t];
            }
            for (int m = 0; m < baseSize() + size; m++) {
                next[m] = coefficients[m] + part * step[m];
            }
            double value = density(there, next);
            if (value >= here || nearly) {
                System.arraycopy(there, 0, eta, 0, eta.length);
                System.arraycopy(next, 0, coefficients, 0, next.length);
                return value;
            }
            part *= 0.5;
        }
        throw failure(false);
    }

    /** Says why there is no fit. Without a maximum of the likelihood the last gains are small and the steps are not. */
    private DataException failure(boolean gainsAreSmall) {
        predict(step, zeros, direction); // by how much the last step changes eta
        double move = Arrays.stream(direction).map(Math::abs).max().orElse(0.0);
        return Separation.noFit(gainsAreSmall && move > Separation.MOVE, columns, design.names);
    }
}
