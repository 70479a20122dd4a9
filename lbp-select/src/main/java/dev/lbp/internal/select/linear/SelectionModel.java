package dev.lbp.internal.select.linear;

import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.select.average.ModelPrior;
import dev.lbp.internal.select.average.SubsetModel;
import dev.lbp.internal.select.prior.AdditionEvidence;
import dev.lbp.select.prior.Evidence;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The posterior distribution of models: a site for each candidate variable, 1 if it is in.
 * {@code log pi = log-evidence + log prior}. A variable is one column, or several that enter together.
 */
public final class SelectionModel extends SubsetModel {

    private static final long serialVersionUID = 1L;

    /**
     * The largest error of a log-probability by rounding errors of products: in double precision, then in single.
     */
    private static final double TOLERANCE = 1e-7;

    private static final double SINGLE_TOLERANCE = 1e-3;

    /** The step of the difference quotient of {@link #slope}, as a part of rss. */
    private static final double PROBE = 1e-4;

    public final Gram gram;

    /** What is added to the diagonal of X'X; 0 but for ridge priors. */
    public final double lambda;

    /** The columns of all variables that have more than one. */
    final int[] groupColumns;

    final Evidence evidence;

    /** The error of a log-probability, by rounding errors of products of columns, above which a fit becomes exact. */
    final double tolerance;

    private final int[] siteOf;

    /**
     * @param firstColumn [p + 1], where each variable's columns begin; at the end the number of columns
     * @param mostColumns the largest number of columns in a model
     * @throws IllegalArgumentException if possible models have hardly any prior probability
     */
    public SelectionModel(
            Gram gram, double lambda, Evidence evidence, ModelPrior prior, int[] firstColumn, int mostColumns) {
        super(prior, firstColumn, mostColumns);
        this.gram = gram;
        this.lambda = lambda;
        this.evidence = evidence;
        this.tolerance = gram.isSingle() ? SINGLE_TOLERANCE : TOLERANCE;
        int p = dimension();
        this.siteOf = new int[firstColumn[p]];
        for (int site = 0; site < p; site++) {
            Arrays.fill(siteOf, firstColumn[site], firstColumn[site + 1], site);
        }
        this.groupColumns = IntStream.range(0, p)
                .filter(this::isGroup)
                .flatMap(site -> IntStream.range(firstColumn[site], firstColumn[site + 1]))
                .toArray();
    }

    @Override
    public String name() {
        return "variable selection, p=" + dimension();
    }

    /** Checksums of the products of columns and response, and of the two priors. */
    @Override
    public Map<String, String> identity() {
        int columns = gram.columns();
        return Map.of(
                "data (checksum)",
                Fingerprint.of(2 * columns, j -> j < columns ? gram.response(j) : gram.at(0, j - columns)),
                // lambda, and the evidence of three made-up models, of 0 to 2 columns
                "prior of coefficients (checksum)",
                Fingerprint.of(3, k -> lambda + evidence.logEvidence(k, 1.0 / (k + 1), 0.5 * k)),
                "prior of models (checksum)",
                priorFingerprint());
    }

    @Override
    public Tracker newTracker() {
        return new SelectionTracker(this);
    }

    /** The squared correlations with the response. */
    @Override
    protected double[] effects() {
        double[] weights = new double[dimension()];
        for (int site = 0; site < weights.length; site++) {
            double response = gram.response(firstColumn(site));
            weights[site] = response * response;
        }
        return weights;
    }

    @Override
    public byte[] start(UniformRandomProvider rng) {
        LinearFit fit = new LinearFit(gram, lambda);
        return draw(rng, (state, size, site) -> enter(fit, site)); // the fit follows the state that is drawn
    }

    /** Adds a variable's columns to a fit. Returns false, and leaves the fit as it was, if that is impossible. */
    boolean enter(LinearFit fit, int site) {
        ColumnChange unused = new ColumnChange();
        for (int column = firstColumn(site); column < firstColumn(site + 1); column++) {
            if (fit.size() == mostColumns || !fit.add(column, unused)) {
                for (int entered = firstColumn(site); entered < column; entered++) {
                    fit.remove(fit.solution.place(entered), unused);
                }
                return false;
            }
        }
        return true;
    }

    /**
     * Makes a fit that of some variables, with the digits that their evidence needs.
     *
     * @param sites ascending
     * @return false if the variables have no fit; {@code fit} then is of no use
     */
    boolean load(LinearFit fit, int[] sites) {
        int[] columns = columns(sites);
        boolean possible = columns.length <= mostColumns && fit.load(columns);
        if (possible) {
            sharpen(fit);
        }
        return possible;
    }

    /** The variable of a column. */
    int site(int column) {
        return siteOf[column];
    }

    /** Whether a variable has several columns. */
    boolean isGroup(int site) {
        return firstColumn(site + 1) - firstColumn(site) > 1;
    }

    /** The rounded log-probability of a model of some size. */
    double logProb(LinearFit fit, int size) {
        sharpen(fit);
        return rounded(logEvidence(fit.size(), fit.rss(), fit.logDet()) + logPrior(size));
    }

    /** Computes a fit exactly, if its evidence needs more digits than the fit has. */
    void sharpen(LinearFit fit) {
        if (isTooCoarse(fit.size(), fit.rss(), fit.logDet(), fit.rssError())) {
            fit.sharpen();
        }
    }

    /** Whether an error of rss changes the log-evidence by more than the tolerance. */
    boolean isTooCoarse(int k, double rss, double logDet, double error) {
        return error > 0.0 && error * slope(k, rss, logDet) > tolerance;
    }

    /**
     * The absolute derivative of the log-evidence by rss; 0 if the evidence of a caller has no finite difference.
     */
    double slope(int k, double rss, double logDet) {
        if (evidence instanceof AdditionEvidence known) {
            return known.slope(Math.max(rss, 0.0));
        }
        double step = PROBE * Math.max(rss, Double.MIN_NORMAL);
        double change = logEvidence(k, rss + step, logDet) - logEvidence(k, rss, logDet);
        return Double.isFinite(change) ? Math.abs(change) / step : 0.0;
    }

    double logEvidence(int k, double rss, double logDet) {
        return evidence.logEvidence(k, Math.max(rss, 0.0), logDet);
    }

    /**
     * The change of the log-evidence if a column enters, for each column.
     *
     * @param squares squared products of the columns with the residual
     * @param pivots by which factor the column raises the determinant, > 0
     * @param out receives the changes
     */
    void additions(LinearFit fit, double[] squares, double[] pivots, double[] out) {
        double rss = fit.rss();
        if (evidence instanceof AdditionEvidence fast) {
            fast.additions(fit.size(), rss, squares, pivots, out);
            return;
        }
        double here = logEvidence(fit.size(), rss, fit.logDet());
        for (int j = 0; j < out.length; j++) {
            double raised = fit.logDet() + Math.log(pivots[j]);
            out[j] = logEvidence(fit.size() + 1, rss - squares[j] / pivots[j], raised) - here;
        }
    }
}
