package dev.lbp.internal.select.glm;

import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.kernel.InnerProducts;
import dev.lbp.internal.select.average.StartingModels;
import dev.lbp.internal.select.data.DataException;
import dev.lbp.internal.select.likelihood.Likelihood;
import dev.lbp.internal.select.prior.GlmPrior;
import dev.lbp.internal.select.prior.SizePrior;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The posterior distribution of the models of a generalised linear regression: a site for each candidate variable, 1 if
 * it is in. {@code log pi = log-evidence + log prior}, the evidence by Laplace's method, see {@link GlmFit}. Log-ratios
 * are estimates, see {@link ToggleEstimates}.
 */
final class GlmModel implements LocalEnergyModel {

    private static final long serialVersionUID = 1L;

    /** Log-probabilities are multiples of 2^-36, far above their rounding errors. */
    private static final double PER_QUANTUM = 0x1p36;

    final GlmDesign design;
    final Likelihood likelihood;
    final GlmPrior prior;

    /** By model size, 0 to p + 1; -Infinity from the first size that is too large. */
    private final double[] logPrior;

    private final int[] firstColumn;
    private final int mostSites;
    private final int mostColumns;
    private final float[] priorDiagonal;

    /** Base coefficients and eta of the model without variables. */
    private final double[] start;

    private final double[] nullEta;

    /** The log-likelihood of the model without variables. */
    final double nullLogLikelihood;

    /** Estimates of the log-ratios at the model without variables. */
    private final float[] atNull;

    /**
     * @param firstColumn p + 1 places
     * @param mostSites the largest number of variables in a model
     * @param mostColumns the largest number of columns in a model
     * @throws DataException if the model without variables has no fit
     */
    GlmModel(
            GlmDesign design,
            Likelihood likelihood,
            GlmPrior prior,
            SizePrior inclusion,
            int[] firstColumn,
            int mostSites,
            int mostColumns) {
        this.design = design;
        this.likelihood = likelihood;
        this.prior = prior;
        this.firstColumn = firstColumn;
        int p = firstColumn.length - 1;
        this.mostSites = Math.min(mostSites, p);
        this.mostColumns = mostColumns;
        this.logPrior = new double[p + 2];
        Arrays.fill(logPrior, Double.NEGATIVE_INFINITY);
        for (int size = 0; size <= this.mostSites; size++) {
            logPrior[size] = inclusion.logPrior(size, p);
        }
        GlmFit empty = empty();
        this.start = Arrays.copyOf(empty.coefficients, design.base.length);
        this.nullLogLikelihood = empty.logLikelihood();
        this.nullEta = empty.eta();
        this.priorDiagonal = new float[design.columns.length];
        PriorVectors vectors = priorVectors();
        double[] vector = new double[likelihood.rows()];
        for (int j = 0; j < priorDiagonal.length; j++) {
            priorDiagonal[j] = (float) prior.ridge();
            if (vectors != null) {
                vectors.of(design.columns[j], vector);
                priorDiagonal[j] = (float) InnerProducts.dot(vector, design.columns[j]);
            }
        }
        this.atNull = new float[p];
        GlmFit fit = newFit();
        load(fit, new int[0]);
        new ToggleEstimates(this).of(fit, atNull);
    }

    /** The fit without variables. Newton's method reaches it from a typical eta, unless events are very rare. */
    private GlmFit empty() {
        if (!likelihood.hasConstant()) {
            return emptyFrom(0.0);
        }
        double known = Arrays.stream(likelihood.offset()).average().orElseThrow();
        try {
            return emptyFrom(likelihood.typical() - known);
        } catch (DataException e) {
            return emptyFrom(Intercept.of(likelihood));
        }
    }

    private GlmFit emptyFrom(double constant) {
        double[] coefficients = new double[design.base.length];
        if (likelihood.hasConstant()) {
            coefficients[0] = constant / design.base[0][0];
        }
        GlmFit fit = new GlmFit(design, likelihood, GlmPrior.FLAT, coefficients, null);
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
    public int dimension() {
        return firstColumn.length - 1;
    }

    @Override
    public String name() {
        return "variable selection, " + likelihood.name() + ", p=" + dimension();
    }

    /** False: {@link ToggleEstimates}. */
    @Override
    public boolean exactFlips() {
        return false;
    }

    @Override
    public boolean costGrowsWithFlips() {
        return false;
    }

    /**
     * Checksums of the estimates at the model without variables, which all columns and the response enter, and of the
     * priors.
     */
    @Override
    public Map<String, String> identity() {
        return Map.of(
                "data (checksum)",
                Fingerprint.of(
                        atNull.length + nullEta.length,
                        k -> k < atNull.length ? atNull[k] : nullEta[k - atNull.length]),
                "prior of coefficients (checksum)",
                Fingerprint.of(priorDiagonal.length, j -> priorDiagonal[j] + prior.penalty() + prior.local()),
                "prior of models (checksum)",
                Fingerprint.of(logPrior.length, size -> logPrior[size]));
    }

    @Override
    public Tracker newTracker() {
        return new GlmTracker(this);
    }

    /** A {@link StartingModels model} by what a score test says of each variable alone. */
    @Override
    public byte[] start(UniformRandomProvider rng) {
        double[] weights = new double[dimension()];
        double least = least();
        for (int site = 0; site < weights.length; site++) {
            weights[site] = Math.max(atNull[site] - least, 0.0);
        }
        GlmFit fit = newFit();
        return StartingModels.draw(
                rng, weights, mostSites, logPrior, (state, size, site) -> canEnter(fit, state, size, site));
    }

    private boolean canEnter(GlmFit fit, byte[] state, int size, int site) {
        byte[] entered = state.clone();
        entered[site] = 1;
        return Double.isFinite(load(fit, sites(entered))) || logPrior[size + 1] == Double.NEGATIVE_INFINITY;
    }

    /** The least of the estimates at the model without variables. */
    private double least() {
        double least = Double.POSITIVE_INFINITY;
        for (float value : atNull) {
            least = Math.min(least, value);
        }
        return least;
    }

    /** The variables that are in, ascending. */
    static int[] sites(byte[] state) {
        return IntStream.range(0, state.length).filter(site -> state[site] != 0).toArray();
    }

    /**
     * Fits the model of some variables.
     *
     * @param sites ascending
     * @return its log-probability; negative infinity if it is impossible, and the fit is then of no use
     */
    double load(GlmFit fit, int[] sites) {
        int[] columns = IntStream.of(sites)
                .flatMap(site -> IntStream.range(firstColumn[site], firstColumn[site + 1]))
                .toArray();
        if (columns.length > mostColumns || logPrior[sites.length] == Double.NEGATIVE_INFINITY) {
            return Double.NEGATIVE_INFINITY;
        }
        double value = fit.load(columns) + logPrior[sites.length];
        return Math.rint(value * PER_QUANTUM) / PER_QUANTUM;
    }

    int firstColumn(int site) {
        return firstColumn[site];
    }

    /** The diagonal of P. */
    float priorDiagonal(int column) {
        return priorDiagonal[column];
    }

    /** The log-prior of one model of this size, 0 to p + 1. */
    double logPrior(int size) {
        return logPrior[size];
    }
}
