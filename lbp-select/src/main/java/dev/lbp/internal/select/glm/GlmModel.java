package dev.lbp.internal.select.glm;

import dev.lbp.internal.Sum;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.kernel.InnerProducts;
import dev.lbp.internal.select.average.ModelPrior;
import dev.lbp.internal.select.average.SubsetModel;
import dev.lbp.internal.select.data.DataException;
import dev.lbp.internal.select.likelihood.Likelihood;
import dev.lbp.internal.select.prior.GlmPrior;
import java.util.Arrays;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The posterior distribution of the models of a generalised linear regression: a site for each candidate variable, 1 if
 * it is in. {@code log pi = log-evidence + log prior}, the evidence by Laplace's method, see {@link GlmFit}. Log-ratios
 * are estimates, see {@link ToggleEstimates}.
 */
final class GlmModel extends SubsetModel {

    private static final long serialVersionUID = 1L;

    private static final int MOST_HALVINGS = 200;

    final GlmDesign design;
    final Likelihood likelihood;
    final GlmPrior prior;

    /** By candidate column, the diagonal element of P. */
    private final float[] priorDiagonal;

    /** The coefficients of the base columns in the model without variables: where Newton's method starts. */
    private final double[] start;

    /** The linear predictor of the model without variables, by row. */
    private final double[] nullEta;

    /** The log-likelihood of the model without variables. */
    final double nullLogLikelihood;

    /** The size estimated in the model without variables; NaN if none is estimated. */
    final double nullSize;

    /** Estimates of the log-ratios at the model without variables. */
    private final float[] atNull;

    /**
     * @param firstColumn [p + 1], where each variable's columns begin; at the end the number of columns
     * @param mostColumns the largest number of columns in a model
     * @throws IllegalArgumentException if possible models have hardly any prior probability
     * @throws DataException if the model without variables has no fit
     */
    GlmModel(
            GlmDesign design,
            Likelihood likelihood,
            GlmPrior prior,
            ModelPrior models,
            int[] firstColumn,
            int mostColumns) {
        super(models, firstColumn, mostColumns);
        this.design = design;
        this.likelihood = likelihood;
        this.prior = prior;
        GlmFit empty = empty();
        this.start = Arrays.copyOf(empty.coefficients, design.base.length);
        this.nullLogLikelihood = empty.logLikelihood;
        this.nullSize = empty.curve.size();
        this.nullEta = empty.eta;
        this.priorDiagonal = diagonalOfPrior();
        this.atNull = estimatesAtNull();
    }

    /** The diagonal of the prior's precision of all candidates' columns. */
    private float[] diagonalOfPrior() {
        float[] diagonal = new float[design.columns.length];
        PriorVectors vectors = priorVectors();
        double[] vector = new double[likelihood.rows()];
        for (int j = 0; j < diagonal.length; j++) {
            diagonal[j] = (float) prior.ridge();
            if (vectors != null) {
                vectors.of(design.columns[j], vector);
                diagonal[j] = (float) InnerProducts.dot(vector, design.columns[j]);
            }
        }
        return diagonal;
    }

    /** Estimates the log-ratios of all flips of the model without variables, fitted with the prior of all models. */
    private float[] estimatesAtNull() {
        float[] estimates = new float[dimension()];
        GlmFit fit = newFit();
        load(fit, new int[0]);
        new ToggleEstimates(this).of(fit, estimates);
        return estimates;
    }

    /**
     * The fit without variables. Newton's method reaches it from a typical eta, unless events are very rare; then it
     * starts at the maximum, which bisection finds.
     */
    private GlmFit empty() {
        if (!likelihood.hasConstant()) {
            return emptyFit(0.0);
        }
        double known = Arrays.stream(likelihood.offset()).average().orElseThrow();
        try {
            return emptyFit(likelihood.typical() - known);
        } catch (DataException e) {
            return emptyFit(constant());
        }
    }

    /**
     * The constant of largest likelihood, at any distance from the typical eta: the score, which is the sum of the
     * rows' derivatives, falls in it, so that halving an interval finds its zero. Newton's method needs about one step
     * for each unit of distance, and overflows on the way. A score that overflows
     * is NaN or -infinity, so the value counts as too large.
     */
    private double constant() {
        Likelihood.Curve curve = likelihood.newCurve();
        double[] eta = new double[likelihood.rows()];
        DoublePredicate isBelow = value -> {
            Arrays.setAll(eta, t -> value + likelihood.offset()[t]);
            curve.at(eta);
            double sum = Sum.of(curve.score());
            return sum > 0.0;
        };
        double low = likelihood.typical();
        double high = low;
        for (double width = 1.0; isBelow.test(high) && width < Double.MAX_VALUE; width *= 2.0) {
            low = high;
            high += width;
        }
        for (double width = 1.0; !isBelow.test(low) && width < Double.MAX_VALUE; width *= 2.0) {
            high = low;
            low -= width;
        }
        for (int k = 0; k < MOST_HALVINGS && Math.nextUp(low) < high; k++) {
            double middle = low + 0.5 * (high - low);
            boolean below = isBelow.test(middle);
            low = below ? middle : low;
            high = below ? high : middle;
        }
        return low;
    }

    /** Fits the model without variables. Newton's method starts at this constant term. */
    private GlmFit emptyFit(double constant) {
        double[] coefficients = new double[design.base.length];
        if (likelihood.hasConstant()) {
            coefficients[0] = constant / design.base[0][0]; // the constant's column has length 1, not elements 1
        }
        GlmFit fit = new GlmFit(design, likelihood, GlmPrior.FLAT, coefficients, null); // null: a flat prior has no P
        fit.load(new int[0]);
        return fit;
    }

    private @Nullable PriorVectors priorVectors() {
        return prior.isInformed() ? new PriorVectors(design, likelihood, prior.information(), nullEta) : null;
    }

    GlmFit newFit() {
        return new GlmFit(design, likelihood, prior, start, priorVectors());
    }

    @Override
    public String name() {
        return "variable selection, " + likelihood.name() + ", p=" + dimension();
    }

    /** False: log-ratios are estimates. */
    @Override
    public boolean exactFlips() {
        return false;
    }

    @Override
    public boolean costGrowsWithFlips() {
        return false;
    }

    /**
     * Checksums that tell data and priors apart. That of the data is of the estimates and the linear predictor at the
     * model without variables, since these depend on all columns and on the response.
     */
    @Override
    public Map<String, String> identity() {
        return Map.of(
                "data (checksum)",
                Fingerprint.of(
                        atNull.length + nullEta.length,
                        k -> k < atNull.length ? atNull[k] : nullEta[k - atNull.length]),
                "prior of coefficients (checksum)",
                // the change at made-up arguments tells penalties and local g-priors apart
                Fingerprint.of(priorDiagonal.length, j -> priorDiagonal[j] + prior.change(1, 1.0, 1, 1.0)),
                "prior of models (checksum)",
                priorFingerprint());
    }

    @Override
    public Tracker newTracker() {
        return new GlmTracker(this);
    }

    /** The estimated log-ratios of adding each variable to the empty model, less the smallest of them. */
    @Override
    protected double[] effects() {
        double[] weights = new double[dimension()];
        double least = IntStream.range(0, weights.length)
                .mapToDouble(site -> atNull[site])
                .min()
                .orElseThrow();
        for (int site = 0; site < weights.length; site++) {
            weights[site] = Math.max(atNull[site] - least, 0.0);
        }
        return weights;
    }

    @Override
    public byte[] start(UniformRandomProvider rng) {
        GlmFit fit = newFit();
        return draw(rng, (state, size, site) -> canEnter(fit, state, size, site));
    }

    /**
     * Whether a variable may enter the model that a chain is to start from: the larger model must have a fit. A model
     * of a size that the prior excludes is not asked for one, as the start only passes through it.
     */
    private boolean canEnter(GlmFit fit, byte[] state, int size, int site) {
        byte[] entered = state.clone();
        entered[site] = 1;
        return Double.isFinite(load(fit, ones(entered))) || logPrior(size + 1) == Double.NEGATIVE_INFINITY;
    }

    /**
     * Fits the model of some variables.
     *
     * @param sites ascending
     * @return its log-probability; negative infinity if it is impossible, and the fit is then of no use
     */
    double load(GlmFit fit, int[] sites) {
        int[] columns = columns(sites);
        if (columns.length > mostColumns
                || logPrior(sites.length) == Double.NEGATIVE_INFINITY
                || margins.lacking(sites).length > 0) {
            return Double.NEGATIVE_INFINITY;
        }
        return rounded(fit.load(columns) + logPrior(sites.length));
    }

    /** The diagonal element of P of a candidate's column. */
    float priorDiagonal(int column) {
        return priorDiagonal[column];
    }
}
