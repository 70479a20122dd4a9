package dev.lbp.internal.select.linear;

import dev.lbp.internal.Check;
import dev.lbp.internal.select.average.WeightedSums;
import dev.lbp.internal.select.data.DataException;
import dev.lbp.internal.select.prior.LogRssEvidence;
import org.apache.commons.math3.analysis.solvers.BrentSolver;

/**
 * Finds the g of Zellner's prior under which all models together have the largest evidence: {@code sum of prior(model)
 * evidence(g, model)} (global empirical Bayes, George and Foster 2000, doi:10.1093/biomet/87.4.731). An evaluation
 * costs O(models).
 */
final class GlobalG {

    /**
     * The step in log g of a first search. The evidence of one model changes over distances of
     * 1.
     */
    private static final double STEP = 0.5;

    // The range of t = log g.
    private static final double LEAST = -30.0;
    private static final double MOST = 40.0;

    private static final double ACCURACY = 1e-12;
    private static final int MOST_EVALUATIONS = 1_000;

    private final int nu;
    private int count;

    // By model.
    private final double[] logPriors;
    private final double[] rss;
    private final int[] sizes;

    /**
     * @param model with any g
     * @param nu number of observations less the coefficients that all models have
     */
    GlobalG(SelectionModel model, int nu) {
        this.nu = nu;
        double models = model.allowedModels();
        Check.that(
                model.hasAtMost(Problem.ENUMERATED),
                "be at most 20 for globalEmpiricalBayes, or 64 of which heredity allows at most 2^20 models",
                "number of candidates",
                model.dimension());
        this.logPriors = new double[(int) models];
        this.rss = new double[(int) models];
        this.sizes = new int[(int) models];
        new EnumeratedModels(model, (done, total) -> {}).forEach((fit, logProb) -> {
            logPriors[count] = logProb - model.logEvidence(fit.size(), fit.rss(), fit.logDet());
            rss[count] = fit.rss();
            sizes[count++] = fit.size();
        });
    }

    /** The g under which all models together have the largest evidence: by a grid of t = log g, then by the slope. */
    double largest() {
        double best = LEAST;
        double most = Double.NEGATIVE_INFINITY;
        for (double t = LEAST; t <= MOST; t += STEP) {
            double log = sums(t).logTotal();
            if (log > most) {
                most = log;
                best = t;
            }
        }
        if (best == MOST) {
            throw new DataException(
                    "must have a g of largest evidence, which grows with g without end, as where a model"
                            + " fits the response exactly; use gPrior");
        }
        double low = best - STEP;
        double high = best + STEP;
        return Math.exp(
                slope(low) > 0.0 && slope(high) < 0.0
                        ? new BrentSolver(ACCURACY).solve(MOST_EVALUATIONS, this::slope, low, high)
                        : best); // no effects: g is as small as can be
    }

    /** The derivative of the log-evidence by t = log g: the mean of those of the models, by their probabilities. */
    private double slope(double t) {
        return sums(t).mean(0);
    }

    /** The evidence, and the mean of the derivatives of the models' log-evidences by log g. */
    private WeightedSums sums(double t) {
        double g = Math.exp(t);
        LogRssEvidence evidence = LogRssEvidence.gPrior(g, nu);
        WeightedSums sums = new WeightedSums(1);
        for (int m = 0; m < count; m++) {
            double weight = sums.weigh(logPriors[m] + evidence.logEvidence(sizes[m], rss[m], 0.0));
            sums.add(0, weight * 0.5 * g * ((nu - sizes[m]) / (1.0 + g) - nu * rss[m] / (1.0 + g * rss[m])));
        }
        return sums;
    }
}
