package dev.lbp.select;

import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The posterior distribution of models: a site for each candidate variable, 1 if it is in. {@code log pi = log-evidence + log
 * prior}. A variable is one column, or several that enter together.
 */
final class SelectionModel implements LocalEnergyModel {

    private static final long serialVersionUID = 1L;

    final Gram gram;

    /** What is added to the diagonal of X'X; 0 but for ridge priors. */
    final double lambda;

    /** The columns of the variables that have several. */
    final int[] groupColumns;

    private final Evidence evidence;

    /** By model size, 0 to p + 1; -Infinity from the first size that is too large. */
    private final double[] logPrior;

    /** Where each variable's columns begin; at the end the number of columns. */
    private final int[] firstColumn;

    private final int mostSites;
    private final int mostColumns;

    /**
     * @param firstColumn p + 1 places
     * @param mostSites the largest number of variables in a model
     * @param mostColumns the largest number of columns in a model
     */
    SelectionModel(
            Gram gram,
            double lambda,
            Evidence evidence,
            Inclusion inclusion,
            int[] firstColumn,
            int mostSites,
            int mostColumns) {
        this.gram = gram;
        this.lambda = lambda;
        this.evidence = evidence;
        this.firstColumn = firstColumn;
        int p = firstColumn.length - 1;
        this.mostSites = Math.min(mostSites, p);
        this.mostColumns = mostColumns;
        this.logPrior = new double[p + 2];
        Arrays.fill(logPrior, Double.NEGATIVE_INFINITY);
        for (int size = 0; size <= this.mostSites; size++) {
            logPrior[size] = inclusion.logPrior(size, p);
        }
        this.groupColumns = IntStream.range(0, p)
                .filter(this::isGroup)
                .flatMap(site -> IntStream.range(firstColumn[site], firstColumn[site + 1]))
                .toArray();
    }

    @Override
    public int dimension() {
        return firstColumn.length - 1;
    }

    @Override
    public String name() {
        return "variable selection, p=" + dimension();
    }

    @Override
    public Tracker newTracker() {
        return new SelectionTracker(this);
    }

    int mostSites() {
        return mostSites;
    }

    int mostColumns() {
        return mostColumns;
    }

    int firstColumn(int site) {
        return firstColumn[site];
    }

    /** Whether a variable has several columns. */
    boolean isGroup(int site) {
        return firstColumn[site + 1] - firstColumn[site] > 1;
    }

    /** The log-prior of one model of this size, 0 to p + 1. */
    double logPrior(int size) {
        return logPrior[size];
    }

    Evidence evidence() {
        return evidence;
    }

    double logProb(Fit fit, int size) {
        return logEvidence(fit.size(), fit.rss(), fit.logDet()) + logPrior[size];
    }

    double logEvidence(int k, double rss, double logDet) {
        return evidence.logEvidence(k, Math.max(rss, 0.0), logDet);
    }

    /**
     * The change of the log-evidence by each column.
     *
     * @param drop by how much the column lowers rss
     * @param pivot by which factor it raises the determinant
     * @param out receives the changes
     */
    void additions(Fit fit, double[] drop, double[] pivot, double[] out) {
        double rss = fit.rss();
        if (evidence instanceof AdditionEvidence fast) {
            fast.additions(fit.size(), rss, drop, pivot, out);
            return;
        }
        double here = logEvidence(fit.size(), rss, fit.logDet());
        for (int j = 0; j < out.length; j++) {
            double raised = fit.logDet() + Math.log(Math.max(pivot[j], fit.leastPivot()));
            out[j] = logEvidence(fit.size() + 1, rss - drop[j], raised) - here;
        }
    }
}
