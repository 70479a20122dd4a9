package dev.lbp.select;

import java.util.Arrays;

/**
 * Averages over models, weighted by their probability: inclusion, sizes, and the mean and variance of each coefficient,
 * which is 0 in a model without it.
 *
 * @param <F> the fit of a model
 */
final class ModelAverage<F> implements VisitedModels.Visitor<F> {

    private final int[] siteOf;
    private final boolean[] isFirst;
    private final Regression.Moments<F> moments;
    private final int p;

    /** Inclusion by variable; sizes; then for each column inclusion, first and second moment of its coefficient. */
    private final WeightedSums sums;

    ModelAverage(Regression<F> regression) {
        this.moments = regression.newMoments();
        this.p = regression.facts().names().size();
        int columns = regression.firstColumn(p);
        this.siteOf = new int[columns];
        this.isFirst = new boolean[columns];
        for (int site = 0; site < p; site++) {
            Arrays.fill(siteOf, regression.firstColumn(site), regression.firstColumn(site + 1), site);
            isFirst[regression.firstColumn(site)] = true;
        }
        this.sums = new WeightedSums(p + p + 1 + 3 * columns);
    }

    @Override
    public void visit(F fit, double logWeight) {
        double weight = sums.weigh(logWeight);
        moments.load(fit);
        int k = moments.size();
        int size = 0;
        for (int m = 0; m < k; m++) {
            int column = moments.column(m);
            if (isFirst[column]) {
                size++;
                sums.add(siteOf[column], weight);
            }
            int at = 2 * p + 1 + 3 * column;
            sums.add(at, weight);
            sums.add(at + 1, weight * moments.mean(m));
            sums.add(at + 2, weight * moments.square(m));
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
