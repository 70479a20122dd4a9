package dev.lbp.select;

/**
 * Averages over models, weighted by their probability: inclusion, sizes, and the mean and variance of each coefficient,
 * which is 0 in a model without it.
 */
final class ModelAverage implements VisitedModels.Visitor {

    private final SelectionModel model;
    private final int p;
    private final int columns;

    /** Inclusion by variable; sizes; then for each column inclusion, first and second moment of its coefficient. */
    private final WeightedSums sums;

    ModelAverage(SelectionModel model) {
        this.model = model;
        this.p = model.dimension();
        this.columns = model.gram.columns();
        this.sums = new WeightedSums(p + p + 1 + 3 * columns);
    }

    @Override
    public void visit(Fit fit, double logWeight) {
        double weight = sums.weigh(logWeight);
        Evidence evidence = model.evidence();
        int k = fit.size();
        double shrinkage = evidence.shrinkage(k, fit.rss());
        double variance = evidence.variance(k, fit.rss());
        double square = shrinkage * shrinkage + evidence.shrinkageVariance(k, fit.rss());
        int size = 0;
        for (int m = 0; m < k; m++) {
            int column = fit.columns()[m];
            int site = model.site(column);
            if (model.firstColumn(site) == column) {
                size++;
                sums.add(site, weight);
            }
            double coefficient = fit.coefficient(m);
            int at = 2 * p + 1 + 3 * column;
            sums.add(at, weight);
            sums.add(at + 1, weight * shrinkage * coefficient);
            sums.add(at + 2, weight * (variance * fit.inverse(m)[m] + square * coefficient * coefficient));
        }
        sums.add(p + size, weight);
    }

    /** The probability that a variable is in. */
    double inclusion(int site) {
        return sums.mean(site);
    }

    /** The probability of each model size, 0 to p. */
    double[] sizes() {
        double[] sizes = new double[p + 1];
        for (int size = 0; size <= p; size++) {
            sizes[size] = sums.mean(p + size);
        }
        return sizes;
    }

    /** The probability that a column is in. */
    double columnInclusion(int column) {
        return sums.mean(2 * p + 1 + 3 * column);
    }

    /** The mean of a coefficient, for scaled columns and response. */
    double mean(int column) {
        return sums.mean(2 * p + 2 + 3 * column);
    }

    /** The mean of a squared coefficient, for scaled columns and response. */
    double meanSquare(int column) {
        return sums.mean(2 * p + 3 + 3 * column);
    }
}
